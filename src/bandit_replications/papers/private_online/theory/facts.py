"""Facts 1 and 2 of the appendix, on which the regret proofs rest, and Section 3's tree, checked.

Each function returns the two sides of a step as a Check. Where a step is an inequality over a
range of parameters, the reported numbers are those of its worst case over a grid.
"""

import math

import numpy as np

from bandit_replications.bandits.laplace import laplace_sum_tail
from bandit_replications.inference.checks import Check, at_most
from bandit_replications.papers.private_online.theory.grids import erratum, worst_case


def fact_2_moments(*, largest: float = 0.5) -> Check:
    """Fact 2, behind it: 1 / (1 - u) <= exp(2u) for 0 <= u <= 1/2.

    E exp(hγ) = 1 / (1 - h²b²). The inequality with u = h²b² makes a Laplace variable
    sub-exponential: E exp(hY) <= exp(2h²ν²) for |h| <= 1 / (√2 b) and ν² >= Σ b_i². It is true
    because (1 - u)(1 + 2u) >= 1 on [0, 1/2], and fails beyond u = 0.797.
    """
    u = np.linspace(0.01, largest, 1001)
    return worst_case("(7): the moment generating function", 1 / (1 - u), "<=", np.exp(2 * u))


def fact_2(*, constant: float = 8.0, counts: tuple[int, ...] = (1, 2, 3, 5, 9, 20, 40)) -> Check:
    """Fact 2, (7): P{|γ_1 + … + γ_n| > χ sqrt(8 ln(2/δ))} <= δ for χ > b max(√n, sqrt(ln(2/δ))).

    True (Markov's inequality with the moments above, for both tails). The worst case of the exact
    probability over n, δ and χ at one, two and four times its lower limit stays below δ.
    """
    deltas = 10.0 ** np.array([-12, -9, -6, -4, -3, -2, -1, -0.3, -0.01])
    cases = [
        (2 * laplace_sum_tail(count=n, threshold=chi * math.sqrt(constant * logarithm)), delta)
        for n in counts
        for delta, logarithm in zip(deltas, np.log(2 / deltas), strict=True)
        for chi in np.array([1, 2, 4]) * max(math.sqrt(n), math.sqrt(logarithm))
    ]
    left, right = np.array(cases).T
    return worst_case("(7): exact tail against δ", left, "<=", right)


@erratum("section-3-tree-pulls")
def section_3_tree(*, horizon: int = 2**22, levels: int | None = None) -> Check:
    """Section 3: a tree with T leaves is said to need O(log(T) / (Δ min(Δ, ε))) pulls of an arm.

    That is the optimal count of Theorem 3, so it cannot be why trees are sub-optimal. A node of
    the tree carries Lap(log2(T)/ε), or less if `levels` says so, not Lap(1/ε). After the printed
    number of pulls n = 24 ln(T) / (Δε), Δ >= ε, a single node's noise still exceeds the width
    3 ln(T) / (εn) = Δ/8 with probability exp(-3 ln 2) / 2 = 1/16 at every T, where the proof of
    Theorem 3 needs T^-3: the printed count lacks a factor that grows with T.
    """
    scale = math.log2(horizon) if levels is None else levels
    return at_most(
        "Section 3: probability that one node's noise exceeds the width, against T^-3",
        laplace_sum_tail(count=1, threshold=3 * math.log(horizon) / scale),
        float(horizon) ** -3,
    )
