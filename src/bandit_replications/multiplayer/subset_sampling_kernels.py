"""Compiled exact sampling of K-subsets with probability proportional to a product of weights.

Alatur, Levy, Krause: Multi-Player Bandits: The Adversarial Case (Lemma 4.1, A.4). A subset I has
probability ∏_{i∈I} w_i / e_K(w). Multiplying all weights by one constant changes nothing, so
the weights are the odds q_i / (1 - q_i) of independent coins, tilted until the K heaviest arms have
q_i >= 1/2 and the others q_i <= 1/2: the subset is the arms whose coins show heads, given that K
of them do. Tables of P(j heads among some arms) are sums of products of probabilities: they never
overflow, subtract nothing, and P(K heads) >= 2^-N whatever the range of the weights.

Where no product of K weights can overflow or vanish, the weights themselves stand for the coins,
with 1 for tails: the same sums, at one exponential for each weight that changes.
"""

import math
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
        q_i and 1 - q_i, each accurate on its own; or w_i and 1.
    suffixes : float64 array, shape (arms + 1, size + 1)
        suffixes[i, j] = P(j heads among the arms i, i + 1, …); or e_j of their weights.
    prefix : float64 array, shape (size + 1,)
        The same of the arms before one arm.
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
    for arm in range(log_weights.size - 1, -1, -1):
        odds = np.exp(-abs(log_weights[arm] - middle))
        heavier, lighter = 1.0 / (1.0 + odds), odds / (1.0 + odds)
        above = log_weights[arm] >= middle
        work.heads[arm] = heavier if above else lighter
        work.tails[arm] = lighter if above else heavier
    _fill_suffixes(work.heads, work.tails, work.suffixes, log_weights.size - 1)


@njit(cache=True)
def _fill_suffixes(heads: Floats, tails: Floats, suffixes: Floats, last: int) -> None:
    """Fill the rows `last`, …, 0 of the suffix table, those after being filled. Mutates it."""
    for arm in range(last, -1, -1):
        head, tail = heads[arm], tails[arm]
        suffixes[arm, 0] = tail * suffixes[arm + 1, 0]
        for count in range(1, suffixes.shape[1]):
            suffixes[arm, count] = (
                tail * suffixes[arm + 1, count] + head * suffixes[arm + 1, count - 1]
            )


@njit(cache=True)
def update_subset(
    log_weights: Floats,
    changed: int,
    size: int,
    reference: float,
    work: SubsetWork,
    heads: Floats,
    tails: Floats,
    suffixes: Floats,
) -> float:
    """Bring the tables up to date after one log-weight changed. Mutates work, whose arrays follow.

    The arrays are named since taking one out of a tuple costs more than a step of this.

    `reference` is what the last call for these log-weights returned, NaN if there is none: the
    log-weight that counts as weight 1, or NaN where the weights are too far apart to stand for
    coins. A sum of C(N, K) <= 2^N products of K weights between e^-w and e^w stays within the
    range of numbers, 1e±308, as long as N ln 2 + K w <= 690.
    """
    arms, above = log_weights.size, log_weights[changed] - reference
    widest = (690.0 - arms * math.log(2.0)) / size
    if abs(above) <= widest:  # no number is close to NaN
        heads[changed] = math.exp(above)
        _fill_suffixes(heads, tails, suffixes, changed)
        return reference
    least, most = log_weights.min(), log_weights.max()
    if most / 2 - least / 2 > widest:
        prepare_subset(log_weights, size, work)
        return math.nan
    middle = least / 2 + most / 2
    for arm in range(arms):
        heads[arm], tails[arm] = math.exp(log_weights[arm] - middle), 1.0
    _fill_suffixes(heads, tails, suffixes, arms - 1)
    return float(middle)


@njit(cache=True)
def draw_members(
    heads: Floats,
    suffixes: Floats,
    size: int,
    generator: np.random.Generator,
    members: NDArray[np.int64],
) -> None:
    """Fill members, shape (size,), with the increasing arms of one exact sample.

    Goes through the arms and decides each one given those before it: arm i is a member with
    probability q_i P(r - 1 heads after i) / P(r heads from i on) when r are missing. Mutates
    members and the generator.
    """
    missing, arm = size, 0
    arms = heads.size
    while missing > 0:
        chance = heads[arm] * suffixes[arm + 1, missing - 1]
        if missing == arms - arm or generator.random() * suffixes[arm, missing] < chance:
            members[size - missing] = arm
            missing -= 1
        arm += 1


@njit(cache=True)
def _empty_prefix(prefix: Floats) -> None:
    """Start before the first arm: no head for certain. Mutates prefix."""
    for count in range(prefix.size):  # a slice's assignment takes longer than the loop
        prefix[count] = 0.0
    prefix[0] = 1.0


@njit(cache=True)
def _extend_prefix(head: float, tail: float, prefix: Floats) -> None:
    """Add an arm's coin to the prefix. Mutates it."""
    for count in range(prefix.size - 1, 0, -1):
        prefix[count] = tail * prefix[count] + head * prefix[count - 1]
    prefix[0] *= tail


@njit(cache=True)
def joined(head: float, prefix: Floats, suffixes: Floats, size: int, arm: int) -> float:
    """Return P(arm in I) from the prefix before the arm and the suffix after it."""
    others = 0.0
    for count in range(size):
        others += prefix[count] * suffixes[arm + 1, size - 1 - count]
    return min(1.0, head * others / suffixes[0, size])


@njit(cache=True)
def marginal(
    heads: Floats, tails: Floats, suffixes: Floats, prefix: Floats, size: int, arm: int
) -> float:
    """Return the probability that one arm is a member, in O(N K). Mutates prefix."""
    _empty_prefix(prefix)
    for before in range(arm):
        _extend_prefix(heads[before], tails[before], prefix)
    return joined(heads[arm], prefix, suffixes, size, arm)


@njit(cache=True)
def fill_marginals(work: SubsetWork, size: int, marginals: Floats) -> None:
    """Fill marginals, shape (arms,), with every arm's probability, in O(N K). Mutates both."""
    heads, tails, prefix = work.heads, work.tails, work.prefix
    _empty_prefix(prefix)
    for arm in range(heads.size):
        marginals[arm] = joined(heads[arm], prefix, work.suffixes, size, arm)
        _extend_prefix(heads[arm], tails[arm], prefix)
