"""Claims on DEMAB: Section 3, Appendices A and B; Protocols 1 and 3 to 7, Theorems 1 and 5."""

from bandit_replications.ledger.decisions import proof, statement, step
from bandit_replications.papers.distributed.checks.steps import derived
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
    "protocol-1": derived(step("pulls when l0 is below -3", fact_1.negative_first_phase)),
    "protocol-1-negative-phases": proof(
        step("threshold of phases up to 0", fact_1.early_phases_eliminate_nothing),
        method="argued",
    ),
    "protocol-3": derived(
        step("balanced counts", lemma_b_4.at_most_twice),
        printed=(
            step("N_max from before Reallocate", fact_1.stale_maximum),
            step("round-robin pulls with |B_l|", lemma_b_4.union_for_own_arms),
        ),
    ),
    "protocol-4": derived(
        step("averages at the elimination, as indented", theorem_1.elimination_in_loop)
    ),
    "protocol-5": derived(step("number of arms sent", fact_1.printed_sign)),
    "protocol-6": proof(step("who waits and who gets", fact_1.deadlocks), method="enumeration"),
    "appendix-a-assignment": statement(
        step("pairs", theorem_1.segments),
        printed=(step("pulls by the rule for divisible M", theorem_1.divisible_pulls),),
        method="enumeration",
    ),
    "fact-1-1": statement(step("most arms left", fact_1.leftover), method="enumeration"),
    "fact-1-2": statement(
        step("largest over smallest", fact_1.balanced_afterwards), method="enumeration"
    ),
    "fact-1-3": statement(
        _SHORT_OF_PHASES, step(f"{len(fact_1.GRID)} settings", fact_1.cases_short_of_phases)
    ),
    "fact-1-3-repaired": derived(
        step("256/3 is enough", fact_1.needed_constant, constant=bounds.C2_REPAIRED),
        _MENDED_C2,
        step("one phase less with 67/3", fact_1.one_phase_less),
        step("phases of stage 2 with 256/3", fact_1.phases_of_stage_2, constant=bounds.C2_REPAIRED),
    ),
    "fact-1-4": derived(
        step("the repaired chain", fact_1.phases_of_stage_2),
        step("the printed chain's end", fact_1.printed_phases),
        step("m_l of a completed phase against MT", fact_1.fits, against="MT"),
        printed=(
            step("m_l of a completed phase against T", fact_1.fits),
            step("4^l0 without its rounding", fact_1.floor_forgotten),
        ),
    ),
    "section-3-2-burn-in": statement(
        step("l0 with log T at M = K = 2, T = 8000", fact_1.completed_with_log_horizon),
        step("l0 with log T and 256/3", fact_1.burn_in_logarithm),
    ),
    "section-3-2-stage-1-regret": derived(step("M min(D, sqrt(DK))", theorem_1.stage_1_regret)),
    "section-3-2-reallocate-cost": statement(
        step("arms moved, 3 agents", fact_1.moved_arms),
        step("arms moved, 4 agents", fact_1.moved_arms, agents=4, most=3),
        printed=(step("with the announcement, one arm lost", fact_1.announced),),
        method="enumeration",
    ),
    "lemma-b-1": derived(
        step("exponent from Hoeffding's inequality", lemma_b_1.hoeffding_exponent),
        step("exponent as printed", lemma_b_1.printed_exponent),
        step("coins at MKT = 3, exactly", lemma_b_1.exact_tail),
        step("union", lemma_b_1.union_b_1),
    ),
    "lemma-b-3": derived(
        step("exponent", lemma_b_1.hoeffding_exponent),
        step("also for errors that are equal", lemma_b_1.strictness),
        step("union", lemma_b_1.union_b_3),
    ),
    "appendix-b-pulls-looseness": derived(
        step("ratio", lemma_b_1.looseness),
        step("exponent at 4^(l+1)", lemma_b_1.hoeffding_exponent, pulls_exponent=1),
        step("bound on the regret", lemma_b_1.sharp_regret),
    ),
    "lemma-b-2-1": proof(step("two errors of 2^(-l-1)", lemma_b_1.strictness), method="argued"),
    "lemma-b-2-2": proof(
        step("of the arms that phase l leaves", lemma_b_2.largest_gap),
        printed=(step("P{gap 0.26 alive at the start of phase 3}", lemma_b_2.alive_gap),),
        method="argued",
    ),
    "lemma-b-2-4": statement(
        step("P{gap 0.51 enters stage 2}, l0 = 2", lemma_b_2.gap_entering_stage_2)
    ),
    "lemma-b-2-4-repaired": derived(
        step("after l0 completed phases", lemma_b_2.largest_gap), _MENDED_C2
    ),
    "lemma-b-2-5": derived(
        step("C5 = 4096/3", lemma_b_2.stage_1_constant),
        step("dropped in phase l_a + 1", lemma_b_2.dropped_in_phase, printed=False),
        printed=(step("dropped in phase l_a", lemma_b_2.dropped_in_phase),),
    ),
    "lemma-b-4": derived(
        step("C4 with all roundings", lemma_b_4.stage_2_constant),
        step("dropped in phase l_i", lemma_b_4.dropped_in_stage_2),
        step("geometric sum", lemma_b_4.geometric_sum),
        step("phases of one step: at most 2 log4 M", lemma_b_4.short_phases_repaired),
        step("at most 2 m_l a phase", lemma_b_4.at_most_twice),
        step("an arm that phase l0 missed", lemma_b_4.unfinished_burn_in),
        printed=(
            step("roundings in the last line", lemma_b_4.ceilings),
            step("phases of one step: at most log M", lemma_b_4.short_phases),
            step("N_max from before Reallocate", fact_1.stale_maximum),
        ),
    ),
    "lemma-b-5": statement(step("P{Reallocate} on an instance", lemma_b_5.reallocation_is_rare)),
    "lemma-b-5-chernoff": derived(
        step("upper", lemma_b_5.chernoff),
        step("lower", lemma_b_5.chernoff, upper=False),
        step("exact tails", lemma_b_5.chernoff_exact),
    ),
    "lemma-b-5-union": derived(
        step("K against the threshold when K < M", lemma_b_5.union_over_agents)
    ),
    "lemma-b-5-without-stage-1": derived(
        step("share of unbalanced draws", lemma_b_5.without_stage_1),
        step("largest T without an elimination in stage 1", lemma_b_5.needs_a_phase),
    ),
    "lemma-b-5-repaired": derived(
        step("gaps that phase l0 may leave to chance", theorem_1_repaired.decided_one_phase_later),
        step("probability of the smaller errors", theorem_1_repaired.small_errors),
        step("regret of phase l0 + 1 without Reallocate", theorem_1_repaired.cost_of_skipping),
        step("numbers that move arms in it", theorem_1_repaired.unbalanced_allocation),
        step("expected communication", theorem_1_repaired.communication_form),
    ),
    "lemma-b-5-coins": proof(
        step("P{Reallocate with n_l >= K/4}", lemma_b_5.coins_are_unbalanced), method="bound"
    ),
    "equation-01": derived(
        step("T < MK/2: stage 1 is one step", theorem_1.one_step_burn_in),
        step("M log M", theorem_1.additive_term),
        printed=(step("D <= 2T/(MK)", theorem_1.burn_in_length),),
    ),
    "equation-02": derived(
        step("Σ η with 2 log4 M", lemma_b_4.short_phases_repaired),
        printed=(step("Σ η with log M", lemma_b_4.short_phases),),
    ),
    "theorem-1": derived(
        step("repaired sum against C6's form", theorem_1.final_constant),
        step("C4", lemma_b_4.stage_2_constant),
        step("C5", lemma_b_2.stage_1_constant),
        step("failure", theorem_1.failure_cost),
        step("log(MKT) <= 3 log T", theorem_1.logarithm_of_horizon),
        step("arms that phase l0 missed", lemma_b_4.unfinished_burn_in),
        printed=(
            step("failure probability of the last display", theorem_1.failure_as_printed),
            _SHORT_OF_PHASES,
            step("N_max from before Reallocate", fact_1.stale_maximum),
        ),
    ),
    "theorem-1-communication-worst": derived(
        step("the instance that moves most arms", lemma_b_5.worst_case_holds),
        step("arms moved again", fact_1.moved_arms),
        step("with 4 agents", fact_1.moved_arms, agents=4, most=3),
        step("phases", fact_1.phases_of_stage_2),
    ),
    "theorem-1-communication": statement(
        step("growth over M log(MK) along the family", lemma_b_5.communication_growth),
        step("an illustration: expected communication", lemma_b_5.expected_communication),
        step("P{above the bound for δ = 0.01}", lemma_b_5.communication_is_likely),
    ),
    "appendix-b-bits": statement(
        step("growth over M log(MK) log T along the family", lemma_b_5.bits_growth)
    ),
    "theorem-1-expectation": derived(step("rare case", theorem_1.expected_from_likely)),
    "theorem-5": derived(
        step("pulls of an arm", lemma_b_4.stage_2_constant),
        step("phases", theorem_5.phases),
        step("log(K L'/δ)", theorem_5.logarithm),
        step("expected communication", theorem_5.expected_communication),
        step("allocation without stage 1, upper tail", lemma_b_5.chernoff),
        step("lower tail", lemma_b_5.chernoff, upper=False),
    ),
    "section-3-1-single-agent-gaps": derived(
        step("pulls of an arm times Δ²/log(KT), M = 1", lemma_b_2.stage_1_constant)
    ),
    "finite-precision-demab": derived(
        step("variance of a rounding", finite_precision.rounding_variance),
        step("of average and roundings", finite_precision.rounded_average),
        step("exponent", finite_precision.rounded_exponent),
        step("bits", finite_precision.bits_of_reals),
    ),
    "finite-precision-demab-integers": statement(
        step("pulls asked for, against T", finite_precision.integers_sent, printed=False),
        printed=(step("pulls asked for, against K", finite_precision.integers_sent),),
    ),
}
