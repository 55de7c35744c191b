"""Claims on DEMAB: Section 3, Appendices A and B; Protocols 1 and 3 to 7, Theorems 1 and 5."""

from bandit_replications.ledger.decisions import argued, exact, proof, sampled, statement
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

_SHORT_OF_PHASES = sampled("l0 phases at M = K = 2, T = 8000", fact_1.completed_phases)
_MENDED_C2 = sampled(
    "l0 with C2 = 256/3", fact_1.cases_short_of_phases, constant=bounds.C2_REPAIRED
)


CHECKS = {
    "protocol-1": proof(sampled("pulls when l0 is below -3", fact_1.negative_first_phase)),
    "protocol-1-negative-phases": proof(
        argued("threshold of phases up to 0", fact_1.early_phases_eliminate_nothing),
    ),
    "protocol-3": proof(
        sampled("balanced counts", lemma_b_4.at_most_twice),
        printed=(
            sampled("N_max from before Reallocate", fact_1.stale_maximum),
            sampled("round-robin pulls with |B_l|", lemma_b_4.union_for_own_arms),
        ),
    ),
    "protocol-4": proof(
        sampled("averages at the elimination, as indented", theorem_1.elimination_in_loop)
    ),
    "protocol-5": proof(sampled("number of arms sent", fact_1.printed_sign)),
    "protocol-6": proof(exact("who waits and who gets", fact_1.deadlocks)),
    "appendix-a-assignment": statement(
        exact("pairs", theorem_1.segments),
        printed=(exact("pulls by the rule for divisible M", theorem_1.divisible_pulls),),
    ),
    "fact-1-1": statement(exact("most arms left", fact_1.leftover)),
    "fact-1-2": statement(exact("largest over smallest", fact_1.balanced_afterwards)),
    "fact-1-3": statement(
        _SHORT_OF_PHASES, sampled(f"{len(fact_1.GRID)} settings", fact_1.cases_short_of_phases)
    ),
    "fact-1-3-repaired": proof(
        sampled("256/3 is enough", fact_1.needed_constant, constant=bounds.C2_REPAIRED),
        _MENDED_C2,
        sampled("one phase less with 67/3", fact_1.one_phase_less),
        sampled(
            "phases of stage 2 with 256/3", fact_1.phases_of_stage_2, constant=bounds.C2_REPAIRED
        ),
    ),
    "fact-1-4": proof(
        sampled("the repaired chain", fact_1.phases_of_stage_2),
        sampled("the printed chain's end", fact_1.printed_phases),
        sampled("m_l of a completed phase against MT", fact_1.fits, against="MT"),
        printed=(
            sampled("m_l of a completed phase against T", fact_1.fits),
            sampled("4^l0 without its rounding", fact_1.floor_forgotten),
        ),
    ),
    "section-3-2-burn-in": statement(
        sampled("l0 with log T at M = K = 2, T = 8000", fact_1.completed_with_log_horizon),
        sampled("l0 with log T and 256/3", fact_1.burn_in_logarithm),
    ),
    "section-3-2-stage-1-regret": proof(sampled("M min(D, sqrt(DK))", theorem_1.stage_1_regret)),
    "section-3-2-reallocate-cost": statement(
        exact("arms moved, 3 agents", fact_1.moved_arms),
        exact("arms moved, 4 agents", fact_1.moved_arms, agents=4, most=3),
        printed=(exact("with the announcement, one arm lost", fact_1.announced),),
    ),
    "lemma-b-1": proof(
        sampled("exponent from Hoeffding's inequality", lemma_b_1.hoeffding_exponent),
        sampled("exponent as printed", lemma_b_1.printed_exponent),
        sampled("coins at MKT = 3, exactly", lemma_b_1.exact_tail),
        sampled("union", lemma_b_1.union_b_1),
    ),
    "lemma-b-3": proof(
        sampled("exponent", lemma_b_1.hoeffding_exponent),
        sampled("also for errors that are equal", lemma_b_1.strictness),
        sampled("union", lemma_b_1.union_b_3),
    ),
    "appendix-b-pulls-looseness": proof(
        sampled("ratio", lemma_b_1.looseness),
        sampled("exponent at 4^(l+1)", lemma_b_1.hoeffding_exponent, pulls_exponent=1),
        sampled("bound on the regret", lemma_b_1.sharp_regret),
    ),
    "lemma-b-2-1": proof(argued("two errors of 2^(-l-1)", lemma_b_1.strictness)),
    "lemma-b-2-2": proof(
        argued("of the arms that phase l leaves", lemma_b_2.largest_gap),
        printed=(argued("P{gap 0.26 alive at the start of phase 3}", lemma_b_2.alive_gap),),
    ),
    "lemma-b-2-4": statement(
        sampled("P{gap 0.51 enters stage 2}, l0 = 2", lemma_b_2.gap_entering_stage_2)
    ),
    "lemma-b-2-4-repaired": proof(
        sampled("after l0 completed phases", lemma_b_2.largest_gap), _MENDED_C2
    ),
    "lemma-b-2-5": proof(
        sampled("C5 = 4096/3", lemma_b_2.stage_1_constant),
        sampled("dropped in phase l_a + 1", lemma_b_2.dropped_in_phase, printed=False),
        printed=(sampled("dropped in phase l_a", lemma_b_2.dropped_in_phase),),
    ),
    "lemma-b-4": proof(
        sampled("C4 with all roundings", lemma_b_4.stage_2_constant),
        sampled("dropped in phase l_i", lemma_b_4.dropped_in_stage_2),
        sampled("geometric sum", lemma_b_4.geometric_sum),
        sampled("phases of one step: at most 2 log4 M", lemma_b_4.short_phases_repaired),
        sampled("at most 2 m_l a phase", lemma_b_4.at_most_twice),
        sampled("an arm that phase l0 missed", lemma_b_4.unfinished_burn_in),
        printed=(
            sampled("roundings in the last line", lemma_b_4.ceilings),
            sampled("phases of one step: at most log M", lemma_b_4.short_phases),
            sampled("N_max from before Reallocate", fact_1.stale_maximum),
        ),
    ),
    "lemma-b-5": statement(sampled("P{Reallocate} on an instance", lemma_b_5.reallocation_is_rare)),
    "lemma-b-5-chernoff": proof(
        sampled("upper", lemma_b_5.chernoff),
        sampled("lower", lemma_b_5.chernoff, upper=False),
        sampled("exact tails", lemma_b_5.chernoff_exact),
    ),
    "lemma-b-5-union": proof(
        sampled("K against the threshold when K < M", lemma_b_5.union_over_agents)
    ),
    "lemma-b-5-without-stage-1": proof(
        sampled("share of unbalanced draws", lemma_b_5.without_stage_1),
        sampled("largest T without an elimination in stage 1", lemma_b_5.needs_a_phase),
    ),
    "lemma-b-5-repaired": proof(
        sampled(
            "gaps that phase l0 may leave to chance", theorem_1_repaired.decided_one_phase_later
        ),
        sampled("probability of the smaller errors", theorem_1_repaired.small_errors),
        sampled("regret of phase l0 + 1 without Reallocate", theorem_1_repaired.cost_of_skipping),
        sampled("numbers that move arms in it", theorem_1_repaired.unbalanced_allocation),
        sampled("expected communication", theorem_1_repaired.communication_form),
    ),
    "lemma-b-5-coins": proof(
        sampled("P{Reallocate with n_l >= K/4}", lemma_b_5.coins_are_unbalanced)
    ),
    "equation-01": proof(
        sampled("T < MK/2: stage 1 is one step", theorem_1.one_step_burn_in),
        sampled("M log M", theorem_1.additive_term),
        printed=(sampled("D <= 2T/(MK)", theorem_1.burn_in_length),),
    ),
    "equation-02": proof(
        sampled("Σ η with 2 log4 M", lemma_b_4.short_phases_repaired),
        printed=(sampled("Σ η with log M", lemma_b_4.short_phases),),
    ),
    "theorem-1": proof(
        sampled("repaired sum against C6's form", theorem_1.final_constant),
        sampled("C4", lemma_b_4.stage_2_constant),
        sampled("C5", lemma_b_2.stage_1_constant),
        sampled("failure", theorem_1.failure_cost),
        sampled("log(MKT) <= 3 log T", theorem_1.logarithm_of_horizon),
        sampled("arms that phase l0 missed", lemma_b_4.unfinished_burn_in),
        printed=(
            sampled("failure probability of the last display", theorem_1.failure_as_printed),
            _SHORT_OF_PHASES,
            sampled("N_max from before Reallocate", fact_1.stale_maximum),
        ),
    ),
    "theorem-1-communication-worst": proof(
        sampled("the instance that moves most arms", lemma_b_5.worst_case_holds),
        sampled("arms moved again", fact_1.moved_arms),
        sampled("with 4 agents", fact_1.moved_arms, agents=4, most=3),
        sampled("phases", fact_1.phases_of_stage_2),
    ),
    "theorem-1-communication": statement(
        sampled("growth over M log(MK) along the family", lemma_b_5.communication_growth),
        sampled("an illustration: expected communication", lemma_b_5.expected_communication),
        sampled("P{above the bound for δ = 0.01}", lemma_b_5.communication_is_likely),
    ),
    "appendix-b-bits": statement(
        sampled("growth over M log(MK) log T along the family", lemma_b_5.bits_growth)
    ),
    "theorem-1-expectation": proof(sampled("rare case", theorem_1.expected_from_likely)),
    "theorem-5": proof(
        sampled("pulls of an arm", lemma_b_4.stage_2_constant),
        sampled("phases", theorem_5.phases),
        sampled("log(K L'/δ)", theorem_5.logarithm),
        sampled("expected communication", theorem_5.expected_communication),
        sampled("allocation without stage 1, upper tail", lemma_b_5.chernoff),
        sampled("lower tail", lemma_b_5.chernoff, upper=False),
    ),
    "section-3-1-single-agent-gaps": proof(
        sampled("pulls of an arm times Δ²/log(KT), M = 1", lemma_b_2.stage_1_constant)
    ),
    "finite-precision-demab": proof(
        sampled("variance of a rounding", finite_precision.rounding_variance),
        sampled("of average and roundings", finite_precision.rounded_average),
        sampled("exponent", finite_precision.rounded_exponent),
        sampled("bits", finite_precision.bits_of_reals),
    ),
    "finite-precision-demab-integers": statement(
        sampled("pulls asked for, against T", finite_precision.integers_sent, printed=False),
        printed=(sampled("pulls asked for, against K", finite_precision.integers_sent),),
    ),
}
