"""Decisions on the setting, Anytime-Lazy-UCB, Theorems 2 to 4 and Appendices A to D.

An equation is checked as printed; where that fails and a repair exists, the claim of the theorem or
lemma rests on the repaired step and says so.
"""

from bandit_replications.ledger.decisions import proof, step
from bandit_replications.papers.private_online.checks.privacy import loss_against
from bandit_replications.papers.private_online.theory import (
    facts,
    lemma_11,
    section_4,
    theorem_2,
    theorem_3,
)
from bandit_replications.papers.private_online.theory.audits.lazy_decisions import worst_loss

_UNIONS = step("largest loss over sets and over sequences", theorem_2.unions_8)
_PAST = step("change of the past's law", theorem_2.past_11)
_PAIRS = step("(12) pairs covered of all (printed)", theorem_2.decomposition_12)
_TAIL_RATIO = step("(16) ratio of tails and e^ε", theorem_2.laplace_mechanism_16)
_FIRST_PULL = step("third decision (printed)", theorem_2.initial_pull, noised=False)
_SETS = step("(17) β and β' (printed)", theorem_2.conditioning_17, pointwise=False)
_TAIL = step("exact probability against t^-3 + t^-6", lemma_11.event_25)
_WIDTHS = step("both widths over Δ", lemma_11.contradiction_27)
_INTEGRAL = step("sum against integral (printed)", lemma_11.integral_28)
_TERMS = step("log t terms of t^-3", lemma_11.levels_28)
_OMEGA_RATIO = step("ratio of successive ω", lemma_11.ratio_28)

THEOREM_2 = {
    "theorem-2": proof(
        step("third decision, first pulls noised (repaired)", theorem_2.initial_pull, noised=True),
        step("loss of five rounds and ε (repaired)", loss_against, loss=worst_loss, rounds=5),
        _TAIL_RATIO,
        step("(12) pairs covered of all (repaired)", theorem_2.decomposition_12, repaired=True),
        step("(17) by values (repaired)", theorem_2.conditioning_17, pointwise=True),
        printed=(_FIRST_PULL, _PAIRS, _SETS),
        method="argued",
    ),
    "theorem-2-proof": proof(_UNIONS, _PAST, _PAIRS, _TAIL_RATIO, _SETS, method="symbolic"),
    "equation-08": proof(_UNIONS, method="symbolic"),
    "equation-11": proof(_PAST, method="symbolic"),
    "equation-12": proof(_PAIRS, method="symbolic"),
    "equation-16": proof(_TAIL_RATIO, method="symbolic"),
    "equation-17": proof(_SETS, method="symbolic"),
}

LEMMA_11 = {
    "lemma-11": proof(
        step("sum over s", lemma_11.constant_lemma_11),
        _TAIL,
        _WIDTHS,
        _TERMS,
        _OMEGA_RATIO,
        step("sum against integral (repaired)", lemma_11.integral_28, repaired=True),
        printed=(
            step("chain for 2^d (printed)", lemma_11.chain_lemma_11),
            _INTEGRAL,
            step("sum that defines ω (printed)", theorem_3.slots_omega),
        ),
        method="symbolic",
    ),
    "lemma-11-chain": proof(
        step("half of the chain (printed)", lemma_11.chain_lemma_11), method="symbolic"
    ),
    "equation-21": proof(
        step("range of t and τ", lemma_11.first_round_21),
        step("smallest d_j", lemma_11.critical_array_is_late),
        method="symbolic",
    ),
    "equation-22": proof(
        step("Ψ without the three events", lemma_11.events_22_to_24), method="symbolic"
    ),
    "equation-25": proof(_TAIL, method="symbolic"),
    "equation-27": proof(_WIDTHS, method="symbolic"),
    "equation-28": proof(_INTEGRAL, _TERMS, _OMEGA_RATIO, method="symbolic"),
}

THEOREMS_3_AND_4 = {
    "theorem-3": proof(
        step("(18) pulls (repaired)", theorem_3.pulls_18, initial=1),
        step("(18) split (repaired)", theorem_3.split_18, equality=False),
        _TAIL,
        _WIDTHS,
        step("Lemma 11's sum", lemma_11.constant_lemma_11),
        printed=(
            step("(18) pulls (printed)", theorem_3.pulls_18),
            step("ω (printed)", theorem_3.slots_omega),
        ),
        method="symbolic",
    ),
    "theorem-4": proof(
        step("(30), (31)", theorem_3.identities_30_31),
        step("covers Theorem 3", theorem_3.constant_theorem_4),
        method="symbolic",
    ),
    "theorem-3-forms": proof(step("both forms", theorem_3.forms_theorem_3), method="argued"),
    "equation-05": proof(
        step("pulls beyond 1 + ω^(θ) (repaired)", theorem_3.pulls_18, initial=1),
        step("largest θ against log2 T", theorem_3.number_of_arrays),
        step("Δ min(Δ, ε) against 1", theorem_3.remainder_19),
        printed=(step("pulls beyond ω^(θ) (printed)", theorem_3.pulls_18),),
        method="symbolic",
    ),
    "equation-18": proof(
        step("split of the slots (printed)", theorem_3.split_18), method="symbolic"
    ),
    "equation-30": proof(
        step("K log T / Δ* and T Δ*, against sqrt(K T log T)", theorem_3.identities_30_31),
        step("cover of Theorem 3", theorem_3.constant_theorem_4),
        method="symbolic",
    ),
}

CHECKS = {
    **THEOREM_2,
    **LEMMA_11,
    **THEOREMS_3_AND_4,
    "fact-1": proof(step("tail and δ", facts.fact_1), method="symbolic"),
    "fact-2": proof(
        step("moments", facts.fact_2_moments),
        step("range of χ", facts.fact_2_condition),
        step("worst exact tail against δ", facts.fact_2),
        method="symbolic",
    ),
    "equation-02": proof(
        step("regret in rewards and in pulls", section_4.regret_2), method="symbolic"
    ),
    "appendix-a-space": proof(
        step("difference of released sums", theorem_3.state_appendix_a), method="argued"
    ),
    "section-4-no-tuning": proof(step("releases elsewhere", section_4.array_ends), method="argued"),
    "section-4-anytime": proof(
        step("pulls of Lazy, horizon T or 2T", section_4.known_horizon),
        step("pulls of DP-SE, horizon T or 2T", section_4.known_horizon, algorithm="dp-se"),
        method="argued",
    ),
}
