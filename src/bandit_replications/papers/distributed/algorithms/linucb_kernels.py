"""Compiled parts of optimistic linear algorithms: estimates, confidence widths, updates.

Actions stand in columns, shape (dimension, actions): every inner loop then runs over actions, for
which a processor needs no permission to reorder a sum. An agent's state is V⁻¹, θ̂, log det V, and,
for each action x of a set that does not change, <x, θ̂> and xᵀ V⁻¹ x. Unit vectors
give a diagonal V, which is solved and evaluated as such: same bits, DCB in a quarter of the time.
"""

import math

import numpy as np

from bandit_replications.bandits.arrays import Floats
from bandit_replications.bandits.compiled import kernel
from bandit_replications.papers.distributed.environments.linear_environments import TIE


@kernel(inline="always")
def confidence_width(
    log_det: float, dimension: int, regularisation: float, log_inverse_delta: float
) -> float:
    """Return sqrt(2 ln(det(V)^½ det(λI)^-½ / δ)) + sqrt(λ)."""
    growth = 0.5 * (log_det - dimension * math.log(regularisation))
    return math.sqrt(2.0 * (growth + log_inverse_delta)) + math.sqrt(regularisation)


@kernel
def evaluate(
    columns: Floats, theta: Floats, inverse: Floats, values: Floats, variances: Floats
) -> None:
    """Fill values <x, θ̂> and variances xᵀ V⁻¹ x of all actions; mutates both (actions,)."""
    dimension, actions = columns.shape
    values[:] = 0.0
    variances[:] = 0.0
    for row in range(dimension):
        for action in range(actions):
            values[action] += theta[row] * columns[row, action]
        for other in range(row + 1):
            factor = inverse[row, other] if row == other else 2.0 * inverse[row, other]
            for action in range(actions if factor != 0.0 else 0):
                variances[action] += factor * columns[row, action] * columns[other, action]


@kernel(inline="always")
def optimistic(values: Floats, variances: Floats, width: float, scratch: Floats) -> int:
    """Return the action with the highest <x, θ̂> + width sqrt(xᵀ V⁻¹ x), of equal ones the first.

    Equal: to within TIE.
    Mutates scratch (actions,).
    """
    for action in range(values.size):
        variance = variances[action] if variances[action] > 0.0 else 0.0
        scratch[action] = values[action] + width * math.sqrt(variance)
    highest, best = -np.inf, 0
    for action in range(values.size):  # numpy's maximum looks for NaN, a fifth of the time
        highest = max(highest, scratch[action])
    while scratch[best] < highest - TIE:
        best += 1
    return best


@kernel(inline="always")
def learn(
    x: Floats, rewards: float, number: int, theta: Floats, inverse: Floats, image: Floats
) -> tuple[float, float, float]:
    """Take in a number of pulls of x with the given sum of rewards (Sherman and Morrison).

    Mutates theta, inverse and image, which becomes V⁻¹ x of before. Returns the growth of log det V
    and the factors with which <x', θ̂> and x'ᵀ V⁻¹ x' change with <x', image> and its square.
    """
    dimension = x.size
    square, value = 0.0, 0.0
    for row in range(dimension):
        image[row] = 0.0
        for column in range(dimension):
            image[row] += inverse[row, column] * x[column]
        square += image[row] * x[row]
        value += theta[row] * x[row]
    growth = 1.0 + number * square
    shift = (rewards - number * value) / growth
    shrink = number / growth
    for row in range(dimension):
        theta[row] += shift * image[row]
        for column in range(dimension):
            inverse[row, column] -= shrink * image[row] * image[column]
    return math.log(growth), shift, shrink


@kernel(inline="always")
def update_evaluation(
    columns: Floats,
    image: Floats,
    shift: float,
    shrink: float,
    values: Floats,
    variances: Floats,
    scratch: Floats,
) -> None:
    """Follow `learn` for the actions of a set that does not change.

    Mutates values, variances and scratch (actions,).
    """
    scratch[:] = 0.0
    for row in range(columns.shape[0]):
        for action in range(columns.shape[1]):
            scratch[action] += image[row] * columns[row, action]
    for action in range(columns.shape[1]):
        values[action] += shift * scratch[action]
        variances[action] -= shrink * scratch[action] * scratch[action]


@kernel
def solve(matrix: Floats, vector: Floats, inverse: Floats, solution: Floats) -> float:
    """Fill the inverse of a positive definite matrix and its product with a vector.

    By Cholesky's decomposition. Returns the logarithm of the determinant; mutates inverse and
    solution.
    """
    dimension = vector.size
    if _is_diagonal(matrix):
        return _solve_diagonal(matrix, vector, inverse, solution)
    lower = np.zeros((dimension, dimension))
    log_det = _cholesky(matrix, lower)
    # Rows of the lower triangle's inverse, then its product with its transpose.
    half = np.zeros((dimension, dimension))
    for column in range(dimension):
        half[column, column] = 1.0 / lower[column, column]
        for row in range(column + 1, dimension):
            total = 0.0
            for inner in range(column, row):
                total -= lower[row, inner] * half[inner, column]
            half[row, column] = total / lower[row, row]
    for row in range(dimension):
        for column in range(row + 1):
            total = 0.0
            for inner in range(row, dimension):
                total += half[inner, row] * half[inner, column]
            inverse[row, column] = total
            inverse[column, row] = total
    for row in range(dimension):
        solution[row] = 0.0
        for column in range(dimension):
            solution[row] += inverse[row, column] * vector[column]
    return log_det


@kernel
def _is_diagonal(matrix: Floats) -> bool:
    for row in range(matrix.shape[0]):
        for column in range(row):
            if matrix[row, column] != 0.0:
                return False
    return True


@kernel
def _solve_diagonal(matrix: Floats, vector: Floats, inverse: Floats, solution: Floats) -> float:
    """Do what `solve` does, to the last bit, where all other entries are 0."""
    log_det = 0.0
    inverse[:] = 0.0
    for row in range(vector.size):
        root = math.sqrt(matrix[row, row])
        log_det += 2.0 * math.log(root)
        inverse[row, row] = (1.0 / root) * (1.0 / root)
        solution[row] = inverse[row, row] * vector[row]
    return log_det


@kernel
def _cholesky(matrix: Floats, lower: Floats) -> float:
    """Fill the lower triangle L of L Lᵀ and return ln det; mutates lower."""
    log_det = 0.0
    for row in range(lower.shape[0]):
        for column in range(row + 1):
            total = matrix[row, column]
            for inner in range(column):
                total -= lower[row, inner] * lower[column, inner]
            if row == column:
                lower[row, row] = math.sqrt(total)
                log_det += 2.0 * math.log(lower[row, row])
            else:
                lower[row, column] = total / lower[column, column]
    return log_det


@kernel
def enter_set(actions: Floats, parameter: Floats, columns: Floats, means: Floats) -> float:
    """Put the actions into columns, fill their true means and return the best.

    Mutates columns (dimension, actions) and means (actions,).
    """
    for action in range(means.size):
        for row in range(columns.shape[0]):
            columns[row, action] = actions[action, row]
    means[:] = 0.0
    for row in range(columns.shape[0]):
        for action in range(columns.shape[1]):
            means[action] += parameter[row] * columns[row, action]
    return float(means.max())
