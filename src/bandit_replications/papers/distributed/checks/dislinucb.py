"""Claims on DisLinUCB: Appendices G and H, Protocol 8, Theorem 4."""

import math

from bandit_replications.ledger.decisions import step
from bandit_replications.papers.distributed.checks.steps import derived
from bandit_replications.papers.distributed.theory import lemma_h_1, theorem_4

_MARTINGALE = step("mean of what comes from others", lemma_h_1.data_orders)

CHECKS = {
    "lemma-h-1": derived(_MARTINGALE),
    "lemma-h-1-repaired": derived(
        step("cost with a union over epochs too", lemma_h_1.union_over_epochs),
        step("the factor, with δ/P in place of δ", theorem_4.radius, per_epoch=True),
    ),
    "lemma-h-2": derived(
        step("a step", theorem_4.potential_of_a_step),
        step("500 random vectors", theorem_4.elliptical_potential),
    ),
    "lemma-h-3": derived(step("the factor", theorem_4.radius), _MARTINGALE),
    "equation-06": derived(
        step("R/log 2", theorem_4.doublings, threshold=math.e),
        step("runs with one action", theorem_4.doublings_in_runs),
        printed=(step("R from the product of the ratios alone", theorem_4.doublings),),
        failing="the printed step does not follow",
    ),
    "appendix-h-good-epochs": derived(
        step("random pairs of matrices", theorem_4.norm_by_determinants),
        step("log det V_P", theorem_4.determinant),
    ),
    "appendix-h-all-but-one": derived(step("one action, eight agents", theorem_4.simultaneous)),
    "appendix-h-epochs": derived(
        step("the bound", theorem_4.epochs),
        step("a run with one action", theorem_4.epochs_in_a_run),
    ),
    "appendix-h-last-matrix": derived(
        step("one action, four agents, T = 100", theorem_4.last_matrix)
    ),
    "theorem-4": derived(
        step("regret", theorem_4.regret_form),
        step("communication", theorem_4.communication_form),
        step("D makes the two parts agree", theorem_4.bad_epochs_form),
        step("failure", theorem_4.failure_probability),
        step("one step before the end", theorem_4.one_step_before),
        step("last steps", theorem_4.last_steps),
        step("bad epochs: R/log 2", theorem_4.doublings, threshold=math.e),
        step("union over epochs", lemma_h_1.union_over_epochs),
        printed=(
            step("bad epochs", theorem_4.doublings),
            step("agents above D", theorem_4.simultaneous),
        ),
    ),
    "finite-precision-dislinucb-divergence": derived(
        step("a step with ±1", theorem_4.divergence_of_signs)
    ),
    "finite-precision-dislinucb": derived(
        step("mean of ±2", theorem_4.mean_of_a_sign, size=2.0),
        step("divergence of a step with ±2", theorem_4.divergence_of_twos),
        step("cost of rounding", theorem_4.rounding_total),
        step("bits of a number", theorem_4.bits),
        step("numbers", theorem_4.communication_form),
        printed=(
            step("mean of ±1", theorem_4.mean_of_a_sign),
            step("divergence of a step with ±1", theorem_4.divergence_of_signs),
        ),
    ),
}
