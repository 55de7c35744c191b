"""Claims on DEMAB: Section 3, Appendices A and B; Protocols 1 and 3 to 7, Theorems 1 and 5."""

from bandit_replications.inference.exact import identity, inequality
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
    lemma_b_2,
    lemma_b_5,
    theorem_1_repaired,
)

_SHORT_OF_PHASES = exact("l0 phases at M = K = 2, T = 8000", fact_1.completed_phases)
# 4^(j+3) L pulls and a rounding in phase j, L = log(MKT); l <= log4 T + 1 <= 3 L, MKT >= 3.
_LENGTH = exact(
    "phases 1 to l, rounded",
    inequality,
    "256*(4**l - 1)*L/3 + l",
    "256*4**l*L/3",
    over={"l": (1, "oo"), "x": (0, "oo")},
    L="l/3 + x",
)
_STALE_MAXIMUM = exact(
    "N_max from before Reallocate: K/M arms each, K = 160, M = 16", inequality, "160/(160/16)", "2"
)
_PHASES = exact(
    "phases, y = log(MK)",
    inequality,
    "1 + log(16/3)/log(4) + 2*y/log(4)",
    "4 + 3*y/2",
    over={"y": (0, "oo")},
)
_C5 = (
    _LENGTH,
    exact("C5: 4^n <= 16/Δ²", identity, "256/3*16/gap**2", "4096/3/gap**2"),
)
_C4 = (
    exact("phases up to l_i: 4^l_i <= 16/Δ²", identity, "8/3*64*16*u", "2**13/3*u"),
    exact(
        "C4 with roundings, u = 1/Δ²",
        inequality,
        "2**13/3*u*L + 15*L",
        "(2**15 + 13)/3*u*L",
        over={"u": (1, "oo"), "L": (0, "oo")},
    ),
)
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
_SHORT_PHASES = argued(
    "phases of one step: at most 2 log4 M",
    "phases l >= 1 of one step have 4^(l+3) < M, at most log4 M - 3, none for M <= 64; phases "
    "l <= 0 drop no arm, nor has stage 1, so that 4^(l+3) K log(MKT) <= M, and D >= 1 makes "
    "4^(l0+1) > 1/(C2 K log(MKT)): fewer than 1 + log4(C2 M/64) <= 1.21 + log4 M",
)
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
    argued(
        "regret of phase l0 + 1 without Reallocate",
        "2 ⌈K/M⌉ m_(l0+1) steps at gaps of at most 2^(-l0+1): at most 175 of the 322 roots of "
        "KTM log(MKT), by the lines in theorem_1_repaired.lost_by_skipping",
    ),
)

CHECKS = {
    "protocol-1": proof(
        exact("pulls in phase l0 + 1 = -7", inequality, "1", "floor(4**(-7 + 3)*log(64*100*500))")
    ),
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
            exact("round-robin pulls with |B_l|, K = 160, M = 16", inequality, "0", "160/16 - 160"),
        ),
    ),
    "protocol-4": proof(exact("arms without average as indented, K = 5", identity, "5 - 1", "0")),
    "protocol-5": proof(exact("arms sent, counts (5, 1, 1)", inequality, "0", "1 - 2")),
    "protocol-6": proof(exact("who waits and who gets", fact_1.deadlocks)),
    "appendix-a-assignment": statement(
        argued(
            "pairs",
            "the pulls in a row, arm after arm, cut for M agents: N ends of arms and M - 1 cuts",
        ),
        printed=(exact("rule for M = 6, N = 3, m = 7", identity, "6/3*ceiling(7*3/6)", "7"),),
    ),
    "fact-1-1": statement(
        argued("most arms left", "Σ n_i - M n̄ is the remainder of a division by M")
    ),
    "fact-1-2": statement(
        exact("counts are n̄, n̄ + 1; n̄ >= 1", inequality, "n + 1", "2*n", over={"n": (1, "oo")})
    ),
    "fact-1-3": statement(_SHORT_OF_PHASES),
    "fact-1-3-repaired": proof(
        _LENGTH,
        argued("who drops arms", "is faster; l0 <= log4 T roundings of each arm are counted"),
        exact("one phase less with 67/3", inequality, "256/3", "4*67/3"),
    ),
    "fact-1-4": proof(
        _PHASES,
        argued(
            "the printed chain's end",
            "⌈log4(C2 M² K²)⌉ <= 1 + log4(C2) + 2 log4(MK) <= 3.3 + 1.443 log(MK)",
        ),
        argued(
            "m_l of a completed phase against MT",
            "one arm at least is pulled m_l times, by all agents together",
        ),
        printed=(
            exact("m_l of a completed phase against T", fact_1.fits),
            exact(
                "4^l0 without its rounding",
                inequality,
                "10**8/(67/3*16*20**2*log(16*20*10**8))",
                "4**2",
            ),
        ),
    ),
    "section-3-2-burn-in": statement(
        exact("l0 with log T, T = 8000", fact_1.completed_phases, with_log_horizon=True),
        exact("l0 with log T and 256/3", fact_1.burn_in_logarithm),
    ),
    "section-3-2-stage-1-regret": proof(
        argued(
            "M min(D, sqrt(DK))",
            "T >= MK: D <= 2T/(MK), so M sqrt(DK) <= sqrt(2MT); T < MK: D = 1, and M <= sqrt(MT)",
        )
    ),
    "section-3-2-reallocate-cost": by_interpretation(
        statement(
            argued(
                "arms moved",
                "counts were n̄' or n̄' + 1, and n̄ <= n̄': what is above the new n̄ is N - M n̄ <= "
                "M - 1 and what others are below it, at most what they have lost",
            )
        ),
        **{
            "all numbers sent for it": statement(
                exact("announcement", inequality, "M", "C", over={"C": (1, "oo")}, M="C + 1")
            ),
            "the arms moved alone": statement(
                exact(
                    "two arms lost", inequality, "M - 1", "2*C", over={"C": (1, "oo")}, M="2*C + 2"
                )
            ),
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
    "lemma-b-2-4-repaired": proof(_LARGEST_GAP, _LENGTH),
    "lemma-b-2-5": proof(
        *_C5,
        argued(
            "dropped in phase l_a + 1",
            "the phase after l_a = ⌈log2(1/Δ)⌉ drops gaps from 2^(-l_a) on, and 2^(-l_a) <= Δ",
        ),
        printed=(exact("dropped in phase l_a", lemma_b_2.dropped_in_phase),),
    ),
    "lemma-b-4": proof(
        *_C4,
        argued(
            "dropped in phase l_i",
            "phase l_i = ⌈log2(1/Δ)⌉ + 1 drops gaps from 2^(-l_i+1) <= Δ on",
        ),
        _SHORT_PHASES,
        _TWICE,
        _MISSED_ARM,
        printed=(
            exact("roundings at MKT = 6", inequality, "2*(4 + 3*log(2)/2)", "13*log(6)/3"),
            exact("phases of one step: at most log M", fact_1.short_phases),
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
        argued(
            "one threshold",
            "all agents drop an arm or none does, so that which arms are alive does not depend on "
            "who holds them, and the counts are binomial",
        ),
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
        argued(
            "expected communication",
            "12 M L, 84 M log(2 L² K²) + 4, 12 M log(MK) for phase l0 + 1, and where averages are "
            "off 2 K (L + M log4 T)/(MKT)² times the worst case: each over M log(MK) is largest at "
            "M = 1, K = 2, T = 3",
        ),
        facts={"constant": theorem_1_repaired.constant()},
    ),
    "lemma-b-5-coins": proof(
        sampled("P{Reallocate with n_l >= K/4}", lemma_b_5.coins_are_unbalanced)
    ),
    "equation-01": proof(
        argued("T < MK/2: stage 1 is one step", "it loses M at most, and M <= sqrt(MT), as T > M"),
        M_LOG_M,
        printed=(
            exact("D <= 2T/(MK)", inequality, "ceiling(T/(M*K))", "2*T/(M*K)", M=64, K=100, T=200),
        ),
    ),
    "equation-02": proof(
        _SHORT_PHASES,
        printed=(exact("Σ η with log M", fact_1.short_phases),),
    ),
    "theorem-1": proof(
        argued(
            "repaired sum against C6's form",
            "2 sqrt(2 C5) and 2 sqrt(C4) are stages 1 and 2, D <= 2T/(MK) or D = 1 and M; 8.5 is "
            "left for 2 M log4 M, 1.45 times the root at most, and for the failures, 2 (L + M log4 "
            "T)/(MKT): 0.6 times the root at M = 1, K = 2, T = 3 and less beyond",
        ),
        *_C4,
        *_C5,
        _SHORT_PHASES,
        M_LOG_M,
        LOGARITHM,
        _MISSED_ARM,
        printed=(
            exact(
                "failures, T = 10^12, l_D = 14",
                inequality,
                "2*4 + 3*log(2) + 2*14",
                "4 + 3*log(2)/2 + 1",
            ),
            _SHORT_OF_PHASES,
            _STALE_MAXIMUM,
        ),
    ),
    "theorem-1-communication-worst": proof(
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
        argued(
            "growth over M log(MK) log T along the family",
            lemma_b_5.communication_growth,
            bits=True,
        )
    ),
    "theorem-1-expectation": proof(
        argued("rare case", "(ML + K)/K = ML/K + 1 <= ML + 1"),
    ),
    "theorem-5": proof(
        *_C4,
        argued("phases", "a completed phase has 64 · 4^l log(MKT) <= MT < T², so l < 2 log4 T"),
        argued("log(K P/δ)", "P phases have 2 P² <= T and K < T, so log(K P/δ) <= 2 log(T/δ)"),
        argued(
            "regret of failures",
            "K P averages fail with 2/(MKT)² each and cost MT at most: 2 P/(MKT) in all",
        ),
        LOGARITHM,
        argued(
            "expected communication",
            "P <= max(1, 2 log4 T - 2) phases, so that 2 P² <= T and log(2 P² K²) <= 3 log T: "
            "11 M P + M + 84 M log(2 P² K²) + 4 in all",
        ),
        *_CHERNOFF,
        facts={"constant": bounds.THEOREM_5},
    ),
    "section-3-1-single-agent-gaps": proof(*_C5, _LARGEST_GAP),
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
        printed=(exact("last phase that fits", inequality, "10**8/4", "20"),),
    ),
}
