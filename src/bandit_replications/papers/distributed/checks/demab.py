"""Claims on DEMAB: Section 3, Appendices A and B; Protocols 1 and 3 to 7, Theorems 1 and 5."""

from bandit_replications.ledger.decisions import (
    argued,
    by_interpretation,
    exact,
    proof,
    sampled,
    statement,
)
from bandit_replications.papers.distributed.checks.introduction import BITS, LOGARITHM, M_LOG_M
from bandit_replications.papers.distributed.theory import (
    bounds,
    fact_1,
    finite_precision,
    lemma_b_2,
    lemma_b_4,
    lemma_b_5,
    theorem_1,
    theorem_1_repaired,
    theorem_5,
)

_SHORT_OF_PHASES = exact("l0 phases at M = K = 2, T = 8000", fact_1.completed_phases)
_ENOUGH_PHASES = argued("256/3 is enough", fact_1.needed_constant, constant=bounds.C2_REPAIRED)
_STALE_MAXIMUM = exact("N_max from before Reallocate", fact_1.stale_maximum)
_PHASES = argued("phases of stage 2", fact_1.phases_of_stage_2)
_EXPONENT = argued(
    "exponent from Hoeffding's inequality",
    "2 m_l (2^(-l-1))² = 2 · 4^(l+3-l-1) log(MKT) = 32 log(MKT), and the union needs 2 log(MKT)",
)
_TIES = argued(
    "also for errors that are equal", "Hoeffding's inequality bounds P{error >= t}, ties included"
)
_LARGEST_GAP = argued(
    "of the arms that phase l leaves",
    "an arm that is left is less than 2^-l behind the best average, and two errors of 2^(-l-1) "
    "add 2^-l: its gap is at most 2^(-l+1)",
)
_TWICE = argued(
    "at most 2 m_l a phase",
    "an agent with n arms pulls each N_max/n times m_l on average, and N_max <= 2 n; in "
    "centralised mode fewer than N m_l pulls are left over unless the phase is one step, so that "
    "they can be spread with at most m_l for an arm",
)
_MISSED_ARM = argued(
    "an arm that phase l0 missed",
    "its gap is at most 4 · 2^-l0 and phase l0 + 1 drops it: 2 · 4^(l0+4) · 16 · 4^-l0 = 8192, "
    "less than C4 = 10927 by more than two roundings",
)
_SHORT_PHASES = argued("phases of one step: at most 2 log4 M", lemma_b_4.short_phases_repaired)
_CHERNOFF = (
    argued("upper tail", "δ²/(2 + δ) at δ = 1/3 is (1/9)/(7/3) = 1/21"),
    argued("lower tail", "δ²/2 at δ = 1/3 is 1/18"),
)
REPAIR = (
    argued(
        "gaps that phase l0 may leave to chance",
        "with errors of 2^(-l-3) phase l drops gaps from 5/4 · 2^-l on and none below 3/4 · 2^-l; "
        "so phase l0 + 1 drops from 5/8 · 2^-l0 on, and 5/8 < 3/4",
    ),
    argued(
        "probability of the smaller errors",
        "2 m_l (2^(-l-3))² = 2 · 4^(l+3-l-3) log(MKT) = 2 log(MKT)",
    ),
    argued("regret of phase l0 + 1 without Reallocate", theorem_1_repaired.cost_of_skipping),
)

CHECKS = {
    "protocol-1": proof(exact("pulls when l0 is below -3", fact_1.negative_first_phase)),
    "protocol-1-negative-phases": proof(
        argued(
            "threshold of phases up to 0",
            "averages of [0, 1] differ by at most 1 <= 2^-l for l <= 0; such phases are in stage 2 "
            "only, which keeps an arm that is exactly 2^-l behind",
        ),
    ),
    "protocol-3": proof(
        _TWICE,
        printed=(
            _STALE_MAXIMUM,
            exact("round-robin pulls with |B_l|", lemma_b_4.union_for_own_arms),
        ),
    ),
    "protocol-4": proof(
        exact("averages at the elimination, as indented", theorem_1.elimination_in_loop)
    ),
    "protocol-5": proof(exact("number of arms sent", fact_1.printed_sign)),
    "protocol-6": proof(exact("who waits and who gets", fact_1.deadlocks)),
    "appendix-a-assignment": statement(
        argued("pairs", theorem_1.segments),
        printed=(exact("pulls by the rule for divisible M", theorem_1.divisible_pulls),),
    ),
    "fact-1-1": statement(argued("most arms left", fact_1.leftover)),
    "fact-1-2": statement(argued("largest over smallest", fact_1.balanced_afterwards)),
    "fact-1-3": statement(
        _SHORT_OF_PHASES, exact(f"{len(fact_1.GRID)} settings", fact_1.cases_short_of_phases)
    ),
    "fact-1-3-repaired": proof(
        _ENOUGH_PHASES,
        argued("one phase less with 67/3", fact_1.one_phase_less),
    ),
    "fact-1-4": proof(
        argued("the repaired chain", fact_1.phases_of_stage_2),
        argued(
            "the printed chain's end",
            "⌈log4(C2 M² K²)⌉ <= 1 + log4(C2) + 2 log4(MK) <= 3.3 + 1.443 log(MK)",
        ),
        argued("m_l of a completed phase against MT", fact_1.fits, against="MT"),
        printed=(
            exact("m_l of a completed phase against T", fact_1.fits),
            exact("4^l0 without its rounding", fact_1.floor_forgotten),
        ),
    ),
    "section-3-2-burn-in": statement(
        exact("l0 with log T at M = K = 2, T = 8000", fact_1.completed_with_log_horizon),
        exact("l0 with log T and 256/3", fact_1.burn_in_logarithm),
    ),
    "section-3-2-stage-1-regret": proof(
        argued(
            "M min(D, sqrt(DK))",
            "T >= MK: D <= 2T/(MK), so M sqrt(DK) <= sqrt(2MT); T < MK: D = 1, and M <= sqrt(MT)",
        )
    ),
    "section-3-2-reallocate-cost": by_interpretation(
        statement(argued("arms moved", fact_1.moved_arms)),
        **{
            "all numbers sent for it": statement(exact("announcement", fact_1.announced)),
            "the arms moved alone": statement(exact("two arms lost", fact_1.moved_for_two)),
        },
    ),
    "lemma-b-1": proof(
        _EXPONENT,
        argued("exponent as printed", "m_l 4^(-l-1)/2 = 8 log(MKT), enough, too"),
        argued("union", "M K l_D averages at 2/(MKT)² each: 2 l_D/(MKT²) <= 2 l_D/(MKT)"),
    ),
    "lemma-b-3": proof(
        _EXPONENT,
        _TIES,
        argued("union", "K L averages at 2/(MKT)² each: 2 L/(M² K T²) <= 2 L/(M² K T)"),
    ),
    "appendix-b-pulls-looseness": proof(
        argued(
            "exponent at 4^(l+1)", "2 · 4^(l+1) log(MKT) (2^(-l-1))² = 2 log(MKT), what is needed"
        ),
    ),
    "lemma-b-2-1": proof(
        argued(
            "two errors of 2^(-l-1)",
            "where all errors are below 2^(-l-1) the best arm is less than 2^-l behind any other, "
            "so that ties, which Protocol 4 drops, do not occur",
        ),
        _TIES,
    ),
    "lemma-b-2-2": proof(
        _LARGEST_GAP,
        printed=(exact("P{gap 0.26 alive at the start of phase 3}", lemma_b_2.alive_gap),),
    ),
    "lemma-b-2-4": statement(
        exact("P{gap 0.51 enters stage 2}, l0 = 2", lemma_b_2.gap_entering_stage_2)
    ),
    "lemma-b-2-4-repaired": proof(_LARGEST_GAP, _ENOUGH_PHASES),
    "lemma-b-2-5": proof(
        argued("C5 = 4096/3", lemma_b_2.stage_1_constant),
        argued(
            "dropped in phase l_a + 1",
            "the phase after l_a = ⌈log2(1/Δ)⌉ drops gaps from 2^(-l_a) on, and 2^(-l_a) <= Δ",
        ),
        printed=(exact("dropped in phase l_a", lemma_b_2.dropped_in_phase),),
    ),
    "lemma-b-4": proof(
        argued("C4 with all roundings", lemma_b_4.stage_2_constant),
        argued(
            "dropped in phase l_i",
            "phase l_i = ⌈log2(1/Δ)⌉ + 1 drops gaps from 2^(-l_i+1) <= Δ on",
        ),
        _SHORT_PHASES,
        _TWICE,
        _MISSED_ARM,
        printed=(
            exact("roundings in the last line", lemma_b_4.ceilings),
            exact("phases of one step: at most log M", lemma_b_4.short_phases),
            _STALE_MAXIMUM,
        ),
    ),
    "lemma-b-5": statement(argued("P{Reallocate} on an instance", lemma_b_5.reallocation_is_rare)),
    "lemma-b-5-chernoff": proof(*_CHERNOFF),
    "lemma-b-5-union": proof(
        argued(
            "more agents than arms",
            "n_l <= K < M <= 21 M log(1/δ) for δ <= e^(-1/21), and 2 L M δ >= 1 beyond",
        )
    ),
    "lemma-b-5-without-stage-1": proof(
        argued("share of unbalanced draws", lemma_b_5.without_stage_1),
        *_CHERNOFF,
        argued(
            "T below which stage 1 drops no arm",
            "D = ⌈T/(MK)⌉ > K m_1 >= 256 K log(MKT) needs T > 256 M K² log(MKT)",
        ),
    ),
    "lemma-b-5-repaired": proof(
        *REPAIR,
        argued(
            "numbers that move arms in it",
            "4 K min(1, M e^(-K/(3M))) is at most 4 K <= 12 M log M up to K = 3 M log M, and "
            "falls from there on (M >= 3); at M = 1 it is at most 12/e, at M = 2 at most 48/e: "
            "never more than 12 M log(MK)",
        ),
        argued("expected communication", theorem_1_repaired.communication_form),
        facts={"constant": theorem_1_repaired.constant()},
    ),
    "lemma-b-5-coins": proof(
        sampled("P{Reallocate with n_l >= K/4}", lemma_b_5.coins_are_unbalanced)
    ),
    "equation-01": proof(
        argued("T < MK/2: stage 1 is one step", "it loses M at most, and M <= sqrt(MT), as T > M"),
        M_LOG_M,
        printed=(exact("D <= 2T/(MK)", theorem_1.burn_in_length),),
    ),
    "equation-02": proof(
        _SHORT_PHASES,
        printed=(exact("Σ η with log M", lemma_b_4.short_phases),),
    ),
    "theorem-1": proof(
        argued("repaired sum against C6's form", theorem_1.final_constant),
        argued("C4", lemma_b_4.stage_2_constant),
        argued("C5", lemma_b_2.stage_1_constant),
        _SHORT_PHASES,
        M_LOG_M,
        LOGARITHM,
        _MISSED_ARM,
        printed=(
            exact("failure probability of the last display", theorem_1.failure_as_printed),
            _SHORT_OF_PHASES,
            _STALE_MAXIMUM,
        ),
    ),
    "theorem-1-communication-worst": proof(
        argued("arms moved again", fact_1.moved_arms),
        _PHASES,
        argued(
            "a phase and all Reallocates",
            "a phase costs at most 7 M, the first Reallocate moves K arms at most, each later one "
            "what was lost since the last and M - 1 more: 4 K + 11 M L + M in all",
        ),
    ),
    "theorem-1-communication": statement(
        argued("growth over M log(MK) along the family", lemma_b_5.communication_growth),
        argued("an illustration: expected communication", lemma_b_5.expected_communication),
        argued("P{above the bound for δ = 0.01}", lemma_b_5.communication_is_likely),
    ),
    "appendix-b-bits": statement(
        argued("growth over M log(MK) log T along the family", lemma_b_5.bits_growth)
    ),
    "theorem-1-expectation": proof(
        argued("rare case", "(ML + K)/K = ML/K + 1 <= ML + 1"),
    ),
    "theorem-5": proof(
        argued("pulls of an arm", lemma_b_4.stage_2_constant),
        argued("phases", "a completed phase has 64 · 4^l log(MKT) <= MT < T², so l < 2 log4 T"),
        argued("log(K P/δ)", "P phases have 2 P² <= T and K < T, so log(K P/δ) <= 2 log(T/δ)"),
        argued(
            "regret of failures",
            "K P averages fail with 2/(MKT)² each and cost MT at most: 2 P/(MKT) in all",
        ),
        LOGARITHM,
        argued("expected communication", theorem_5.expected_communication),
        *_CHERNOFF,
        facts={"constant": theorem_5.CONSTANT},
    ),
    "section-3-1-single-agent-gaps": proof(
        argued("pulls of an arm times Δ²/log(KT), M = 1", lemma_b_2.stage_1_constant)
    ),
    "finite-precision-demab": proof(
        argued(
            "variance of a rounding",
            "an error in an interval of length 1/(4TM) has proxy 1/(64 T² M²) <= 1/(M · MT), and "
            "m_l <= MT",
        ),
        argued(
            "of average and roundings",
            "in units of 1/(4^(l+3) log(MKT)) 1/4 for the average and at most 1 for the "
            "roundings, and 4 are allowed",
        ),
        argued(
            "exponent",
            "with proxy 4/(4^(l+3) log(MKT)) it is 4^(-l-1) 4^(l+2) log(MKT)/2 = 2 log(MKT)",
        ),
        BITS,
    ),
    "finite-precision-demab-integers": proof(
        argued(
            "bits of a number of pulls",
            "an arm gets m_l pulls, in phase l0 + 1 at most 256/C2 · D/K + 1 <= 11.5 T + 1, later "
            "at most 4 MT + 1, as the phase before has ended: below 4 T², as T >= 3 and M < T: at "
            "most 5 log2 T bits",
        ),
        argued("bits of other integers", "counts and names of arms are K at most, and K < T"),
        printed=(exact("pulls asked for, against K", finite_precision.integers_sent),),
    ),
}
