"""Claims on DEMAB: Section 3, Appendices A and B; Protocols 1 and 3 to 7, Theorems 1 and 5."""

from bandit_replications.ledger.decisions import proof, step
from bandit_replications.papers.distributed.theory import (
    bounds,
    fact_1,
    finite_precision,
    lemma_b_1,
    lemma_b_2,
    lemma_b_4,
    lemma_b_5,
    theorem_1,
    theorem_1_repaired,
    theorem_5,
)

_SHORT_OF_PHASES = step("l0 phases at M = K = 2, T = 8000", fact_1.completed_phases)
_MENDED_C2 = step("l0 with C2 = 256/3", fact_1.cases_short_of_phases, constant=bounds.C2_REPAIRED)

CHECKS = {
    "protocol-1": proof(step("pulls when l0 is below -3", fact_1.negative_first_phase)),
    "protocol-1-negative-phases": proof(
        step("threshold of phases up to 0", fact_1.early_phases_eliminate_nothing),
        method="argued",
    ),
    "protocol-3": proof(
        step("balanced counts", lemma_b_4.at_most_twice),
        printed=(
            step("N_max from before Reallocate", fact_1.stale_maximum),
            step("round-robin pulls with |B_l|", lemma_b_4.union_for_own_arms),
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
        step("256/3 is enough", fact_1.needed_constant, constant=bounds.C2_REPAIRED),
        _MENDED_C2,
        step("one phase less with 67/3", fact_1.one_phase_less),
        step("phases of stage 2 with 256/3", fact_1.phases_of_stage_2, constant=bounds.C2_REPAIRED),
    ),
    "fact-1-4": proof(
        step("the repaired chain", fact_1.phases_of_stage_2),
        step("the printed chain's end", fact_1.printed_phases),
        step("m_l of a completed phase against MT", fact_1.fits, against="MT"),
        printed=(
            step("m_l of a completed phase against T", fact_1.fits),
            step("4^l0 without its rounding", fact_1.floor_forgotten),
        ),
    ),
    "section-3-2-burn-in": proof(step("phases against l0 with log T", fact_1.burn_in_logarithm)),
    "section-3-2-stage-1-regret": proof(step("M min(D, sqrt(DK))", theorem_1.stage_1_regret)),
    "section-3-2-reallocate-cost": proof(
        step("arms moved", fact_1.moved_arms), method="enumeration"
    ),
    "lemma-b-1": proof(
        step("exponent from Hoeffding's inequality", lemma_b_1.hoeffding_exponent),
        step("exponent as printed", lemma_b_1.printed_exponent),
        step("coins at MKT = 3, exactly", lemma_b_1.exact_tail),
        step("union", lemma_b_1.union_b_1),
    ),
    "lemma-b-3": proof(
        step("exponent", lemma_b_1.hoeffding_exponent),
        step("also for errors that are equal", lemma_b_1.strictness),
        step("union", lemma_b_1.union_b_3),
    ),
    "appendix-b-pulls-looseness": proof(
        step("ratio", lemma_b_1.looseness),
        step("exponent at 4^(l+1)", lemma_b_1.hoeffding_exponent, pulls_exponent=1),
        step("bound on the regret", lemma_b_1.sharp_regret),
    ),
    "lemma-b-2-1": proof(step("two errors of 2^(-l-1)", lemma_b_1.strictness), method="argued"),
    "lemma-b-2-2": proof(step("P{gap 0.26 alive at the start of phase 3}", lemma_b_2.alive_gap)),
    "lemma-b-2-4": proof(
        step("after l0 completed phases", lemma_b_2.largest_gap),
        _MENDED_C2,
        printed=(_SHORT_OF_PHASES,),
    ),
    "lemma-b-2-5": proof(
        step("C5 = 4096/3", lemma_b_2.stage_1_constant),
        step("dropped in phase l_a + 1", lemma_b_2.dropped_in_phase, printed=False),
        printed=(step("dropped in phase l_a", lemma_b_2.dropped_in_phase),),
    ),
    "lemma-b-4": proof(
        step("C4 with all roundings", lemma_b_4.stage_2_constant),
        step("dropped in phase l_i", lemma_b_4.dropped_in_stage_2),
        step("geometric sum", lemma_b_4.geometric_sum),
        step("at most 2 m_l a phase", lemma_b_4.at_most_twice),
        step("an arm that phase l0 missed", lemma_b_4.unfinished_burn_in),
        printed=(step("roundings in the last line", lemma_b_4.ceilings),),
    ),
    "lemma-b-4-phases-of-one-step": proof(
        step("M = T - 1 = 1e10, K = 1e6", lemma_b_4.short_phases)
    ),
    "lemma-b-4-phases-of-one-step-repaired": proof(
        step("settings with K <= M < T", lemma_b_4.short_phases_repaired)
    ),
    "lemma-b-5": proof(step("P{Reallocate} on an instance", lemma_b_5.reallocation_is_rare)),
    "lemma-b-5-chernoff": proof(
        step("upper", lemma_b_5.chernoff),
        step("lower", lemma_b_5.chernoff, upper=False),
        step("exact tails", lemma_b_5.chernoff_exact),
        step("balanced", lemma_b_5.balanced_if_within),
    ),
    "lemma-b-5-union": proof(
        step("K against the threshold when K < M", lemma_b_5.union_over_agents)
    ),
    "lemma-b-5-without-stage-1": proof(
        step("share of unbalanced draws", lemma_b_5.without_stage_1),
        step("largest T without an elimination in stage 1", lemma_b_5.needs_a_phase),
    ),
    "lemma-b-5-repaired": proof(
        step("gaps that phase l0 may leave to chance", theorem_1_repaired.decided_one_phase_later),
        step("probability of the smaller errors", theorem_1_repaired.small_errors),
        step("regret of phase l0 + 1 without Reallocate", theorem_1_repaired.cost_of_skipping),
        step("numbers that move arms in it", theorem_1_repaired.unbalanced_allocation),
        step("expected communication", theorem_1_repaired.communication_form),
    ),
    "lemma-b-5-coins": proof(
        step("P{Reallocate with n_l >= K/4}", lemma_b_5.coins_are_balanced), method="bound"
    ),
    "equation-01": proof(
        step("the sum at ε", theorem_1.split_at_epsilon),
        step("T < MK/2: stage 1 is one step", theorem_1.one_step_burn_in),
        step("M log M", theorem_1.additive_term),
        printed=(step("D <= 2T/(MK)", theorem_1.burn_in_length),),
    ),
    "equation-02": proof(
        step("the sum at ε'", theorem_1.split_of_stage_2),
        step("Σ η with 2 log4 M", lemma_b_4.short_phases_repaired),
        printed=(step("phases of one step <= log M", lemma_b_4.short_phases),),
    ),
    "theorem-1": proof(
        step("repaired sum against C6's form", theorem_1.final_constant),
        step("C4", lemma_b_4.stage_2_constant),
        step("C5", lemma_b_2.stage_1_constant),
        step("failure", theorem_1.failure_cost),
        step("log(MKT) <= 3 log T", theorem_1.logarithm_of_horizon),
        step("arms that phase l0 missed", lemma_b_4.unfinished_burn_in),
        printed=(
            step("failure probability of the last display", theorem_1.failure_as_printed),
            _SHORT_OF_PHASES,
        ),
    ),
    "theorem-1-communication-worst": proof(
        step("the instance that moves most arms", lemma_b_5.worst_case_holds),
        step("arms moved again", fact_1.moved_arms),
        step("phases", fact_1.phases_of_stage_2),
    ),
    "theorem-1-communication": proof(
        step("expected communication", lemma_b_5.expected_communication),
        step("P{above the bound for δ = 0.01}", lemma_b_5.communication_is_likely),
        step("growth over M log(MK)", lemma_b_5.communication_growth),
    ),
    "theorem-1-expectation": proof(step("rare case", theorem_1.expected_from_likely)),
    "theorem-5": proof(
        step("pulls of an arm", lemma_b_4.stage_2_constant),
        step("phases", theorem_5.phases),
        step("log(K L'/δ)", theorem_5.logarithm),
        step("allocation without stage 1", lemma_b_5.without_stage_1),
    ),
    "section-3-3-stage-1": proof(
        step("one phase, two arms of gap 1/2", theorem_1.sketch_of_stage_1)
    ),
    "section-3-3-stage-1-repaired": proof(
        step("one phase", theorem_1.sketch_of_stage_1, logarithm="size"),
        step("the sum at ε", theorem_1.split_at_epsilon),
    ),
    "section-3-3-small-increase": proof(step("ratio of the bounds", theorem_5.small_increase)),
    "finite-precision-demab": proof(
        step("variance of a rounding", finite_precision.rounding_variance),
        step("of average and roundings", finite_precision.rounded_average),
        step("exponent", finite_precision.rounded_exponent),
        step("bits", finite_precision.bits_of_reals),
    ),
    "finite-precision-demab-integers": proof(
        step("pulls asked for", finite_precision.integers_sent)
    ),
}
