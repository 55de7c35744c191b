"""Claims on DisLinUCB: Appendices G and H, Protocol 8, Theorem 4."""

import math

from bandit_replications.ledger.decisions import proof, sampled
from bandit_replications.papers.distributed.theory import lemma_h_1, theorem_4

_MARTINGALE = sampled("mean of what comes from others", lemma_h_1.data_orders)

CHECKS = {
    "lemma-h-1": proof(_MARTINGALE),
    "lemma-h-1-repaired": proof(
        sampled("cost with a union over epochs too", lemma_h_1.union_over_epochs),
        sampled("the factor, with δ/P in place of δ", theorem_4.radius, per_epoch=True),
    ),
    "lemma-h-2": proof(
        sampled("a step", theorem_4.potential_of_a_step),
        sampled("500 random vectors", theorem_4.elliptical_potential),
    ),
    "lemma-h-3": proof(sampled("the factor", theorem_4.radius), _MARTINGALE),
    "equation-06": proof(
        sampled("R/log 2", theorem_4.doublings, threshold=math.e),
        sampled("runs with one action", theorem_4.doublings_in_runs),
        printed=(sampled("R from the product of the ratios alone", theorem_4.doublings),),
        failing="the printed step does not follow",
    ),
    "appendix-h-good-epochs": proof(
        sampled("random pairs of matrices", theorem_4.norm_by_determinants),
        sampled("log det V_P", theorem_4.determinant),
    ),
    "appendix-h-all-but-one": proof(sampled("one action, eight agents", theorem_4.simultaneous)),
    "appendix-h-epochs": proof(
        sampled("the bound", theorem_4.epochs),
        sampled("a run with one action", theorem_4.epochs_in_a_run),
    ),
    "appendix-h-last-matrix": proof(
        sampled("one action, four agents, T = 100", theorem_4.last_matrix)
    ),
    "theorem-4": proof(
        sampled("regret", theorem_4.regret_form),
        sampled("communication", theorem_4.communication_form),
        sampled("D makes the two parts agree", theorem_4.bad_epochs_form),
        sampled("failure", theorem_4.failure_probability),
        sampled("one step before the end", theorem_4.one_step_before),
        sampled("last steps", theorem_4.last_steps),
        sampled("bad epochs: R/log 2", theorem_4.doublings, threshold=math.e),
        sampled("union over epochs", lemma_h_1.union_over_epochs),
        printed=(
            sampled("bad epochs", theorem_4.doublings),
            sampled("agents above D", theorem_4.simultaneous),
        ),
    ),
    "finite-precision-dislinucb-divergence": proof(
        sampled("a step with ±1", theorem_4.divergence_of_signs)
    ),
    "finite-precision-dislinucb": proof(
        sampled("mean of ±2", theorem_4.mean_of_a_sign, size=2.0),
        sampled("divergence of a step with ±2", theorem_4.divergence_of_twos),
        sampled("cost of rounding", theorem_4.rounding_total),
        sampled("bits of a number", theorem_4.bits),
        sampled("numbers", theorem_4.communication_form),
        printed=(
            sampled("mean of ±1", theorem_4.mean_of_a_sign),
            sampled("divergence of a step with ±1", theorem_4.divergence_of_signs),
        ),
    ),
}
