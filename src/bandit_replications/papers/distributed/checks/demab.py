"""Claims on DEMAB: Section 3, Appendices A and B; Protocols 1 and 3 to 7, Theorems 1 and 5."""

from bandit_replications.ledger.decisions import proof, step
from bandit_replications.papers.distributed.theory import (
    bounds,
    concentration,
    fact_1,
    pulls_of_an_arm,
    stage_1_imbalance,
    stage_1_imbalance_runs,
    theorem_1,
)

_SHORT_OF_PHASES = step("l0 phases at M = K = 2, T = 8000", fact_1.completed_phases)
_MENDED_C2 = step("l0 with C2 = 256/3", fact_1.cases_short_of_phases, constant=bounds.C2_MENDED)

CHECKS = {
    "protocol-1": proof(step("pulls when l0 is below -3", fact_1.negative_first_phase)),
    "protocol-1-negative-phases": proof(
        step("threshold of phases up to 0", fact_1.early_phases_eliminate_nothing),
        method="argued",
    ),
    "protocol-3": proof(
        step("balanced counts", pulls_of_an_arm.at_most_twice),
        printed=(
            step("N_max from before Reallocate", fact_1.stale_maximum),
            step("round-robin pulls with |B_l|", pulls_of_an_arm.union_for_own_arms),
        ),
    ),
    "protocol-4": proof(
        step("averages at the elimination, as indented", theorem_1.elimination_in_loop)
    ),
    "protocol-5": proof(step("number of arms sent", fact_1.printed_sign)),
    "protocol-6": proof(step("who waits and who gets", fact_1.deadlocks), method="enumeration"),
    "appendix-a-assignment": proof(
        step("pairs", theorem_1.segments),
        printed=(step("pulls by the rule for divisible M", theorem_1.divisible_pulls),),
        method="enumeration",
    ),
    "fact-1-1": proof(step("most arms left", fact_1.leftover), method="enumeration"),
    "fact-1-2": proof(
        step("largest over smallest", fact_1.balanced_afterwards), method="enumeration"
    ),
    "fact-1-3": proof(
        _SHORT_OF_PHASES,
        step("180 settings", fact_1.cases_short_of_phases),
        step("the geometric series from phase 1", fact_1.series),
    ),
    "fact-1-3-from-phase-0": proof(step("series from phase 0", fact_1.series, first=0)),
    "fact-1-3-repaired": proof(
        step("256/3 is enough", fact_1.needed_constant, constant=bounds.C2_MENDED),
        _MENDED_C2,
        step("one phase less with 67/3", fact_1.one_phase_less),
        step("phases of stage 2 with 256/3", fact_1.phases_with_mended_constant),
    ),
    "fact-1-4": proof(
        step("the repaired chain", fact_1.phases_of_stage_2),
        step("the printed chain's end", fact_1.printed_phases),
        step("m_l of a completed phase against MT", fact_1.fits_total),
        printed=(
            step("m_l of a completed phase against T", fact_1.fits_horizon),
            step("4^l0 without its rounding", fact_1.floor_forgotten),
        ),
    ),
    "section-3-2-burn-in": proof(step("phases against l0 with log T", fact_1.burn_in_logarithm)),
    "section-3-2-stage-1-regret": proof(step("M min(D, sqrt(DK))", theorem_1.stage_1_regret)),
    "section-3-2-reallocate-cost": proof(
        step("arms moved", fact_1.moved_arms), method="enumeration"
    ),
    "lemma-b-1": proof(
        step("exponent from Hoeffding's inequality", concentration.hoeffding_exponent),
        step("exponent as printed", concentration.printed_exponent),
        step("coins at MKT = 3, exactly", concentration.exact_tail),
        step("union", concentration.union_b_1),
    ),
    "lemma-b-3": proof(
        step("exponent", concentration.hoeffding_exponent),
        step("also for errors that are equal", concentration.strictness),
        step("union", concentration.union_b_3),
    ),
    "appendix-b-pulls-looseness": proof(
        step("ratio", concentration.looseness),
        step("exponent at 4^(l+1)", concentration.hoeffding_exponent, pulls_exponent=1),
        step("bound on the regret", concentration.sharp_regret),
    ),
    "lemma-b-2-1": proof(step("two errors of 2^(-l-1)", concentration.strictness), method="argued"),
    "lemma-b-2-2": proof(
        step("P{gap 0.26 alive at the start of phase 3}", pulls_of_an_arm.alive_gap)
    ),
    "lemma-b-2-4": proof(
        step("after l0 completed phases", pulls_of_an_arm.start_of_stage_2),
        _MENDED_C2,
        printed=(_SHORT_OF_PHASES,),
    ),
    "lemma-b-2-5": proof(
        step("C5 = 4096/3", pulls_of_an_arm.stage_1_constant),
        step("dropped in phase l_a + 1", pulls_of_an_arm.dropped_in_phase, phase="mended"),
        printed=(step("dropped in phase l_a", pulls_of_an_arm.dropped_in_phase),),
    ),
    "lemma-b-4": proof(
        step("C4 with all roundings", pulls_of_an_arm.stage_2_constant),
        step("dropped in phase l_i", pulls_of_an_arm.dropped_in_stage_2),
        step("geometric sum", pulls_of_an_arm.geometric_sum),
        step("at most 2 m_l a phase", pulls_of_an_arm.at_most_twice),
        step("an arm that phase l0 missed", pulls_of_an_arm.unfinished_burn_in),
        printed=(step("roundings in the last line", pulls_of_an_arm.ceilings),),
    ),
    "lemma-b-4-phases-of-one-step": proof(
        step("M = T - 1 = 1e10, K = 1e6", pulls_of_an_arm.short_phases_counterexample)
    ),
    "lemma-b-4-phases-of-one-step-repaired": proof(
        step("settings with K <= M < T", pulls_of_an_arm.short_phases_mended)
    ),
    "lemma-b-5": proof(
        step("P{Reallocate} on an instance", stage_1_imbalance.reallocation_is_rare)
    ),
    "lemma-b-5-chernoff": proof(
        step("upper", stage_1_imbalance.chernoff_upper),
        step("lower", stage_1_imbalance.chernoff_lower),
        step("exact tails", stage_1_imbalance.chernoff_exact),
        step("balanced", stage_1_imbalance.balanced_if_within),
    ),
    "lemma-b-5-union": proof(
        step("K against the threshold when K < M", stage_1_imbalance.union_over_agents)
    ),
    "lemma-b-5-without-stage-1": proof(
        step("share of unbalanced draws", stage_1_imbalance.without_stage_1),
        step("largest T without an elimination in stage 1", stage_1_imbalance.needs_a_phase),
    ),
    "lemma-b-5-repaired": proof(
        step("gaps that phase l0 may leave to chance", stage_1_imbalance.decided_one_phase_later),
        step("probability of the smaller errors", stage_1_imbalance.small_errors),
        step("regret of phase l0 + 1 without Reallocate", stage_1_imbalance.cost_of_skipping),
    ),
    "lemma-b-5-coins": proof(
        step("P{Reallocate with n_l >= K/4}", stage_1_imbalance.coins_are_balanced), method="bound"
    ),
    "equation-01": proof(
        step("the sum at ε", theorem_1.split_at_epsilon),
        step("T < MK/2: stage 1 is one step", theorem_1.one_step_burn_in),
        step("M log M", theorem_1.additive_term),
        printed=(step("D <= 2T/(MK)", theorem_1.burn_in_length),),
    ),
    "equation-02": proof(
        step("the sum at ε'", theorem_1.split_of_stage_2),
        step("Σ η with 2 log4 M", pulls_of_an_arm.short_phases_mended),
        printed=(step("phases of one step <= log M", pulls_of_an_arm.short_phases_counterexample),),
    ),
    "theorem-1": proof(
        step("repaired sum against C6's form", theorem_1.final_constant),
        step("C4", pulls_of_an_arm.stage_2_constant),
        step("C5", pulls_of_an_arm.stage_1_constant),
        step("failure", theorem_1.failure_cost),
        step("log(MKT) <= 3 log T", theorem_1.logarithm_of_horizon),
        step("arms that phase l0 missed", pulls_of_an_arm.unfinished_burn_in),
        printed=(
            step("failure probability of the last display", theorem_1.failure_as_printed),
            _SHORT_OF_PHASES,
        ),
    ),
    "theorem-1-communication-worst": proof(
        step("the instance that moves most arms", stage_1_imbalance.worst_case_holds),
        step("arms moved again", fact_1.moved_arms),
        step("phases", fact_1.phases_of_stage_2),
    ),
    "theorem-1-communication": proof(
        step("expected communication", stage_1_imbalance.expected_communication),
        step("P{above the bound for δ = 0.01}", stage_1_imbalance.communication_is_likely),
        step("growth over M log(MK)", stage_1_imbalance.communication_growth),
    ),
    "theorem-1-communication-runs": proof(
        step("runs of DEMAB", stage_1_imbalance_runs.grows_with_arms), method="bound"
    ),
    "theorem-1-expectation": proof(step("rare case", theorem_1.expected_from_likely)),
    "theorem-5": proof(
        step("pulls of an arm", pulls_of_an_arm.stage_2_constant),
        step("phases", theorem_1.theorem_5_phases),
        step("log(K L'/δ)", theorem_1.theorem_5_logarithm),
        step("allocation without stage 1", stage_1_imbalance.without_stage_1),
    ),
    "section-3-3-stage-1": proof(
        step("one phase, two arms of gap 1/2", theorem_1.sketch_of_stage_1)
    ),
    "section-3-3-stage-1-repaired": proof(
        step("one phase", theorem_1.sketch_of_stage_1, logarithm="size"),
        step("the sum at ε", theorem_1.split_at_epsilon),
    ),
    "section-3-3-small-increase": proof(step("ratio of the bounds", theorem_1.small_increase)),
    "finite-precision-demab": proof(
        step("variance of a rounding", concentration.rounding_variance),
        step("of average and roundings", concentration.rounded_average),
        step("exponent", concentration.rounded_exponent),
        step("bits", concentration.bits_of_reals),
    ),
    "finite-precision-demab-integers": proof(step("pulls asked for", concentration.integers_sent)),
}
