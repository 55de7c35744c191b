"""Lemma 4 (Section 3.4.2, Appendix C.5): the inequalities (1) describe P_C(S)."""

import itertools

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linprog

from bandit_replications.bandits.streams import generator
from bandit_replications.inference.checks import Check, at_most, equal
from bandit_replications.papers.anonymous.environments.graphs import subsets
from bandit_replications.papers.anonymous.theory import polytope

Floats = NDArray[np.float64]


def constraint_matrix(users: int, arms: int) -> Floats:
    """Return the rows Σ_j x_ij and Σ_i x_ij of (1), shape (users + arms, users * arms).

    The bounds 0 <= x_ij <= 1 are unit rows, which leave total unimodularity as it is.
    """
    rows = np.kron(np.eye(users), np.ones(arms))
    columns = np.kron(np.ones(users), np.eye(arms))
    return np.vstack([rows, columns])


def unimodular(*, users: int = 3, arms: int = 3) -> Check:
    """Check total unimodularity by the determinants of all square submatrices."""
    matrix = constraint_matrix(users, arms)
    largest, distance = 0.0, 0.0
    for size in range(1, users + arms + 1):
        rows = np.array(list(itertools.combinations(range(matrix.shape[0]), size)))
        columns = np.array(list(itertools.combinations(range(matrix.shape[1]), size)))
        for chosen in rows:
            parts = matrix[chosen][:, columns].transpose(1, 0, 2)
            determinants = np.linalg.det(parts)
            largest = max(largest, float(np.abs(determinants).max()))
            distance = max(distance, float(np.abs(determinants - np.round(determinants)).max()))
    return at_most(
        f"largest |determinant| of a square submatrix of (1), N = {users}, K = {arms}",
        largest + distance,
        1 + 1e-9,
    )


def same_maximum(
    *, users: int = 4, arms: int = 2, group_size: int = 1, objectives: int = 20
) -> Check:
    """Check that (1) and the vertices of P_C(S) have the same maxima of linear functions.

    Every S; the vertices by enumeration of all (K + 1)^N binary points, the maxima over (1) by
    linear programs. Two convex sets with the same support function are the same set, so a single
    difference would refute the lemma. Left: the largest difference.
    """
    stream = generator(0, "anonymous", "lemma-4", users, arms, group_size)
    largest = 0.0
    for opened in subsets(arms):
        points = polytope.vertices(users, opened, arms=arms, group_size=group_size)
        if points.shape[0] == 0:
            continue
        for _ in range(objectives):
            objective = stream.normal(size=(users, arms))
            best = float(np.max(np.einsum("rij,ij->r", points, objective)))
            bound = maximum(objective, opened, group_size=group_size)
            largest = max(largest, abs(best - bound))
    return at_most(
        (
            f"largest difference of the maxima over (1) and over vertices, N = {users}, "
            f"K = {arms}, C = {group_size}"
        ),
        round(largest, 9),
        1e-7,
    )


def empty_together(*, users: int = 5, arms: int = 3, group_size: int = 1) -> Check:
    """Check that (1) has no point exactly where P_C(S) has no vertex: |S| (C + 1) > N.

    Left: sets S for which the three answers differ.
    """
    differing = 0
    for opened in subsets(arms):
        points = polytope.vertices(users, opened, arms=arms, group_size=group_size)
        feasible = np.isfinite(maximum(np.zeros((users, arms)), opened, group_size=group_size))
        room = len(opened) * (group_size + 1) <= users
        differing += not feasible == room == (points.shape[0] > 0)
    return equal(
        f"sets S on which (1), the vertices and |S|(C+1) <= N disagree, N = {users}", differing, 0
    )


def maximum(objective: Floats, opened: tuple[int, ...], *, group_size: int) -> float:
    """Return the maximum of a linear function over (1), -inf if (1) has no point."""
    users, arms = objective.shape
    matrix = constraint_matrix(users, arms)
    columns = matrix[users:]
    closed = [j for j in range(arms) if j not in opened]
    result = linprog(
        -objective.ravel(),
        A_ub=np.vstack([matrix[:users], -columns[list(opened)]]),
        b_ub=np.concatenate([np.ones(users), np.full(len(opened), -(group_size + 1.0))]),
        A_eq=columns[closed] if closed else None,
        b_eq=np.zeros(len(closed)) if closed else None,
        bounds=(0, 1),
        method="highs",
    )
    return -float(result.fun) if result.status == 0 else -np.inf


def hull_of_pieces(*, users: int = 4, arms: int = 2, group_size: int = 1) -> tuple[Check, Check]:
    """Check that P_C is the convex hull of the pieces P_C(S).

    Every binary point with columns 0 or >= C + 1 is a vertex of exactly one piece; and random
    combinations of points of the pieces are in P_C as modelled by the disjunction.
    """
    every = [
        polytope.vertices(users, opened, arms=arms, group_size=group_size)
        for opened in subsets(arms)
    ]
    binary = np.array(list(itertools.product((0, 1), repeat=users * arms))).reshape(-1, users, arms)
    sums = binary.sum(axis=1)
    kept = np.all(binary.sum(axis=2) <= 1, axis=1) & np.all(
        (sums == 0) | (sums > group_size), axis=1
    )
    together = np.concatenate(every)
    stream = generator(0, "anonymous", "hull", users, arms)
    weights = stream.dirichlet(np.ones(together.shape[0]))
    point = np.einsum("r,rij->ij", weights, together)
    return (
        equal(
            "binary points of P_C = vertices of the pieces, counted",
            int(kept.sum()),
            together.shape[0],
        ),
        at_most(
            "distance of a random combination from P_C",
            polytope.distance(point, group_size=group_size),
            polytope.TOLERANCE,
        ),
    )
