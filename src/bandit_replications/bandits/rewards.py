"""Reward laws of the arms as arrays that compiled code reads, and draws from them.

Sums over many pulls are drawn at once where their law is known (binomial for Bernoulli rewards,
sequential conditional binomials for finite support) and one by one where it is not (Beta): exact
in distribution always.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from bandit_replications.bandits.arrays import Floats
from bandit_replications.bandits.compiled import kernel
from bandit_replications.bandits.interrupts import interruptible
from bandit_replications.runtime.errors import BadValue

BERNOULLI, FINITE, BETA = 0, 1, 2


class RewardTable(NamedTuple):
    """Reward laws of all arms.

    Attributes
    ----------
    kind : int
        0 Bernoulli, 1 finite support, 2 Beta.
    values : float64 array, shape (arms, support)
        Bernoulli: the means, in one column. Finite: support points. Beta: a, in one column.
    weights : float64 array, shape (arms, support), or None
        Bernoulli: None, so that the draws of other laws, a second of compiling each, are left out
        of kernels. Finite: probabilities. Beta: b, in one column.

    """

    kind: int
    values: Floats
    weights: Floats | None


def bernoulli_table(means: ArrayLike) -> RewardTable:
    """Return Bernoulli laws with the given means, shape (arms,), each in [0, 1].

    Raises
    ------
    ValueError
        If there are fewer than two arms or a mean lies outside [0, 1].

    """
    values = _column("means", means)
    _check_arms(values)
    _check_unit_interval("means", values)
    return RewardTable(BERNOULLI, values, None)


def finite_table(
    values: Sequence[Sequence[float]], probabilities: Sequence[Sequence[float]]
) -> RewardTable:
    """Return laws of finite support: one list of points in [0, 1] and of weights for each arm.

    Arms may have supports of different sizes: shorter ones are filled up with weight 0.

    Raises
    ------
    ValueError
        If there are fewer than two arms, points lie outside [0, 1], or weights are negative or do
        not sum to one.

    """
    sizes = [len(row) for row in values]
    if sizes != [len(row) for row in probabilities] or 0 in sizes:
        raise BadValue(f"probabilities: {probabilities}; allowed: one for each of {values}")
    points = np.zeros((len(sizes), max(sizes, default=0)))
    weights = np.zeros_like(points)
    for arm, size in enumerate(sizes):
        points[arm, :size] = values[arm]
        weights[arm, :size] = probabilities[arm]
    _check_arms(points)
    _check_unit_interval("values", points)
    sums_to_one = np.abs(weights.sum(axis=1) - 1.0) <= 1e-9
    if not (np.all(weights >= 0) and np.all(sums_to_one)):
        raise BadValue(f"probabilities: {probabilities}; allowed: >= 0 with sum 1 for each arm")
    return RewardTable(FINITE, points, weights)


def beta_table(a: ArrayLike, b: ArrayLike) -> RewardTable:
    """Return Beta(a, b) laws, a and b of shape (arms,), both > 0.

    Raises
    ------
    ValueError
        If there are fewer than two arms, the shapes differ or a parameter is not positive.

    """
    first, second = _column("a", a), _column("b", b)
    if first.shape != second.shape:
        raise BadValue(f"b: {len(second)} numbers; allowed: {len(first)}, one for each of a")
    _check_arms(first)
    for name, numbers in (("a", first), ("b", second)):
        if not np.all((numbers > 0) & np.isfinite(numbers)):
            raise BadValue(f"{name}: {numbers.ravel().tolist()}; allowed: finite numbers > 0")
    return RewardTable(BETA, first, second)


@kernel
def draw_reward(
    kind: int, values: Floats, weights: Floats | None, arm: int, generator: np.random.Generator
) -> float:
    """Return one reward of an arm; mutates the generator."""
    if weights is None or kind == BERNOULLI:
        return 1.0 if generator.random() < values[arm, 0] else 0.0
    if kind == BETA:
        return generator.beta(values[arm, 0], weights[arm, 0])
    # The rounding residue of the cumulative weights belongs to the last point with weight.
    last = _last_point(weights, arm)
    left = generator.random()
    for point in range(last):
        left -= weights[arm, point]
        if left < 0.0:
            return values[arm, point]
    return values[arm, last]


@kernel
def draw_sum(
    kind: int,
    values: Floats,
    weights: Floats | None,
    arm: int,
    count: int,
    generator: np.random.Generator,
) -> float:
    """Return the sum of `count` rewards of an arm; mutates the generator."""
    if weights is None or kind == BERNOULLI:
        return float(generator.binomial(count, values[arm, 0]))
    total = 0.0
    if kind == BETA:
        work = 0
        for _ in range(count):
            work = interruptible(work + 1)
            total += generator.beta(values[arm, 0], weights[arm, 0])
        return total
    # Given how many rewards fell on earlier points, those on this one are binomial.
    last = _last_point(weights, arm)
    left, chance_left = count, 1.0
    for point in range(last):
        if left == 0:
            return total
        hits = generator.binomial(left, min(1.0, weights[arm, point] / chance_left))
        total += hits * values[arm, point]
        left -= hits
        chance_left -= weights[arm, point]
    return total + left * values[arm, last]


@kernel
def _last_point(weights: Floats, arm: int) -> int:
    """Return the last support point of an arm that has weight."""
    last = weights.shape[1] - 1
    while weights[arm, last] == 0.0:
        last -= 1
    return last


def _column(name: str, numbers: ArrayLike) -> Floats:
    column = np.array(numbers, dtype=np.float64)
    if column.ndim != 1:
        raise BadValue(f"{name}: {numbers!r}; allowed: a list of numbers, one for each arm")
    return column[:, None]


def _check_arms(values: Floats) -> None:
    if values.shape[0] < 2:
        raise BadValue(f"arms: {values.shape[0]}; allowed: at least 2")


def _check_unit_interval(name: str, values: Floats) -> None:
    if not np.all((values >= 0) & (values <= 1)):
        raise BadValue(f"{name}: {values.ravel().tolist()}; allowed: numbers in [0, 1]")
