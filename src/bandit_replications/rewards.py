"""Reward laws of the arms as arrays that compiled code reads, and draws from them.

Sums over many pulls are drawn at once where their law is known (binomial for Bernoulli rewards,
sequential conditional binomials for finite support) and one by one where it is not (Beta): exact
in distribution always.
"""

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import ArrayLike, NDArray

BERNOULLI, FINITE, BETA = 0, 1, 2


class RewardTable(NamedTuple):
    """Reward laws of all arms.

    Attributes
    ----------
    kind : int
        0 Bernoulli, 1 finite support, 2 Beta.
    values : float64 array, shape (arms, support)
        Bernoulli: the means, in one column. Finite: support points. Beta: a, in one column.
    weights : float64 array, shape (arms, support)
        Bernoulli: ones, unused. Finite: probabilities. Beta: b, in one column.

    """

    kind: int
    values: NDArray[np.float64]
    weights: NDArray[np.float64]


def bernoulli_table(means: ArrayLike) -> RewardTable:
    """Return Bernoulli laws with the given means, shape (arms,), each in [0, 1].

    Raises
    ------
    ValueError
        If there are fewer than two arms or a mean lies outside [0, 1].

    """
    values = np.atleast_1d(np.asarray(means, dtype=np.float64))[:, None]
    _check_arms(values)
    _check_unit_interval("means", values)
    return RewardTable(BERNOULLI, values, np.ones_like(values))


def finite_table(values: list[list[float]], probabilities: list[list[float]]) -> RewardTable:
    """Return laws of finite support: one list of points in [0, 1] and of weights for each arm.

    Raises
    ------
    ValueError
        If points lie outside [0, 1], or weights are negative or do not sum to one.

    """
    support = max(len(row) for row in values)
    points = np.zeros((len(values), support))
    weights = np.zeros_like(points)
    for arm, (row, chances) in enumerate(zip(values, probabilities, strict=True)):
        points[arm, : len(row)] = row
        weights[arm, : len(row)] = chances
    _check_arms(points)
    _check_unit_interval("values", points)
    if np.any(weights < 0) or not np.allclose(weights.sum(axis=1), 1.0, rtol=0, atol=1e-9):
        raise ValueError(f"probabilities: {probabilities}; allowed: >= 0 with sum 1 for each arm")
    return RewardTable(FINITE, points, weights)


def beta_table(a: ArrayLike, b: ArrayLike) -> RewardTable:
    """Return Beta(a, b) laws, a and b of shape (arms,), both > 0.

    Raises
    ------
    ValueError
        If a parameter is not positive.

    """
    first = np.atleast_1d(np.asarray(a, dtype=np.float64))[:, None]
    second = np.atleast_1d(np.asarray(b, dtype=np.float64))[:, None]
    _check_arms(first)
    if np.any(first <= 0) or np.any(second <= 0):
        raise ValueError(f"a, b: {a}, {b}; allowed: numbers greater than 0")
    return RewardTable(BETA, first, second)


def table_means(table: RewardTable) -> NDArray[np.float64]:
    """Return the mean reward of each arm, shape (arms,)."""
    if table.kind == FINITE:
        return np.asarray((table.values * table.weights).sum(axis=1))
    if table.kind == BETA:
        return np.asarray((table.values / (table.values + table.weights))[:, 0])
    return table.values[:, 0]


@njit(cache=True)
def draw_reward(kind, values, weights, arm, generator):  # type: ignore[no-untyped-def]
    """Return one reward of an arm."""
    if kind == 0:
        return 1.0 if generator.random() < values[arm, 0] else 0.0
    if kind == 2:
        return generator.beta(values[arm, 0], weights[arm, 0])
    left = generator.random()
    last = values.shape[1] - 1
    for point in range(last):
        left -= weights[arm, point]
        if left < 0.0:
            return values[arm, point]
    # Rounding may leave a crumb: it belongs to the last point that has weight.
    while last > 0 and weights[arm, last] == 0.0:
        last -= 1
    return values[arm, last]


@njit(cache=True)
def draw_sum(kind, values, weights, arm, count, generator):  # type: ignore[no-untyped-def]
    """Return the sum of `count` rewards of an arm."""
    if kind == 0:
        return float(generator.binomial(count, values[arm, 0]))
    total = 0.0
    if kind == 2:
        for _ in range(count):
            total += generator.beta(values[arm, 0], weights[arm, 0])
        return total
    left = count
    chance_left = 1.0
    for point in range(values.shape[1]):
        weight = weights[arm, point]
        if left == 0 or weight == 0.0:
            continue
        share = min(1.0, weight / chance_left)
        hits = left if share >= 1.0 - 1e-12 else generator.binomial(left, share)
        total += hits * values[arm, point]
        left -= hits
        chance_left -= weight
    return total


def _check_arms(values: NDArray[np.float64]) -> None:
    if values.shape[0] < 2:
        raise ValueError(f"arms: {values.shape[0]}; allowed: at least 2")


def _check_unit_interval(name: str, values: NDArray[np.float64]) -> None:
    if not np.all((values >= 0) & (values <= 1)):
        raise ValueError(f"{name}: {values.ravel().tolist()}; allowed: numbers in [0, 1]")
