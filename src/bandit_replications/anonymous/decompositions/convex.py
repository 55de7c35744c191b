"""Points of P_C(S) as convex combinations of its vertices (Caratheodory's theorem, Lemma 4)."""

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linprog
from scipy.sparse import csr_array, vstack

from bandit_replications.anonymous.decompositions.demands import IDLE, Integers

Floats = NDArray[np.float64]

TIGHT = 1e-9


def vertices_of(
    point: Floats, *, arms: Integers, enough: int
) -> tuple[list[Integers], list[float]]:
    """Return vertices of P_C(S) as assignments, and their weights with sum 1.

    Each step maximises one fixed linear function over the face of (1) that holds what is left of
    the point, and takes as much of that vertex as stays within (1); at least one more inequality
    is then tight, so the number of vertices is at most the dimension plus 1.

    Parameters
    ----------
    point : array of float, shape (users, arms)
        A point that satisfies (1).
    arms : array of int
        S.
    enough : int
        C + 1.

    """
    rest, mass = np.where(point > TIGHT, point, 0.0), 1.0
    objective = np.cos(np.arange(point.size, dtype=float)).reshape(point.shape)
    vertices, weights = [], []
    while mass > TIGHT:
        vertex = _vertex(rest, mass, arms, enough, objective)
        step = min(mass, _largest_step(rest, mass, vertex, arms, enough))
        if step <= TIGHT:
            raise ArithmeticError("no step is left: the point does not satisfy (1)")
        rest, mass = rest - step * vertex, mass - step
        rest[rest < TIGHT] = 0.0
        vertices.append(np.where(vertex.any(axis=1), vertex.argmax(axis=1), IDLE))
        weights.append(step)
    weights[-1] += mass
    return vertices, weights


def _vertex(rest: Floats, mass: float, arms: Integers, enough: int, objective: Floats) -> Floats:
    """Return the best vertex of the smallest face of (1) that contains rest / mass."""
    users, columns = np.nonzero(rest)
    place = np.arange(users.size)
    rows = csr_array((np.ones(users.size), (users, place)), shape=(rest.shape[0], users.size))
    sums = csr_array((np.ones(users.size), (columns, place)), shape=(rest.shape[1], users.size))
    full = rest.sum(axis=1) >= mass - TIGHT
    tight = np.zeros(rest.shape[1], dtype=bool)
    tight[arms] = rest.sum(axis=0)[arms] <= enough * mass + TIGHT
    lowest = np.where(np.isin(np.arange(rest.shape[1]), arms), float(enough), 0.0)
    rows_lower, sums_upper = full.astype(float), np.where(tight, enough, np.inf)
    found = _solve(
        objective[users, columns],
        [(rows, rows_lower, np.ones(rest.shape[0])), (sums, lowest, sums_upper)],
    )
    vertex = np.zeros_like(rest)
    vertex[users, columns] = np.round(found)
    return vertex


def _solve(objective: Floats, constraints: list[tuple[csr_array, Floats, Floats]]) -> Floats:
    """Return a vertex x in [0, 1] that maximises objective · x, lower <= A x <= upper."""
    matrix = vstack([block for block, _, _ in constraints]).tocsr()
    lower = np.concatenate([low for _, low, _ in constraints])
    upper = np.concatenate([high for _, _, high in constraints])
    equal = lower == upper
    below, above = ~equal & np.isfinite(upper), ~equal & (lower > 0)
    result = linprog(
        -objective,
        A_ub=vstack([matrix[below], -matrix[above]]),
        b_ub=np.concatenate([upper[below], -lower[above]]),
        A_eq=matrix[equal],
        b_eq=lower[equal],
        bounds=(0, 1),
        method="highs-ds",
    )
    if result.x is None:
        raise ArithmeticError(f"the linear program of a face failed: {result.message}")
    solution: Floats = result.x
    return solution


def _largest_step(rest: Floats, mass: float, vertex: Floats, arms: Integers, enough: int) -> float:
    """Return how much of the vertex can be taken so that what is left satisfies (1)."""
    bounds = [float(rest[vertex > 0].min())]
    idle = ~vertex.any(axis=1)
    if idle.any():
        bounds.append(float(np.min(mass - rest.sum(axis=1)[idle])))
    slack = rest.sum(axis=0)[arms] - enough * mass
    beyond = vertex.sum(axis=0)[arms] - enough
    if np.any(beyond > 0):
        bounds.append(float(np.min(slack[beyond > 0] / beyond[beyond > 0])))
    return min(bounds)
