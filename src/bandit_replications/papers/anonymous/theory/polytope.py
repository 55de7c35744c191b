"""The C-anonymity polytope P_C and its pieces P_C(S) (Section 3.4.2), as defined.

A point is an array (users, arms). Solved with HiGHS through cvxpy to about 1e-9, which
distances are rounded to.
"""

import cvxpy as cp
import numpy as np

from bandit_replications.bandits.runs import Floats
from bandit_replications.papers.anonymous.environments.graphs import Arms, subsets

TOLERANCE = 1e-7


def piece(
    share: cp.Expression | float, point: cp.Expression, opened: Arms, *, group_size: int
) -> list[cp.Constraint]:
    """Return the constraints (1) of P_C(S), multiplied by a share λ of the whole.

    With λ = 1 they say that the point is in P_C(S); the sum of points of λ_S P_C(S) with shares
    that add up to 1 is a point of the convex hull P_C.
    """
    arms = point.shape[1]
    closed = [j for j in range(arms) if j not in opened]
    constraints = [point >= 0, cp.sum(point, axis=1) <= share]
    if opened:
        constraints.append(cp.sum(point[:, list(opened)], axis=0) >= (group_size + 1) * share)
    if closed:
        constraints.append(point[:, closed] == 0)
    return constraints


def _hull(shape: tuple[int, ...], group_size: int) -> tuple[cp.Expression, list[cp.Constraint]]:
    """Return a point of P_C as a sum of points of λ_S P_C(S) with Σ λ_S = 1: a disjunction."""
    sets = subsets(shape[1])
    shares = cp.Variable(len(sets), nonneg=True)
    parts = [cp.Variable(shape) for _ in sets]
    constraints = [cp.sum(shares) == 1]
    for number, opened in enumerate(sets):
        constraints += piece(shares[number], parts[number], opened, group_size=group_size)
    return sum(parts[1:], parts[0]), constraints


def distance(point: Floats, *, group_size: int) -> float:
    """Return the distance in the largest coordinate to the nearest point of P_C.

    0 but for rounding if and only if the point is in P_C.
    """
    nearest, constraints = _hull(point.shape, group_size)
    gap = cp.Variable()
    problem = cp.Problem(cp.Minimize(gap), [*constraints, cp.abs(nearest - point) <= gap])
    problem.solve(solver=cp.HIGHS)
    return max(0.0, round(float(np.asarray(gap.value)), ndigits=9))
