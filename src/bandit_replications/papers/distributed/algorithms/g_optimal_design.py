"""G-optimal design: weights on actions that make the worst variance of an estimate small.

With V(π) = Σ π(x) x xᵀ and g(π) = max xᵀ V(π)⁻¹ x, Kiefer and Wolfowitz: min g = r, the rank of
the actions, at the same π that maximises det V(π). Lines 3 of Protocol 2 need g <= 2 r and a small
support only. As in Todd's "Minimum-Volume Ellipsoids" (2016), Chapter 3: start of Kumar and
Yildirim (2005) with equal weights, then Frank-Wolfe steps with the exact line search of Khachiyan,
each of which adds at most one action to the support. The start takes from each direction the action
that reaches farthest ("one-sided", r of them), as is enough for a set that counts with its
negatives, or the farthest to either side ("two-sided", up to 2 r), as they print it.

Actions of rank r < d are handled in their span: the start chooses a basis of actions, everything
after it happens in coordinates of that basis, and g does not depend on the basis. Loops are
compiled and in a fixed order, so that agents and server get the same bytes.

>>> design = g_optimal_design(actions=np.vstack([np.eye(2), [[0.1, 0.1]]]))
>>> design.weights.tolist(), design.rank, design.worst_variance
([0.5, 0.5, 0.0], 2, 2.0)
"""

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np

from bandit_replications.bandits.arrays import Floats, Integers
from bandit_replications.bandits.compiled import kernel
from bandit_replications.bandits.interrupts import interruptible
from bandit_replications.bandits.runs import set_row
from bandit_replications.runtime.errors import BadValue

Start = Literal["one-sided", "two-sided"]

# Directions shorter than this, relative to the longest action, count as orthogonal to the actions.
RANK_TOLERANCE = 1e-9


@dataclass(frozen=True)
class Design:
    """An approximately G-optimal design.

    Attributes
    ----------
    weights : float64 array, shape (actions,)
        π: non-negative, of sum 1.
    support : int64 array
        Actions with a positive weight, increasing.
    rank : int
        r, the rank of the actions.
    worst_variance : float
        g(π), in [r, accuracy * r].
    iterations : int
        Frank-Wolfe steps after the start.
    coordinates : float64 array, shape (actions, rank)
        The actions in the basis of the start: an estimate of <θ, x> is the same in any basis.

    """

    weights: Floats
    support: Integers
    rank: int
    worst_variance: float
    iterations: int
    coordinates: Floats


def g_optimal_design(
    *,
    actions: Floats,
    accuracy: float = 2.0,
    start: Start = "one-sided",
    max_iterations: int = 1_000_000,
) -> Design:
    """Return a design with g(π) <= accuracy * rank.

    Source: Section 4.1 and line 3 of Protocol 2; Todd (2016), Algorithm 3.1 and Proposition 3.17.

    Parameters
    ----------
    actions : float array, shape (actions, dimension)
        At least one is not zero.
    accuracy : float
        > 1; the paper needs 2.
    start : {"one-sided", "two-sided"}
    max_iterations : int
        Steps after which to give up.

    Returns
    -------
    Design

    Raises
    ------
    ValueError
        If there is no action but zero, one is not finite, or the accuracy is not > 1.
    RuntimeError
        If the accuracy is not reached within max_iterations.

    """
    points = np.ascontiguousarray(actions, dtype=np.float64)
    if points.ndim != 2 or points.size == 0 or not np.isfinite(points).all() or not points.any():
        raise BadValue(
            f"actions: shape {points.shape}; allowed: (actions, dimension), finite, not all zero"
        )
    if not accuracy > 1:
        raise BadValue(f"accuracy: {accuracy}; allowed: > 1")
    chosen, opposite, coordinates = _start(points, RANK_TOLERANCE)
    first = chosen if start == "one-sided" else np.concatenate([chosen, opposite])
    # Compiled where it is used: numba takes seconds for an inverse and for an outer product.
    variances_at = _unit_variances if first.size == chosen.size else _first_variances
    begin = variances_at(coordinates, first)
    weights, worst, iterations = _frank_wolfe(coordinates, first, *begin, accuracy, max_iterations)
    if worst > accuracy * chosen.size:
        raise RuntimeError(f"accuracy: {accuracy} not reached in {max_iterations} steps")
    return Design(
        weights=weights,
        support=np.flatnonzero(weights),
        rank=int(chosen.size),
        worst_variance=float(worst),
        iterations=int(iterations),
        coordinates=coordinates,
    )


@kernel
def _start(actions: Floats, tolerance: float) -> tuple[Integers, Integers, Floats]:
    """Return the r farthest actions, those farthest to the other side, and all in coordinates.

    One direction after the other, orthogonal to the actions chosen so far, takes the action that
    reaches farthest along it; a direction along which none reaches is orthogonal to all of them.
    """
    number, dimension = actions.shape
    basis = np.zeros((dimension, dimension))
    is_null = np.zeros(dimension, dtype=np.bool_)
    chosen = np.full(dimension, -1, dtype=np.int64)
    opposite = np.full(dimension, -1, dtype=np.int64)
    longest = 0.0
    for row in range(number):
        longest = max(longest, _length(actions[row]))
    for level in range(dimension):
        direction = _orthogonal_direction(basis, level)
        best, reach = -1, tolerance * longest
        for row in range(number):
            along = abs(_dot(direction, actions[row]))
            if along > reach:
                best, reach = row, along
        if best < 0:
            is_null[level] = True
            set_row(basis, level, direction)
        else:
            chosen[level] = best
            opposite[level] = _other_end(direction, actions, best)
            rest = _residual(actions[best], basis, level)
            set_row(basis, level, rest / _length(rest))
    kept = np.flatnonzero(~is_null)
    return chosen[kept], opposite[kept], _coordinates(actions, basis[kept], chosen[kept])


@kernel
def _other_end(direction: Floats, actions: Floats, best: int) -> int:
    """Return the action that reaches farthest to the other side than the given one."""
    side = 1.0 if _dot(direction, actions[best]) > 0 else -1.0
    end, reach = best, np.inf
    for row in range(len(actions)):
        along = side * _dot(direction, actions[row])
        if along < reach:
            end, reach = row, along
    return end


@kernel
def _unit_variances(coordinates: Floats, first: Integers) -> tuple[Floats, Floats]:
    """Return V⁻¹ and every action's variance at equal weights on the r unit vectors: V = I / r."""
    number, rank = coordinates.shape
    variances = np.zeros(number)
    for row in range(number):
        variances[row] = rank * _dot(coordinates[row], coordinates[row])
    return np.eye(rank) * first.size, variances


@kernel
def _first_variances(coordinates: Floats, first: Integers) -> tuple[Floats, Floats]:
    """Return V⁻¹ and every action's variance at equal weights on the first actions."""
    number, rank = coordinates.shape
    matrix, variances = np.zeros((rank, rank)), np.zeros(number)
    for row in first:
        matrix += np.outer(coordinates[row], coordinates[row]) / first.size
    inverse = np.ascontiguousarray(np.linalg.inv(matrix))
    for row in range(number):
        for column in range(rank):
            along = _dot(inverse[column], coordinates[row])
            variances[row] += along * coordinates[row, column]
    return inverse, variances


@kernel
def _frank_wolfe(
    coordinates: Floats,
    first: Integers,
    inverse: Floats,
    variances: Floats,
    accuracy: float,
    max_iterations: int,
) -> tuple[Floats, float, int]:
    """Return weights, g and the number of steps, from equal weights on the first actions.

    Mutates V⁻¹ and the variances at these weights.
    """
    number, rank = coordinates.shape
    weights = np.zeros(number)
    for row in first:
        weights[row] += 1.0 / first.size
    work = 0
    for iteration in range(max_iterations):
        work = interruptible(work + number * rank)
        far = np.argmax(variances)
        worst = variances[far]
        if worst <= accuracy * rank:
            return weights, worst, iteration
        if rank == 1:  # all weight on the farthest action, where V would be 0 without it
            weights *= 0.0
            weights[far] = 1.0
            return weights, 1.0, iteration + 1
        step = (worst / rank - 1.0) / (worst - 1.0)
        image = np.zeros(rank)
        for column in range(rank):
            image[column] = _dot(inverse[column], coordinates[far])
        # V becomes (1 - step) V + step x xᵀ: Sherman and Morrison.
        factor = step / ((1.0 - step) + step * worst)
        for row in range(number):
            along = _dot(coordinates[row], image)
            variances[row] = (variances[row] - factor * along * along) / (1.0 - step)
        for row in range(rank):
            for column in range(rank):
                change = factor * image[row] * image[column]
                inverse[row, column] = (inverse[row, column] - change) / (1.0 - step)
        weights *= 1.0 - step
        weights[far] += step
    return weights, np.max(variances), max_iterations


@kernel
def _dot(left: Floats, right: Floats) -> float:
    total = 0.0
    for column in range(left.size):
        total += left[column] * right[column]
    return total


@kernel
def _length(vector: Floats) -> float:
    return math.sqrt(_dot(vector, vector))


@kernel
def _residual(vector: Floats, basis: Floats, level: int) -> Floats:
    """Return the vector minus its part along the first `level` rows of an orthonormal basis."""
    rest = vector.copy()
    for _ in range(2):  # once more for what rounding left
        for row in range(level):
            rest -= _dot(rest, basis[row]) * basis[row]
    return rest


@kernel
def _orthogonal_direction(basis: Floats, level: int) -> Floats:
    """Return the unit vector, made orthogonal to the basis, that keeps most of its length."""
    dimension = basis.shape[1]
    best = np.zeros(dimension)
    longest = 0.0
    for column in range(dimension):
        unit = np.zeros(dimension)
        unit[column] = 1.0
        rest = _residual(unit, basis, level)
        # A margin: of equal ones the first, whatever rounding says.
        if _length(rest) > longest * (1.0 + 1e-9):
            longest = _length(rest)
            best = rest / longest
    return best


@kernel
def _coordinates(actions: Floats, basis: Floats, chosen: Integers) -> Floats:
    """Return z with x = Σ z_j x_j over the chosen actions x_j, shape (actions, rank).

    Along the orthonormal basis the chosen actions are a lower triangular matrix.
    """
    number, rank = actions.shape[0], basis.shape[0]
    triangle = np.zeros((rank, rank))
    for row in range(rank):
        for column in range(row + 1):
            triangle[row, column] = _dot(actions[chosen[row]], basis[column])
    found = np.zeros((number, rank))
    for row in range(number):
        for column in range(rank - 1, -1, -1):
            value = _dot(actions[row], basis[column])
            for later in range(column + 1, rank):
                value -= found[row, later] * triangle[later, column]
            found[row, column] = value / triangle[column, column]
    return found
