"""Claims on the setting, Anytime-Lazy-UCB, Theorems 2 to 4 and Appendices A to D.

An equation's claim is what is printed; where that fails and a repair exists, the claim of the
theorem or lemma rests on the repaired step and says so.
"""

from bandit_replications.inference.checks import Check, at_most
from bandit_replications.ledger.proof_steps import definition, derived, equation, not_testable, step
from bandit_replications.papers.private_online.checks import regret_bounds
from bandit_replications.papers.private_online.checks import regret_growth as claims_regret_growth
from bandit_replications.papers.private_online.theory import facts, lemma_11, theorem_2, theorem_3
from bandit_replications.papers.private_online.theory import remaining_steps as remaining
from bandit_replications.papers.private_online.theory.audits.lazy_decisions import worst_loss

FIRST_PULL = "initial-pull-noise"
UNCOUNTED = "initial-pull-uncounted"


def decisions_loss(*, rounds: int = 5, epsilon: float = 1.0) -> Check:
    """Compare the exact loss of Anytime-Lazy-UCB's decisions with ε (two arms, noised start)."""
    return at_most(
        f"Theorem 2: loss of the decisions of {rounds} rounds, all inputs of 0 and 1",
        worst_loss(rounds=rounds, epsilon=epsilon),
        epsilon,
    )


_MOMENTS = step("moments", facts.fact_2_moments)
_CONDITION = step("range of χ", facts.fact_2_condition)
_TAIL_2 = step("worst exact tail against δ", facts.fact_2)
_UNIONS = step("largest loss over sets and over sequences", remaining.unions_8)
_CHAIN = step("difference of both laws up to round t", remaining.chain_rule_9)
_CHAIN_5 = step("difference of both laws up to t_*", remaining.chain_rule_9, split=5)
_PAST = step("change of the past's law", remaining.past_11)
_PAIRS = step("(12) pairs covered of all (printed)", theorem_2.decomposition_12)
_SETS = step("(17) β and β' (printed)", theorem_2.conditioning_17, pointwise=False)
_ODDS = step("(16) ratio of tails and e^ε", theorem_2.laplace_mechanism_16)
_PULLS = step("pulls beyond ω^(θ) (printed)", theorem_3.pulls_18)
_PULLS_1 = step("pulls beyond 1 + ω^(θ) (repaired)", theorem_3.pulls_18, initial=1)
_SPLIT = step("split of the slots (printed)", theorem_3.split_18)
_LEVELS = step("largest θ against log2 T", theorem_3.number_of_arrays)
_ORDER = step("Δ min(Δ, ε) against 1", theorem_3.remainder_19)
_LATE = step("smallest d_j", lemma_11.critical_array_is_late)
_FIRST = step("range of t and τ", lemma_11.first_round_21)
_EVENTS = step("Ψ without the three events", lemma_11.events_22_to_24)
_TAIL = step("exact probability against t^-3 + t^-6", lemma_11.event_25)
_WIDTHS = step("both widths over Δ", lemma_11.contradiction_27)
_INTEGRAL = step("sum against integral (printed)", lemma_11.integral_28)
_INTEGRAL_1 = step("sum against integral (repaired)", lemma_11.integral_28, repaired=True)
_TERMS = step("log t terms of t^-3", lemma_11.levels_28)
_RATIO = step("ratio of successive ω", lemma_11.ratio_28)
_LARGE, _SMALL = "K log T / Δ* and T Δ*, against sqrt(K T log T)", "whole against parts"

EQUATIONS = (
    equation(1, "Section 2.1", "Regret with full information."),
    equation(
        2,
        "Section 2.1",
        "With bandit feedback the regret is the expected pulls times the gaps, summed over arms.",
        step("regret in rewards and in pulls", remaining.regret_2),
    ),
    equation(3, "Section 4.1", "An arm's private mean: its last full array plus Lap(1/ε) noise."),
    equation(4, "Section 4.1", "An arm's index: its private mean plus a width for each error."),
    equation(
        5,
        "Section 4.1, sketch of Theorem 3",
        "Expected pulls are those up to the critical array plus a sum that Lemma 11 bounds.",
        _PULLS_1,
        _LEVELS,
        _ORDER,
        printed=(_PULLS,),
        errata=(UNCOUNTED,),
    ),
    equation(
        6,
        "Fact 1",
        "A Laplace variable is beyond b ln(1/δ), on either side, with probability δ.",
        step("tail and δ", facts.fact_1),
        kind="symbolic",
    ),
    equation(
        7,
        "Fact 2",
        "A sum of n Laplace variables is beyond χ sqrt(8 ln(2/δ)) with probability at most δ.",
        _MOMENTS,
        _CONDITION,
        _TAIL_2,
        kind="symbolic",
    ),
    equation(
        8,
        "Appendix B",
        "For privacy it is enough to bound the ratio for each single sequence of decisions.",
        _UNIONS,
        kind="symbolic",
    ),
    *(
        equation(
            number,
            "Appendix B",
            f"On {which} the law of the decisions is split after the round of the change.",
            _CHAIN,
            kind="symbolic",
        )
        for number, which in ((9, "one input"), (10, "its neighbour"))
    ),
    equation(
        11,
        "Appendix B",
        "Decisions up to the round of the change have the same law on both inputs.",
        _PAST,
        kind="symbolic",
    ),
    *(
        equation(
            number,
            "Appendix B",
            f"On {which} the future is a sum over the arm, its array 1, 2, … and the round up to "
            "T in which that array fills.",
            _PAIRS,
            errata=("neighbour-decomposition",),
        )
        for number, which in ((12, "one input"), (13, "its neighbour"))
    ),
    *(
        equation(
            number,
            "Appendix B",
            f"On {which} the future is split once more, where the array is full.",
            _CHAIN_5,
            kind="symbolic",
        )
        for number, which in ((14, "one input"), (15, "its neighbour"))
    ),
    equation(
        16,
        "Appendix B",
        "The law of the array's noisy sum changes by a factor of at most e^ε.",
        _ODDS,
    ),
    equation(
        17,
        "Appendix B",
        "Given that the noisy sum is in some set, the future has the same law on both inputs.",
        _SETS,
        errata=("conditioning-on-a-set",),
    ),
    equation(
        18,
        "Appendix C",
        "The slots up to the last array equal those up to the critical array plus the rest.",
        _SPLIT,
        errata=("split-equality",),
    ),
    equation(
        19,
        "Appendix C",
        "In expectation, Lemma 11 leaves the slots up to the critical array and O(log T).",
        _PULLS_1,
        _LEVELS,
        _ORDER,
        printed=(_PULLS,),
        errata=(UNCOUNTED,),
    ),
    equation(
        20,
        "Appendix C",
        "Pulls times gaps, summed over arms, are Theorem 3.",
        _ORDER,
        printed=(_PULLS,),
        errata=(UNCOUNTED,),
        kind="symbolic",
    ),
    equation(
        21,
        "Lemma 11",
        "A last array s needs an index comparison Ψ in some round, for some array of the best arm.",
        _FIRST,
        _LATE,
    ),
    *(
        equation(number, "Lemma 11", f"If Ψ holds, one of three events does; {what}.", _EVENTS)
        for number, what in (
            (22, "the first: the arm's private mean is too high by both widths"),
            (23, "the second: the best arm's private mean is too low by both widths"),
            (24, "the third: twice both widths exceed the gap"),
        )
    ),
    *(
        equation(number, "Lemma 11", f"The {which} event has probability O(t^-3).", _TAIL)
        for number, which in ((25, "first"), (26, "second"))
    ),
    equation(
        27,
        "Lemma 11",
        "Beyond the critical array both widths sum to less than half the gap.",
        _WIDTHS,
    ),
    equation(
        28,
        "Lemma 11",
        "The sum over rounds from ω on is at most the integral from ω on; what follows is O(1).",
        _INTEGRAL,
        _TERMS,
        _RATIO,
        errata=("sum-integral-limit", "algorithm-typography"),
    ),
    equation(
        29,
        "Appendix D",
        "The regret is that of arms with gaps from Δ* on plus that of arms with smaller ones.",
        step(_SMALL, remaining.split_29),
        kind="symbolic",
    ),
    equation(
        30,
        "Appendix D",
        "Arms with gaps from Δ* on cost at most the order of Theorem 4.",
        step(_LARGE, theorem_3.identities_30_31),
        step("cover of Theorem 3", theorem_3.constant_theorem_4),
        kind="symbolic",
    ),
    equation(
        31,
        "Appendix D",
        "Arms with gaps below Δ* cost at most T Δ* = sqrt(K T log T).",
        step(_LARGE, theorem_3.identities_30_31),
        kind="symbolic",
    ),
)

ITEMS = (
    definition(
        "definition-1",
        "Definition 1, Section 2.2",
        "Privacy of the decisions when one reward vector of the sequence is replaced.",
    ),
    definition(
        "algorithm-1",
        "Algorithm 1, Section 4.1",
        "Anytime-Lazy-UCB.",
        errata=(FIRST_PULL, "algorithm-typography"),
    ),
    derived(
        "fact-1",
        "Fact 1",
        "A Laplace variable is beyond b ln(1/δ), on either side, with probability δ.",
        step("tail and δ", facts.fact_1),
        rule="both tails equal δ and one is δ/2 at δ = 0.01, to a relative 1e-9",
        kind="symbolic",
    ),
    derived(
        "fact-2",
        "Fact 2",
        "A sum of Laplace variables exceeds the printed threshold with probability at most δ.",
        _MOMENTS,
        _CONDITION,
        _TAIL_2,
        rule=(
            "1/(1-u) <= exp(2u) on [0, 1/2]; the condition on χ is the lemma's range to 1e-9; the "
            "exact tail is at most δ for up to 40 variables and δ from 1e-12 to 0.98"
        ),
        kind="symbolic",
    ),
    derived(
        "theorem-2",
        "Theorem 2, Section 4.1",
        "Anytime-Lazy-UCB is ε-differentially private.",
        step("third decision, first pulls noised (repaired)", theorem_2.initial_pull, noised=True),
        step("loss of five rounds and ε (repaired)", decisions_loss),
        _ODDS,
        step("(17) by values (repaired)", theorem_2.conditioning_17, pointwise=True),
        rule=(
            "with the first pulls noised as (3) says for array 0: the loss of the decisions of 3 "
            "and of 5 rounds of two arms is at most ε = 1, and the repaired steps hold"
        ),
        printed=(
            step(
                "third decision, first pulls as they are (printed)",
                theorem_2.initial_pull,
                noised=False,
            ),
            _PAIRS,
            _SETS,
        ),
        errata=(FIRST_PULL, "neighbour-decomposition", "conditioning-on-a-set"),
        failing="as printed, where the first pull's loss is infinite, these fail",
    ),
    derived(
        "theorem-2-proof",
        "Appendix B, (8) to (17)",
        "Each printed step of the proof of Theorem 2 holds.",
        _UNIONS,
        _PAST,
        _PAIRS,
        _ODDS,
        _SETS,
        rule="every printed step holds, equalities to a relative 1e-9",
        errata=("neighbour-decomposition", "conditioning-on-a-set"),
        kind="symbolic",
    ),
    regret_bounds.THEOREM_3,
    *claims_regret_growth.CLAIMS,
    regret_bounds.THEOREM_4,
    derived(
        "theorem-3-forms",
        "Abstract, Section 4.1",
        "The bound as a sum of two terms and Theorem 3's with a minimum are of one order.",
        step("both forms", theorem_3.forms_theorem_3),
        rule="with A the minimum's form and B the sum's, A <= B <= 3 A for K = 2 on the grid",
        kind="symbolic",
    ),
    derived(
        "lemma-11",
        "Lemma 11, Appendix C",
        "The probability that an arm's last array is s, times the slots up to s, is O(1).",
        step("sum over s", lemma_11.constant_lemma_11),
        _TAIL,
        _WIDTHS,
        _TERMS,
        _RATIO,
        _INTEGRAL_1,
        rule=(
            "every repaired step holds, and the sum over all s beyond the critical array is below "
            "0.46, not each term alone"
        ),
        printed=(
            step("chain for 2^d (printed)", lemma_11.chain_lemma_11),
            _INTEGRAL,
            step("sum that defines ω (printed)", theorem_3.slots_omega),
        ),
        errata=("lemma-11-chain", "sum-integral-limit", "omega-summand"),
    ),
    derived(
        "lemma-11-chain",
        "Appendix C, before Lemma 11",
        "log x <= 2^d <= 2 log x for x = 24 ln T / (Δ min(Δ, ε)).",
        step("half of the chain (printed)", lemma_11.chain_lemma_11),
        rule="both halves hold at T = 2^22, Δ = 0.05, ε = 0.5",
        errata=("lemma-11-chain",),
    ),
    derived(
        "appendix-a-space",
        "Section 4.1, Appendix A",
        "A counter, a sum and a size replace an arm's arrays: constant space in words.",
        step("difference of released sums", theorem_3.state_appendix_a),
        rule="released sums of 1000 pulls differ by at most 1e-9 from those of explicit arrays",
    ),
    derived(
        "section-4-no-tuning",
        "Section 4.1",
        "The sizes of the arrays do not depend on ε.",
        step("releases elsewhere", remaining.array_ends),
        rule="at ε = 0.1, 1, 8 each mean is released after 3, 7, 15, … pulls: 0 exceptions",
    ),
    derived(
        "section-4-anytime",
        "Sections 1, 4.1 and 7",
        "Anytime-Lazy-UCB does not need to know T; DP-SE does.",
        step("pulls of Lazy, told T or 2T", remaining.known_horizon),
        step("pulls of DP-SE, told T or 2T", remaining.known_horizon, algorithm="dp-se"),
        rule="same chance, T = 8192: pulls up to T differ by 0 for Lazy, by more than 0 for DP-SE",
    ),
    not_testable(
        "section-4-lower-bound",
        "Section 4.1",
        "Theorem 3 matches the lower bound of Shariff and Sheffet.",
        "the lower bound is cited, not proved here",
    ),
    not_testable(
        "section-4-basu",
        "Section 4.1",
        "Theorem 4 contradicts a minimax lower bound of Basu and others.",
        "the other bound stands in a cited manuscript",
    ),
    not_testable(
        "section-7-doubling-trick",
        "Section 7",
        "Making DP-SE anytime by restarts costs a factor of 4 to 8.",
        "the factors are cited, and the restarted algorithm is not specified",
    ),
)

CLAIMS = (*ITEMS, *EQUATIONS)
