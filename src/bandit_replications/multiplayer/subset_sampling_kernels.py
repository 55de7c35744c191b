"""Compiled exact sampling of K-subsets with probability proportional to a product of weights.

Alatur, Levy, Krause: Multi-Player Bandits: The Adversarial Case (Lemma 4.1, A.4). A subset I has
probability ∏_{i∈I} w_i / e_K(w). Multiplying all weights by one constant changes nothing, so
the weights are the odds q_i / (1 - q_i) of independent coins, tilted until the K heaviest arms have
q_i >= 1/2 and the others q_i <= 1/2: the subset is the arms whose coins show heads, given that K
of them do. Tables of P(j heads among some arms) are sums of products of probabilities: they never
overflow, subtract nothing, and P(K heads) >= 2^-N whatever the range of the weights.
"""

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

Floats = NDArray[np.float64]


class SubsetWork(NamedTuple):
    """Arrays that the kernels fill; allocated once a run.

    Attributes
    ----------
    heads, tails : float64 arrays, shape (arms,)
        q_i and 1 - q_i, each accurate on its own.
    suffixes : float64 array, shape (arms + 1, size + 1)
        suffixes[i, j] = P(j heads among the arms i, i + 1, …).
    prefix : float64 array, shape (size + 1,)
        P(j heads among the arms before one arm).
    heaviest : float64 array, shape (size + 1,)
        The largest log-weights, decreasing.

    """

    heads: Floats
    tails: Floats
    suffixes: Floats
    prefix: Floats
    heaviest: Floats


@njit(cache=True)
def subset_work(arms: int, size: int) -> SubsetWork:
    """Return arrays for subsets of `size` among `arms` arms, 1 <= size < arms."""
    suffixes = np.zeros((arms + 1, size + 1))
    suffixes[arms, 0] = 1.0
    return SubsetWork(
        np.empty(arms), np.empty(arms), suffixes, np.empty(size + 1), np.empty(size + 1)
    )


@njit(cache=True)
def tilt(log_weights: Floats, size: int, heaviest: Floats) -> float:
    """Return the middle between the log-weights of rank `size` and size + 1. Mutates heaviest."""
    heaviest[:] = -np.inf
    for value in log_weights:
        if value <= heaviest[size]:
            continue
        place = size
        while place > 0 and heaviest[place - 1] < value:
            heaviest[place] = heaviest[place - 1]
            place -= 1
        heaviest[place] = value
    return heaviest[size - 1] / 2 + heaviest[size] / 2


@njit(cache=True)
def prepare_subset(log_weights: Floats, size: int, work: SubsetWork) -> None:
    """Fill the coins and the suffix table for these log-weights in O(N K). Mutates work.

    The log-weights must be finite, at most 1000 of them.
    """
    middle = tilt(log_weights, size, work.heaviest)
    suffixes = work.suffixes
    for arm in range(log_weights.size - 1, -1, -1):
        odds = np.exp(-abs(log_weights[arm] - middle))
        heavier, lighter = 1.0 / (1.0 + odds), odds / (1.0 + odds)
        above = log_weights[arm] >= middle
        heads, tails = (heavier, lighter) if above else (lighter, heavier)
        work.heads[arm], work.tails[arm] = heads, tails
        suffixes[arm, 0] = tails * suffixes[arm + 1, 0]
        for count in range(1, size + 1):
            suffixes[arm, count] = (
                tails * suffixes[arm + 1, count] + heads * suffixes[arm + 1, count - 1]
            )


@njit(cache=True)
def draw_members(
    work: SubsetWork, size: int, generator: np.random.Generator, members: NDArray[np.int64]
) -> None:
    """Fill members, shape (size,), with the increasing arms of one exact sample.

    Goes through the arms and decides each one given those before it: arm i is a member with
    probability q_i P(r - 1 heads after i) / P(r heads from i on) when r are missing. Mutates
    members and the generator.
    """
    missing, arm = size, 0
    arms = work.heads.size
    while missing > 0:
        chance = work.heads[arm] * work.suffixes[arm + 1, missing - 1]
        if missing == arms - arm or generator.random() * work.suffixes[arm, missing] < chance:
            members[size - missing] = arm
            missing -= 1
        arm += 1


@njit(cache=True)
def extend_prefix(work: SubsetWork, arm: int) -> None:
    """Add an arm's coin to the prefix. Mutates work.prefix."""
    for count in range(work.prefix.size - 1, 0, -1):
        work.prefix[count] = (
            work.tails[arm] * work.prefix[count] + work.heads[arm] * work.prefix[count - 1]
        )
    work.prefix[0] *= work.tails[arm]


@njit(cache=True)
def joined(work: SubsetWork, size: int, arm: int) -> float:
    """Return P(arm in I) from the prefix before the arm and the suffix after it."""
    others = 0.0
    for count in range(size):
        others += work.prefix[count] * work.suffixes[arm + 1, size - 1 - count]
    return min(1.0, work.heads[arm] * others / work.suffixes[0, size])


@njit(cache=True)
def marginal(work: SubsetWork, size: int, arm: int) -> float:
    """Return the probability that one arm is a member, in O(N K). Mutates work.prefix."""
    work.prefix[:] = 0.0
    work.prefix[0] = 1.0
    for before in range(arm):
        extend_prefix(work, before)
    return joined(work, size, arm)


@njit(cache=True)
def fill_marginals(work: SubsetWork, size: int, marginals: Floats) -> None:
    """Fill marginals, shape (arms,), with every arm's probability, in O(N K). Mutates both."""
    work.prefix[:] = 0.0
    work.prefix[0] = 1.0
    for arm in range(work.heads.size):
        marginals[arm] = joined(work, size, arm)
        extend_prefix(work, arm)
