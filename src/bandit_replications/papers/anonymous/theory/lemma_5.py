"""Lemma 5 (Section 3.4.2, Appendix C.6): w is in P_C([K]) if U >= K(C + 1); random assignments."""

import numpy as np
from scipy.stats import binom

from bandit_replications.bandits.streams import generator
from bandit_replications.inference.checks import Check, at_least, at_most, below, erratum
from bandit_replications.papers.anonymous.algorithms.decompositions import (
    Demand,
    DemandError,
    decompose,
)
from bandit_replications.papers.anonymous.theory.example_graphs import (
    one_arm_each,
)


def too_few(*, arms: int = 5, group_size: int = 4) -> Check:
    """Check that it is possible, even likely, that an arm gets too few users in one assignment.

    Left: P{Bin(K(C+1), 1/K) <= C}; right: 1/4, our interpretation of "reasonably likely".
    """
    return at_least(
        f"probability of fewer than C + 1 users on an arm, K = {arms}, C = {group_size}",
        float(binom.cdf(group_size, arms * (group_size + 1), 1 / arms)),
        0.25,
    )


@erratum("random-decomposition-logarithms")
def informs_seldom(*, most_arms: int = 20, most_group: int = 20) -> Check:
    """Check that a user on a random active arm informs with probability < 1/2 somewhere: fails.

    The others on arm j are at least K(C + 1) - 1 with chance 1/K or more each. Their number's mean
    is C + 1 - 1/K >= C, and a binomial median is at least the mean rounded down, so C of them are
    there with probability 1/2 at least: 2D(1 + o(1)) random assignments meet every demand with
    high probability, without logarithmic factors in α or U. Left: the least probability over K and
    C up to the limits; fewer active arms and more users only raise it.
    """
    least = min(
        float(binom.sf(group_size - 1, arms * (group_size + 1) - 1, 1 / arms))
        for arms in range(2, most_arms + 1)
        for group_size in range(1, most_group + 1)
    )
    return below(
        f"least probability that C others are there, K <= {most_arms}, C <= {most_group}",
        least,
        0.5,
    )


def random_needs(*, arms: int = 5, group_size: int = 4, total: int = 10000, runs: int = 5) -> Check:
    """Check the number of random assignments at U = K(C + 1), all users with all arms: <= 2.2 D.

    Left: the largest R/D of some runs.
    """
    enough = arms * (group_size + 1)
    active = np.zeros((arms * enough, arms), dtype=bool)
    active[:enough] = True
    active[enough:, 1:] = one_arm_each(arms=arms - 1, users=(arms - 1) * enough)
    demand = Demand(active=active, total=total, group_size=group_size)
    ratios = [
        decompose("random", demand, generator=generator(0, "anonymous", "random-needs", run)).total
        / total
        for run in range(runs)
    ]
    return at_most(
        f"largest R/D of {runs} random decompositions, D = {total}", float(np.max(ratios)), 2.2
    )


@erratum("section-4-prediction")
def without_clusters(method: str, *, arms: int = 3, group_size: int = 4, total: int = 300) -> Check:
    """Check R <= K D at U = C + 1, greedy's factor: fails for `random`, and `lp` has nothing.

    C + 1 users have all arms, and C + 1 others each arm but the first alone. The first arm informs
    only when all C + 1 meet there, which random assignments do with probability K^-(C+1); all arms
    can never be open at once while each of them is served. Left: R/D, infinite without a
    decomposition.
    """
    enough = group_size + 1
    active = np.repeat(np.eye(arms, dtype=bool), enough, axis=0)
    active[:enough] = True
    demand = Demand(active=active, total=total, group_size=group_size)
    stream = generator(0, "anonymous", "without-clusters", method)
    try:
        ratio = decompose(method, demand, generator=stream).total / total
    except DemandError:
        ratio = np.inf
    return at_most(f"R/D of {method}, U = C + 1, K = {arms}, C = {group_size}", ratio, arms)
