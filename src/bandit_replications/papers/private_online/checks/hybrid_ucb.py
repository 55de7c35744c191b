"""Claims on Hybrid-UCB and other uses of trees: Theorem 5, Lemma 12 and Appendix E.

As for Anytime-Lazy-UCB, an equation's claim is what is printed, a theorem's rests on repairs.
"""

from bandit_replications.inference.checks import Check, at_most
from bandit_replications.ledger.proof_steps import definition, derived, equation, not_testable, step
from bandit_replications.papers.private_online.checks import regret_bounds
from bandit_replications.papers.private_online.theory import (
    equation_43,
    lemma_11,
    lemma_12,
    theorem_3,
    theorem_5,
)
from bandit_replications.papers.private_online.theory import remaining_steps as remaining
from bandit_replications.papers.private_online.theory.audits.hybrid_decisions import (
    Scenario,
    decision_loss,
)

ROOT, SPLIT = "tree-root-level", "noise-width-split"
TREE_LEVEL, DOMAIN = "first-tree-level", "decreasing-function-domain"


def decisions_loss(*, epsilon: float = 1.0) -> Check:
    """Compare the loss that one sequence of Hybrid-UCB's decisions proves with ε.

    12 arms, 18 rounds, neighbours that differ in the second reward of one arm.
    """
    return at_most(
        "Theorem 5: loss proved by the decisions of 12 arms in 18 rounds",
        decision_loss(scenario=Scenario(epsilon=epsilon)),
        epsilon,
    )


_EVENTS = step("Ψ without the three events", lemma_11.events_22_to_24)
_HALVES = step("(43) both thresholds and the width (printed)", equation_43.halves_43)
_SPLIT = step("(43) probabilities at s = 9 (printed)", equation_43.split_43)
_MEAN = step("(43) 3 log2 t over ln t", equation_43.hoeffding_43)
_CHI = step("(43) condition on χ", equation_43.chi_43)
_WHOLE = step("(43) whole noise (repaired)", equation_43.whole_noise_43)
_NOISE = step("(44) t^4 P of the noise (repaired)", equation_43.noise_probability_44)
_MEAN_WIDTH = step("(45) width of the mean over Δ", lemma_12.mean_width_45)
_FALLING = step("(46) slope", lemma_12.decreasing_46)
_PRODUCT = step("(46) log y and y", lemma_12.product_46)
_DOMAIN = step("(46) at y = 1.56 (printed)", lemma_12.domain_46)
_WIDTHS = step("(47) width of the noise, both widths, over Δ", lemma_12.noise_width_47)
_RATIO = step("(48) ratio of successive ω", lemma_12.ratio_48)
_SUM = step("(48) sum over t", lemma_12.sum_48)
_LATE = step("smallest d_j", theorem_5.critical_array_is_late)
_PULLS = step("pulls beyond ω^(θ), initial one counted", theorem_3.pulls_18, initial=1)

EQUATIONS = (
    equation(32, "Appendix E.2", "The noisy sum of an arm's full arrays, each noised once."),
    equation(
        33,
        "Appendix E.2",
        "The noisy sum of an arm's current tree takes at most r nodes with noise for r levels.",
        step("nodes against r", theorem_5.p_sums_33),
        printed=(step("noise scale at r = 0 (printed)", theorem_5.noise_of_first_pull),),
        errata=(TREE_LEVEL, ROOT),
    ),
    equation(
        34,
        "Appendix E.2",
        "An arm's private mean: both noisy sums over its pulls.",
        errata=(TREE_LEVEL,),
    ),
    equation(35, "Appendix E.2", "An arm's index: its private mean and two widths, base-2 logs."),
    equation(
        36,
        "Appendix E.3.2",
        "Pulls are at most the slots up to the last tree, which split at the critical one.",
        _PULLS,
        step("split of the slots (printed)", theorem_3.split_18),
        errata=("split-equality",),
    ),
    equation(
        37,
        "Appendix E.3.2",
        "In expectation, a sum over the last tree is left for Lemma 12.",
        _PULLS,
        step("largest θ against log2 T", theorem_3.number_of_arrays),
    ),
    equation(
        38,
        "Appendix E.3.2",
        "Pulls times gaps, summed over arms, are Theorem 5.",
        step("explicit maximum over the printed one, times 4096", theorem_5.critical_array_e32),
        kind="symbolic",
    ),
    equation(
        39,
        "Lemma 12",
        "A last tree s needs an index comparison Ψ in some round, for some pulls of the best arm.",
        step("first round, level", lemma_12.first_round_39),
        _LATE,
    ),
    *(
        equation(number, "Lemma 12", f"If Ψ holds, one of three events does; {what}.", _EVENTS)
        for number, what in (
            (40, "the first: the arm's private mean is too high by both widths"),
            (41, "the second: the best arm's private mean is too low by both widths"),
            (42, "the third: twice both widths exceed the gap"),
        )
    ),
    equation(
        43,
        "Lemma 12",
        "The noise exceeds its width only if that of the arrays or that of the tree exceeds a "
        "threshold that is the whole width.",
        _HALVES,
        _SPLIT,
        _MEAN,
        _CHI,
        errata=(SPLIT,),
    ),
    equation(
        44,
        "Lemma 12",
        "The second event has probability O(t^-4).",
        _WHOLE,
        _NOISE,
        printed=(_HALVES,),
        errata=(SPLIT,),
    ),
    equation(45, "Lemma 12", "The width for the mean is below √3/16 of the gap.", _MEAN_WIDTH),
    equation(
        46,
        "Lemma 12",
        "As x/2^x falls, s/2^s is bounded by its value at z = log2(y log2 y), for all parameters.",
        _FALLING,
        _PRODUCT,
        _DOMAIN,
        errata=(DOMAIN,),
    ),
    equation(47, "Lemma 12", "The width for the noise is at most 3√2/16 of the gap.", _WIDTHS),
    equation(
        48,
        "Lemma 12",
        "Summed over rounds and pulls, the probability times ω is O(1).",
        _RATIO,
        _SUM,
        _LATE,
    ),
)

ITEMS = (
    definition(
        "algorithm-4",
        "Algorithm 4, Appendix E.2",
        "Hybrid-UCB.",
        errata=(ROOT, TREE_LEVEL, "algorithm-typography"),
    ),
    derived(
        "theorem-5-privacy",
        "Theorem 5, Section 4.2, Appendix E.3.1",
        "Hybrid-UCB is ε-differentially private.",
        step("loss of decisions and ε (printed)", decisions_loss),
        step("loss of an arm's first sums and ε (printed)", theorem_5.released_sums_loss),
        rule=(
            "at ε = 1: the loss that one sequence of decisions of 12 arms in 18 rounds proves, and "
            "that of an arm's first seven released sums, are at most ε"
        ),
        errata=(ROOT,),
    ),
    regret_bounds.THEOREM_5,
    derived(
        "theorem-5-loglog",
        "Section 4.2, after Theorem 5",
        "Compared with Theorem 3, only a factor log log T is lost in T.",
        step(
            "extra factor over log log T, T = 2^(2^100)",
            theorem_5.extra_factor,
            exponent=2**100,
        ),
        rule=(
            "at T = 2^(2^100), ε = 0.1, Δ = 0.05 the extra factor is at most 1.1 log log T; shown "
            "beside it at T = 2^22"
        ),
        printed=(step("the same at T = 2^22", theorem_5.extra_factor),),
        kind="symbolic",
        failing="asymptotically only; this fails",
    ),
    derived(
        "lemma-12",
        "Lemma 12, Appendix E.3.2",
        "The probability that an arm's last tree is s, times the slots up to s, is O(1).",
        step("sum over s", lemma_12.constant_lemma_12),
        _WHOLE,
        _NOISE,
        _MEAN,
        _MEAN_WIDTH,
        _WIDTHS,
        _RATIO,
        _SUM,
        rule=(
            "every repaired step holds, and the sum over all s beyond the critical tree is below "
            "0.016, not each term alone"
        ),
        printed=(_HALVES, _DOMAIN),
        errata=(SPLIT, DOMAIN),
    ),
    derived(
        "section-4-2-first-group",
        "Section 4.2",
        "After O pulls the logarithmic mechanism covers 2^(floor(log2(O/2 + 1)) + 1) - 2 of them.",
        step("differing sizes, O from 2 to 64 (printed)", theorem_5.first_group),
        rule="the same number as in Algorithm 4 for each O from 2 to 64: 0 differ",
        printed=(
            step(
                "the same, initial pull apart",
                theorem_5.first_group,
                reading="initial-pull-apart",
            ),
        ),
        kind="enumeration",
        errata=("first-group-size", ROOT),
    ),
    not_testable(
        "section-3-tree-pulls",
        "Section 3",
        "The earlier private UCB, with a tree of T leaves for each arm, pulls a sub-optimal arm "
        "O(log T / (Δ min(Δ, ε))) times, which is sub-optimal.",
        "the earlier algorithm is not given here; that the count is the optimal one of Theorem 3, "
        "and that it does not tame one node's noise, is in the erratum",
        errata=("section-3-tree-pulls",),
    ),
    derived(
        "section-3-same-bound",
        "Sections 3 and 4.2",
        "Theorem 5 is the bound that Tossou and Dimitrakakis state, up to a constant.",
        step("both forms, equal gaps", remaining.forms_theorem_5),
        rule=(
            "equal gaps, K = 2, log2 T >= ε Δ: with A Theorem 5's maximum and B their sum, "
            "A <= B <= 4 A on the grid"
        ),
        kind="symbolic",
    ),
    derived(
        "section-6-hybrid-ucb1-widths",
        "Section 6, beyond what is said",
        "At ε = ∞ Hybrid-UCB is a UCB whose squared width is 3/(2 ln 2) = 2.164 times UCB1's.",
        step("squared ratio of widths, ε = ∞", theorem_5.width_ratio_without_noise),
        rule="the squared ratio is 3/(2 ln 2), to rounding",
        errata=("hybrid-ucb1-constant",),
    ),
    not_testable(
        "section-7-conjecture",
        "Section 7",
        "No algorithm that is neither lazy nor forgetful is optimal; the least regret of such an "
        "algorithm is of Theorem 5's order.",
        "an open conjecture; the class of algorithms is not defined",
    ),
)

CLAIMS = (*ITEMS, *EQUATIONS)
