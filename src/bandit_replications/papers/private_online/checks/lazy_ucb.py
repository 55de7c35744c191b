"""Decisions on the setting, Anytime-Lazy-UCB, Theorems 2 to 4 and Appendices A to D.

An equation is checked as printed; where that fails and a repair exists, the claim of the theorem or
lemma rests on the repaired step and says so.
"""

from bandit_replications.ledger.decisions import argued, proof, sampled
from bandit_replications.papers.private_online.checks.privacy import loss_against
from bandit_replications.papers.private_online.theory import (
    facts,
    lemma_11,
    section_4,
    theorem_2,
    theorem_3,
)
from bandit_replications.papers.private_online.theory.audits.lazy_decisions import worst_loss

_UNIONS = sampled("largest loss over sets and over sequences", theorem_2.unions_8)
_PAST = sampled("change of the past's law", theorem_2.past_11)
_PAIRS = sampled("(12) pairs covered of all (printed)", theorem_2.decomposition_12)
_TAIL_RATIO = sampled("(16) ratio of tails and e^ε", theorem_2.laplace_mechanism_16)
_FIRST_PULL = sampled("third decision (printed)", theorem_2.initial_pull, noised=False)
_SETS = sampled("(17) β and β' (printed)", theorem_2.conditioning_17, pointwise=False)
_TAIL = sampled("exact probability against t^-3 + t^-6", lemma_11.event_25)
_WIDTHS = sampled("both widths over Δ", lemma_11.contradiction_27)
_INTEGRAL = sampled("sum against integral (printed)", lemma_11.integral_28)
_TERMS = sampled("log t terms of t^-3", lemma_11.levels_28)
_OMEGA_RATIO = sampled("ratio of successive ω", lemma_11.ratio_28)

THEOREM_2 = {
    "theorem-2": proof(
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
        sampled("sum over s", lemma_11.constant_lemma_11),
        _TAIL,
        _WIDTHS,
        _TERMS,
        _OMEGA_RATIO,
        sampled("sum against integral (repaired)", lemma_11.integral_28, repaired=True),
        printed=(
            sampled("chain for 2^d (printed)", lemma_11.chain_lemma_11),
            _INTEGRAL,
            sampled("sum that defines ω (printed)", theorem_3.slots_omega),
        ),
    ),
    "lemma-11-chain": proof(sampled("half of the chain (printed)", lemma_11.chain_lemma_11)),
    "equation-21": proof(
        sampled("range of t and τ", lemma_11.first_round_21),
        sampled("smallest d_j", lemma_11.critical_array_is_late),
    ),
    "equation-22": proof(sampled("Ψ without the three events", lemma_11.events_22_to_24)),
    "equation-25": proof(_TAIL),
    "equation-27": proof(_WIDTHS),
    "equation-28": proof(_INTEGRAL, _TERMS, _OMEGA_RATIO),
}

THEOREMS_3_AND_4 = {
    "theorem-3": proof(
        sampled("(18) pulls (repaired)", theorem_3.pulls_18, initial=1),
        sampled("(18) split (repaired)", theorem_3.split_18, equality=False),
        _TAIL,
        _WIDTHS,
        sampled("Lemma 11's sum", lemma_11.constant_lemma_11),
        printed=(
            sampled("(18) pulls (printed)", theorem_3.pulls_18),
            sampled("ω (printed)", theorem_3.slots_omega),
        ),
    ),
    "theorem-4": proof(
        sampled("(30), (31)", theorem_3.identities_30_31),
        sampled("covers Theorem 3", theorem_3.constant_theorem_4),
    ),
    "theorem-3-forms": proof(argued("both forms", theorem_3.forms_theorem_3)),
    "equation-05": proof(
        sampled("pulls beyond 1 + ω^(θ) (repaired)", theorem_3.pulls_18, initial=1),
        sampled("largest θ against log2 T", theorem_3.number_of_arrays),
        sampled("Δ min(Δ, ε) against 1", theorem_3.remainder_19),
        printed=(sampled("pulls beyond ω^(θ) (printed)", theorem_3.pulls_18),),
    ),
    "equation-18": proof(sampled("split of the slots (printed)", theorem_3.split_18)),
    "equation-30": proof(
        sampled("K log T / Δ* and T Δ*, against sqrt(K T log T)", theorem_3.identities_30_31),
        sampled("cover of Theorem 3", theorem_3.constant_theorem_4),
    ),
}

CHECKS = {
    **THEOREM_2,
    **LEMMA_11,
    **THEOREMS_3_AND_4,
    "fact-1": proof(sampled("tail and δ", facts.fact_1)),
    "fact-2": proof(
        sampled("moments", facts.fact_2_moments),
        sampled("range of χ", facts.fact_2_condition),
        sampled("worst exact tail against δ", facts.fact_2),
    ),
    "equation-02": proof(sampled("regret in rewards and in pulls", section_4.regret_2)),
    "appendix-a-space": proof(argued("difference of released sums", theorem_3.state_appendix_a)),
    "section-4-no-tuning": proof(argued("releases elsewhere", section_4.array_ends)),
    "section-4-anytime": proof(
        argued("pulls of Lazy, horizon T or 2T", section_4.known_horizon),
        argued("pulls of DP-SE, horizon T or 2T", section_4.known_horizon, algorithm="dp-se"),
    ),
}
