"""Claims on DisLinUCB: Appendices G and H, Protocol 8, Theorem 4."""

from bandit_replications.ledger.proof_steps import definition, derived, equation, not_testable, step
from bandit_replications.papers.distributed.checks.late import late_step
from bandit_replications.papers.distributed.theory import theorem_4

DOUBLINGS, ALL, EPOCHS = "doubling-epochs", "simultaneous-triggers", "union-over-epochs"
LAST, SIGNS, DIVERGENCE = "last-synchronisation", "signs-of-rewards", "divergence-of-signs"

CLAIMS = (
    definition("protocol-8", "Protocol 8, Appendix G", "DisLinUCB."),
    equation(4, "Appendix G", "The confidence ellipsoid, λ = 1."),
    derived(
        "lemma-h-1",
        "Lemma H.1, Appendix H",
        "The parameter is in all confidence sets with probability 1 - Mδ.",
        step("cost with a union over epochs too", theorem_4.union_over_epochs),
        rule="with 1 - M P δ, P epochs, failure costs less than d sqrt(MT)",
        printed=(late_step("mean of what comes from others", "theorem_4_runs", "data_orders"),),
        errata=(EPOCHS,),
    ),
    derived(
        "lemma-h-2",
        "Lemma H.2, Appendix H",
        "The elliptical potential lemma.",
        step("500 random vectors", theorem_4.elliptical_potential),
    ),
    equation(
        5,
        "Lemma H.3, Appendix H",
        "A step loses at most O(sqrt(d log(T/δ))) times the norm of the action.",
        step("the factor", theorem_4.radius),
    ),
    derived(
        "lemma-h-3",
        "Lemma H.3, Appendix H",
        "A step loses at most twice the ellipsoid's radius times the norm of the action.",
        step("the factor", theorem_4.radius),
    ),
    derived(
        "equation-06",
        "(6), Appendix H",
        "All but R epochs have det V_j <= 2 det V_(j-1), R = ⌈d log(1 + MT/(λd))⌉.",
        step("R/log 2", theorem_4.doublings_mended),
        step("runs with one action", theorem_4.doublings_in_runs),
        rule="the repaired count R/log 2 follows from the product, and no run with one action has "
        "more than R such epochs; whether some run has is open",
        printed=(step("R from the product of the ratios alone", theorem_4.doublings),),
        errata=(DOUBLINGS,),
        failing="the printed step does not follow",
    ),
    derived(
        "appendix-h-bad-epochs-repaired",
        "Appendix H",
        "All but R epochs have det V_j <= e det V_(j-1); R/log 2 exceed 2 at most.",
        step("ratios above e that fit", theorem_4.doublings_mended),
        errata=(DOUBLINGS,),
    ),
    derived(
        "appendix-h-good-epochs",
        "Appendix H",
        "In good epochs the norms are at most sqrt(2) times those with all samples.",
        step("random pairs of matrices", theorem_4.norm_by_determinants),
        step("log det V_P", theorem_4.determinant),
    ),
    derived(
        "appendix-h-all-but-one",
        "Appendix H",
        "In an epoch of n steps all agents but one have n log(det V/det V_last) < D.",
        step("one action, eight agents", theorem_4.simultaneous),
        rule="at most one agent is above D when a synchronisation starts",
        errata=(ALL,),
    ),
    derived(
        "appendix-h-all-but-one-repaired",
        "Appendix H",
        "One step before the end all agents are at D or below; the last steps cost little.",
        step("one step before", theorem_4.one_step_before),
        step("cost of the last steps", theorem_4.last_steps),
        errata=(ALL,),
    ),
    derived(
        "appendix-h-epochs",
        "Appendix H",
        "There are O(sqrt(M) d) epochs.",
        step("the bound", theorem_4.epochs),
        step("a run with one action", theorem_4.epochs_in_a_run),
    ),
    derived(
        "appendix-h-last-matrix",
        "Appendix H",
        "V_last of the last epoch holds all samples.",
        step("one action, four agents, T = 100", theorem_4.last_matrix),
        rule="V_last at the end is 1 + MT at d = 1",
        errata=(LAST,),
    ),
    derived(
        "theorem-4",
        "Theorem 4, Section 4.4, Appendix H",
        "DisLinUCB: regret O(d sqrt(MT) log² T), communication O(M^1.5 d³).",
        step("regret", theorem_4.regret_form),
        step("communication", theorem_4.communication_form),
        step("D makes the two parts agree", theorem_4.bad_epochs_form),
        step("failure", theorem_4.failure_probability),
        step("last steps", theorem_4.last_steps),
        step("union over epochs", theorem_4.union_over_epochs),
        printed=(
            step("bad epochs", theorem_4.doublings),
            step("agents above D", theorem_4.simultaneous),
        ),
        errata=(DOUBLINGS, ALL, EPOCHS, LAST),
    ),
    derived(
        "finite-precision-dislinucb",
        "Appendix H, finite precision",
        "Rewards are replaced by ±1 with the same mean.",
        step("largest reward", theorem_4.signs_of_rewards),
        rule="all rewards are in [-1, 1]",
        errata=(SIGNS,),
    ),
    derived(
        "finite-precision-dislinucb-divergence",
        "Appendix H, finite precision",
        "Rounding actions to ε moves a history by a divergence of O(MTd ε²).",
        step("a step with ±1", theorem_4.divergence_of_signs),
        rule="the divergence of one reward over ε² is at most 10 at mean 1, ε = 10^-3",
        errata=(DIVERGENCE,),
    ),
    derived(
        "finite-precision-dislinucb-repaired",
        "Appendix H, finite precision",
        "With ±2 the divergence is O(MTd ε²), and ε = 1/(MT) keeps the regret.",
        step("a step with ±2", theorem_4.divergence_of_twos),
        step("cost of rounding", theorem_4.rounding_total),
        errata=(SIGNS, DIVERGENCE),
    ),
    not_testable(
        "section-4-4-dependence",
        "Section 4.4",
        "DisLinUCB's communication depends worse on M and d than DELB's.",
        "a comparison of bounds that Table 1 shows; runs are measured elsewhere",
    ),
)
