"""Decisions on the setting, Anytime-Lazy-UCB, Theorems 2 to 4 and Appendices A to D.

An equation is checked as printed; where that fails and a repair exists, the claim of the theorem or
lemma rests on the repaired step and says so.
"""

from bandit_replications.ledger.decisions import argued, exact, proof, sampled
from bandit_replications.papers.private_online.checks.privacy import loss_against
from bandit_replications.papers.private_online.theory import (
    facts,
    lemma_11,
    section_4,
    theorem_2,
    theorem_3,
)
from bandit_replications.papers.private_online.theory.audits.lazy_decisions import worst_loss

_UNIONS = argued("largest loss over sets and over sequences", theorem_2.unions_8)
_PAST = argued("change of the past's law", theorem_2.past_11)
_PAIRS = exact("(12) pairs covered of all (printed)", theorem_2.decomposition_12)
_TAIL_RATIO = argued(
    "(16) ratio of densities",
    "one reward moves the array's sum by at most 1, and |y + 1| <= |y| + 1: the density of "
    "Lap(1/ε) changes by at most e^ε",
)
_FIRST_PULL = exact("third decision (printed)", theorem_2.initial_pull, noised=False)
_SETS = exact("(17) β and β' (printed)", theorem_2.conditioning_17, pointwise=False)
_TAIL = argued("exact probability against t^-3 + t^-6", lemma_11.event_25)
_WIDTHS = argued("both widths over Δ", lemma_11.contradiction_27)
_INTEGRAL = exact("sum against integral (printed)", lemma_11.integral_28)
_TERMS = argued("log t terms of t^-3", "floor(log2 t) t^-3 <= t^-2, as log2 t <= t")
_OMEGA_RATIO = argued(
    "ratio of successive ω", "ω^(s) / ω^(s-1) = 2 + 1 / (2^(s-1) - 1) <= 3 for s >= 2"
)
_ARRAYS = argued(
    "largest θ against log2 T",
    "arrays 0 to θ - 1 are full and array θ holds a pull, so 2^θ <= O_j(T) <= T",
)
_SUM = argued("sum over s", lemma_11.constant_lemma_11)
_IDENTITIES = argued("(30), (31)", "K log T / Δ* = T Δ* = sqrt(K T log T), as Δ*² = K log T / T")
_COVER = argued("covers Theorem 3", theorem_3.constant_theorem_4)

THEOREM_2 = {
    "theorem-2": proof(
        _UNIONS,
        _PAST,
        argued(
            "third decision, first pulls noised (repaired)", theorem_2.initial_pull, noised=True
        ),
        argued("loss of five rounds and ε (repaired)", loss_against, loss=worst_loss, rounds=5),
        _TAIL_RATIO,
        argued("(12) pairs covered of all (repaired)", theorem_2.decomposition_12, repaired=True),
        argued("(17) by values (repaired)", theorem_2.conditioning_17, pointwise=True),
        printed=(_FIRST_PULL, _PAIRS, _SETS),
    ),
    "theorem-2-proof": proof(_UNIONS, _PAST, _PAIRS, _TAIL_RATIO, _SETS),
    "equation-08": proof(_UNIONS),
    "equation-11": proof(_PAST),
    "equation-12": proof(_PAIRS),
    "equation-16": proof(_TAIL_RATIO),
    "equation-17": proof(_SETS),
}

LEMMA_11 = {
    "lemma-11": proof(
        _SUM,
        _TAIL,
        _WIDTHS,
        _TERMS,
        _OMEGA_RATIO,
        argued("sum against integral (repaired)", lemma_11.integral_28, repaired=True),
        printed=(
            exact("chain for 2^d (printed)", lemma_11.chain_lemma_11),
            _INTEGRAL,
            exact("sum that defines ω (printed)", theorem_3.slots_omega),
        ),
    ),
    "lemma-11-chain": proof(exact("half of the chain (printed)", lemma_11.chain_lemma_11)),
    "equation-21": proof(
        argued(
            "range of t and τ",
            "before array s of arm j there are 2^s - 1 pulls of j and one of each other arm, so "
            "t > ω^(s-1) + K; arrays 0 to τ of arm 1 have 2^(τ+1) - 1 <= t - 1 slots",
        ),
        argued("smallest d_j", "24 ln T / (Δ min(Δ, ε)) >= 24 ln 2 > 2^4 for T >= 2, so d_j >= 5"),
    ),
    "equation-22": proof(
        argued(
            "Ψ without the three events",
            "mean_j + a_j < μ_j + 2 a_j <= μ_j + Δ = μ_1 < mean_1 + a_1, with widths a_j and a_1",
        )
    ),
    "equation-25": proof(_TAIL),
    "equation-27": proof(_WIDTHS),
    "equation-28": proof(_INTEGRAL, _TERMS, _OMEGA_RATIO),
}

THEOREMS_3_AND_4 = {
    "theorem-3": proof(
        argued("(18) pulls (repaired)", theorem_3.pulls_18, initial=1),
        argued("(18) split (repaired)", theorem_3.split_18, equality=False),
        _TAIL,
        _WIDTHS,
        argued("Lemma 11's sum", lemma_11.constant_lemma_11),
        printed=(
            exact("(18) pulls (printed)", theorem_3.pulls_18),
            exact("ω (printed)", theorem_3.slots_omega),
        ),
    ),
    "theorem-4": proof(_IDENTITIES, _COVER),
    "theorem-3-forms": proof(argued("both forms", theorem_3.forms_theorem_3)),
    "equation-05": proof(
        argued("pulls beyond 1 + ω^(θ) (repaired)", theorem_3.pulls_18, initial=1),
        _ARRAYS,
        argued("Δ min(Δ, ε) against 1", "Δ min(Δ, ε) <= Δ² <= 1"),
        printed=(exact("pulls beyond ω^(θ) (printed)", theorem_3.pulls_18),),
    ),
    "equation-18": proof(exact("split of the slots (printed)", theorem_3.split_18)),
    "equation-30": proof(_IDENTITIES, _COVER),
}

CHECKS = {
    **THEOREM_2,
    **LEMMA_11,
    **THEOREMS_3_AND_4,
    "fact-1": proof(
        argued(
            "tails and δ",
            "the density e^(-|y|/b) / (2b) has tails of e^(-x/b) / 2 beyond x and -x, which are "
            "δ/2 each at x = b ln(1/δ)",
        )
    ),
    "fact-2": proof(
        argued("moments", facts.fact_2_moments),
        argued(
            "range of χ",
            "Markov's inequality needs λ <= 2 sqrt(2) ν² / b; at λ = ν sqrt(8 ln(2/δ)) that is "
            "ν >= b sqrt(ln(2/δ))",
        ),
        argued("worst exact tail against δ", facts.fact_2),
    ),
    "equation-02": proof(sampled("regret in rewards and in pulls", section_4.regret_2)),
    "appendix-a-space": proof(argued("difference of released sums", theorem_3.state_appendix_a)),
    "section-4-no-tuning": proof(argued("releases elsewhere", section_4.array_ends)),
    "section-4-anytime": proof(
        argued("pulls of Lazy, horizon T or 2T", section_4.known_horizon),
        exact("pulls of DP-SE, horizon T or 2T", section_4.known_horizon, algorithm="dp-se"),
    ),
}
