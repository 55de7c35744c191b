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

from bandit_replications.bandits.arrays import Floats, Integers
from bandit_replications.bandits.compiled import kernel


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

    """

    heads: Floats
    tails: Floats
    suffixes: Floats
    prefix: Floats


@kernel
def subset_work(arms: int, size: int) -> SubsetWork:
    """Return arrays for subsets of `size` among `arms` arms, 1 <= size < arms."""
    suffixes = np.zeros((arms + 1, size + 1))
    suffixes[arms, 0] = 1.0
    return SubsetWork(np.empty(arms), np.empty(arms), suffixes, np.empty(size + 1))


@kernel
def _tilt(log_weights: Floats, size: int) -> float:
    """Return the middle between the log-weights of rank `size` and size + 1."""
    rising = log_weights.copy()
    for end in range(1, rising.size):  # few arms, and np.sort takes seconds to compile
        value, place = rising[end], end
        while place > 0 and rising[place - 1] > value:
            rising[place] = rising[place - 1]
            place -= 1
        rising[place] = value
    return rising[-size] / 2 + rising[-size - 1] / 2


@kernel
def prepare_subset(log_weights: Floats, size: int, work: SubsetWork) -> None:
    """Fill the coins and the suffix table for these log-weights in O(N K). Mutates work.

    The log-weights must be finite, at most 1000 of them.
    """
    middle = _tilt(log_weights, size)
    for arm in range(log_weights.size - 1, -1, -1):
        odds = np.exp(-abs(log_weights[arm] - middle))
        heavier, lighter = 1.0 / (1.0 + odds), odds / (1.0 + odds)
        above = log_weights[arm] >= middle
        work.heads[arm] = heavier if above else lighter
        work.tails[arm] = lighter if above else heavier
    fill_suffixes(work.heads, work.tails, work.suffixes, log_weights.size - 1)


@kernel(inline="always")
def fill_suffixes(heads: Floats, tails: Floats, suffixes: Floats, last: int) -> None:
    """Fill the rows `last`, …, 0 of the suffix table, those after being filled. Mutates it."""
    for arm in range(last, -1, -1):
        head, tail, fewer = heads[arm], tails[arm], 0.0
        for count in range(suffixes.shape[1]):
            same = suffixes[arm + 1, count]
            suffixes[arm, count] = tail * same + head * fewer
            fewer = same


@kernel
def widest(arms: int, size: int) -> float:
    """Return the largest distance of log-weights from the one that counts as weight 1.

    A sum of C(N, K) <= 2^N products of K weights between e^-w and e^w stays within the range of
    numbers, 1e±308, as long as N ln 2 + K w <= 690.
    """
    return (690.0 - arms * math.log(2.0)) / size


@kernel
def refer_anew(log_weights: Floats, row: int, size: int, work: SubsetWork) -> float:
    """Fill the tables for a row of log-weights (rows, arms) and return its reference, or NaN.

    The reference is the log-weight that counts as weight 1; NaN where the weights are too far apart
    to stand for coins. As long as they stay within `widest` of it, a weight that changes needs
    `heads` of its arm and `fill_suffixes` up to there. Mutates work.
    """
    values = log_weights[row]
    least, most = values.min(), values.max()
    if most / 2 - least / 2 > widest(values.size, size):
        prepare_subset(values, size, work)
        return math.nan
    middle = least / 2 + most / 2
    for arm in range(values.size):
        work.heads[arm], work.tails[arm] = math.exp(values[arm] - middle), 1.0
    fill_suffixes(work.heads, work.tails, work.suffixes, values.size - 1)
    return float(middle)


@kernel(inline="always")
def update_subset(
    log_weights: Floats, row: int, changed: int, size: int, reference: float, work: SubsetWork
) -> float:
    """Bring the tables up to date after one log-weight of a row changed. Mutates work.

    `reference` is what the last call for this row returned, NaN if there is none; what this one
    returns is described in `refer_anew`.
    """
    above = log_weights[row, changed] - reference
    if not abs(above) <= widest(log_weights.shape[1], size):  # no number is close to NaN
        return refer_anew(log_weights, row, size, work)
    work.heads[changed] = math.exp(above)
    fill_suffixes(work.heads, work.tails, work.suffixes, changed)
    return reference


@kernel(inline="always")
def draw_members(
    heads: Floats,
    suffixes: Floats,
    size: int,
    generator: np.random.Generator,
    members: Integers,
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


@kernel(inline="always")
def _empty_prefix(prefix: Floats) -> None:
    """Start before the first arm: no head for certain. Mutates prefix."""
    for count in range(prefix.size):  # a slice's assignment takes longer than the loop
        prefix[count] = 0.0
    prefix[0] = 1.0


@kernel(inline="always")
def _extend_prefix(head: float, tail: float, prefix: Floats, counts: int) -> None:
    """Add an arm's coin to the chances of 0, …, counts - 1 heads in the prefix. Mutates it."""
    fewer = 0.0
    for count in range(counts):
        same = prefix[count]
        prefix[count] = tail * same + head * fewer
        fewer = same


@kernel(inline="always")
def joined(head: float, prefix: Floats, suffixes: Floats, size: int, arm: int) -> float:
    """Return P(arm in I) from the prefix before the arm and the suffix after it."""
    others = 0.0
    for count in range(min(size, arm + 1)):
        others += prefix[count] * suffixes[arm + 1, size - 1 - count]
    return min(1.0, head * others / suffixes[0, size])


@kernel(inline="always")
def marginal(
    heads: Floats, tails: Floats, suffixes: Floats, prefix: Floats, size: int, arm: int
) -> float:
    """Return the probability that one arm is a member, in O(N K). Mutates prefix."""
    _empty_prefix(prefix)
    for before in range(arm):  # no more heads than arms
        _extend_prefix(heads[before], tails[before], prefix, min(size, before + 2))
    return joined(heads[arm], prefix, suffixes, size, arm)


@kernel
def fill_marginals(work: SubsetWork, size: int, marginals: Floats) -> None:
    """Fill marginals, shape (arms,), with every arm's probability, in O(N K). Mutates both."""
    heads, tails, prefix = work.heads, work.tails, work.prefix
    _empty_prefix(prefix)
    for arm in range(heads.size):
        marginals[arm] = joined(heads[arm], prefix, work.suffixes, size, arm)
        _extend_prefix(heads[arm], tails[arm], prefix, size)
