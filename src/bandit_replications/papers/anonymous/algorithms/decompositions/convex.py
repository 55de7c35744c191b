"""Points of P_C(S) as convex combinations of its vertices (Caratheodory's theorem, Lemma 4)."""

import numpy as np

from bandit_replications.bandits.arrays import Floats
from bandit_replications.papers.anonymous.algorithms.decompositions.demands import IDLE, Integers
from bandit_replications.papers.anonymous.algorithms.decompositions.flows_kernels import peeled

LOST = 1e-7  # share of a point that rounding errors may leave over


def vertices_of(point: Floats, *, arms: Integers, enough: int) -> tuple[Integers, Floats]:
    """Return vertices of P_C(S) as assignments, (vertices, users), and their weights with sum 1.

    Each step takes a vertex of the face of (1) that holds what is left of the point, and as much
    of it as stays within (1); at least one more inequality is then tight, so the number of
    vertices is at most the dimension plus 1. By Lemma 4 the vertices of a face are its integer
    points, so each is a flow of users to arms, found without a linear program.

    Parameters
    ----------
    point : array of float, shape (users, arms)
        A point that satisfies (1).
    arms : array of int
        S.
    enough : int
        C + 1.

    Raises
    ------
    ArithmeticError
        If the point does not satisfy (1).

    """
    kept = np.where(point > LOST / 100, point, 0.0)
    open_arms = np.zeros(point.shape[1], dtype=bool)
    open_arms[arms] = True
    rows, weights, left = peeled(kept, open_arms, enough, 1.0, False)
    if left > LOST:
        raise ArithmeticError(
            f"no vertex is left for {left:.3g} of the point: it does not satisfy (1)"
        )
    weights[-1] += left
    return np.where(rows < point.shape[1], rows, IDLE), weights
