"""Claims on DEMAB: Section 3, Appendices A, B and I; Protocols 1 and 3 to 7, Theorems 1, 5, 7."""

import math

from bandit_replications.ledger.decisions import (
    algebra,
    argued,
    by_interpretation,
    exact,
    proof,
    sampled,
    statement,
)
from bandit_replications.papers.distributed.theory import (
    bounds,
    fact_1,
    lemma_b_2,
    lemma_b_5,
    theorem_1_repaired,
)

_SHORT_OF_PHASES = exact("l0 phases at M = K = 2, T = 8000", fact_1.completed_phases)
# 4^(j+3) L pulls and a rounding in phase j, L = log(MKT); l <= log4 T + 1 <= 3 L, MKT >= 3.
_LENGTH = algebra(
    "phases 1 to l, rounded",
    "256*(4**l - 1)*L/3 + l <= 256*4**l*L/3",
    over={"l": (1, "oo"), "x": (0, "oo")},
    L="l/3 + x",
)
_STALE = algebra(
    "N_max from before Reallocate: K/M arms each, K = 160, M = 16", "160/(160/16) <= 2"
)
_PHASES = algebra(
    "phases, y = log(MK)", "1 + log(16/3)/log(4) + 2*y/log(4) <= 4 + 3*y/2", over={"y": (0, "oo")}
)
# The last phase is ⌈log2(1/Δ)⌉ + 1 = log2(1/Δ) + c, c from 1 to 2.
_C5 = (_LENGTH, algebra("C5, last phase log2(1/Δ) + c", "256/3*4**c <= 4096/3", over={"c": (1, 2)}))
_C4 = algebra(
    "C4 with roundings, u = 1/Δ², last phase log2(1/Δ) + c",
    "8/3*64*4**c*u + 15 <= (2**15 + 13)/3*u",
    over={"c": (1, 2), "u": (1, "oo")},
)

CHECKS = {
    "protocol-1": proof(
        algebra("pulls in phase l0 + 1 = -7", "1 <= floor(4**(-7 + 3)*log(64*100*500))")
    ),
    "protocol-3": proof(
        printed=(
            _STALE,
            algebra("round-robin pulls with |B_l|, K = 160, M = 16", "0 <= 160/16 - 160"),
        )
    ),
    "protocol-6": proof(exact("who waits and who gets", fact_1.deadlocks)),
    "appendix-a-assignment": statement(
        printed=(algebra("rule for M = 6, N = 3, m = 7", "6/3*ceiling(7*3/6) = 7"),)
    ),
    "fact-1-2": statement(
        algebra("counts are n̄, n̄ + 1; n̄ >= 1", "n + 1 <= 2*n", over={"n": (1, "oo")})
    ),
    "fact-1-3": statement(_SHORT_OF_PHASES),
    "fact-1-3-repaired": proof(_LENGTH, algebra("one phase less with 67/3", "256/3 <= 4*67/3")),
    "fact-1-4": proof(
        _PHASES,
        printed=(
            exact("m_l of a completed phase against T", fact_1.fits),
            algebra("4^l0 without its rounding", "10**8/(67/3*16*20**2*log(16*20*10**8)) <= 4**2"),
        ),
    ),
    "section-3-2-burn-in": statement(
        exact("l0 with log T, T = 8000", fact_1.completed_phases, with_log_horizon=True),
        exact("l0 with log T and 256/3", fact_1.burn_in_logarithm),
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
                algebra("announcement", "M <= C", over={"C": (1, "oo")}, M="C + 1")
            ),
            "the arms moved alone": statement(
                algebra("two arms lost", "M - 1 <= 2*C", over={"C": (1, "oo")}, M="2*C + 2")
            ),
        },
    ),
    "lemma-b-2-2": proof(
        printed=(exact("P{gap 0.26 alive at the start of phase 3}", lemma_b_2.alive_gap),)
    ),
    "lemma-b-2-4": statement(
        exact("P{gap 0.51 enters stage 2}, l0 = 2", lemma_b_2.gap_entering_stage_2)
    ),
    "lemma-b-2-4-repaired": proof(_LENGTH),
    "lemma-b-2-5": proof(
        *_C5, printed=(exact("dropped in phase l_a", lemma_b_2.dropped_in_phase),)
    ),
    "lemma-b-4": proof(
        _C4,
        printed=(
            algebra("roundings at MKT = 6", "2*(4 + 3*log(2)/2) <= 13*log(6)/3"),
            exact("phases of one step: at most log M", fact_1.short_phases),
            _STALE,
        ),
    ),
    "lemma-b-5": statement(argued("P{Reallocate} on an instance", lemma_b_5.reallocation_is_rare)),
    "lemma-b-5-repaired": proof(facts={"constant": math.ceil(theorem_1_repaired.constant())}),
    "lemma-b-5-coins": proof(
        sampled("P{Reallocate with n_l >= K/4}", lemma_b_5.coins_are_unbalanced)
    ),
    "equation-01": proof(
        printed=(algebra("D <= 2T/(MK)", "ceiling(T/(M*K)) <= 2*T/(M*K)", M=64, K=100, T=200),)
    ),
    "equation-02": proof(printed=(exact("Σ η with log M", fact_1.short_phases),)),
    "theorem-1": proof(
        _C4,
        *_C5,
        printed=(
            algebra("failures, T = 10^12, l_D = 14", "2*4 + 3*log(2) + 2*14 <= 4 + 3*log(2)/2 + 1"),
            _SHORT_OF_PHASES,
            _STALE,
        ),
    ),
    "theorem-1-communication-worst": proof(_PHASES),
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
    "theorem-5": proof(_C4, printed=(_STALE,), facts={"constant": math.ceil(bounds.THEOREM_5)}),
    "theorem-7": proof(printed=(algebra("M steps for Reallocate", "8*(62 - 31) <= 16"),)),
    "section-3-1-single-agent-gaps": proof(*_C5),
    "section-3-1-single-agent": proof(
        algebra("gaps above and below e", "K*C*L/e + e*T = 2*sqrt(C*K*L*T)", e="sqrt(C*K*L/T)")
    ),
    "finite-precision-demab-integers": proof(
        printed=(algebra("last phase that fits", "10**8/4 <= 20"),)
    ),
}
