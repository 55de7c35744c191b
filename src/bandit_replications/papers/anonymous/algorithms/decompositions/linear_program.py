"""The decomposition by linear programs with all arms open (Lemmas 3 to 5, Corollary 1)."""

import numpy as np
import scipy  # its parts are loaded when used: optimize alone takes a quarter of a second
from scipy.sparse import csr_array, vstack

from bandit_replications.papers.anonymous.algorithms.decompositions.convex import (
    Floats,
    vertices_of,
)
from bandit_replications.papers.anonymous.algorithms.decompositions.demands import (
    IDLE,
    Decomposition,
    Demand,
    DemandError,
    Integers,
    check_reachable,
    random_active,
    truncated,
)

ROUNDING = 1e-7


def decompose(
    demand: Demand, *, generator: np.random.Generator, limit: int | None = None
) -> Decomposition:
    """Return ⌈D λ_l / β⌉ copies of each vertex v_l of P_C([K]), Σ λ_l v_l >= β w.

    As in Corollary 1, β = 1 and the point is w itself where every wanted arm has demand C + 1,
    which U >= K(C + 1) ensures. Elsewhere the largest β <= 1 for which β w lies below a point of
    P_C([K]). A user whom a vertex leaves out is sent to a random active arm.

    Raises
    ------
    DemandError
        If no β > 0 will do: some arm can only be open at the cost of another.

    """
    check_reachable(demand)
    point, beta = dominating_point(demand)
    return from_points(demand, [(point, beta, demand.wanted)], generator=generator, limit=limit)


def from_points(
    demand: Demand,
    points: list[tuple[Floats, float, Integers]],
    *,
    generator: np.random.Generator,
    limit: int | None,
) -> Decomposition:
    """Return the decomposition of the proof of Lemma 3 for points (x, β, S), x in P_C(S).

    D/β copies of each x, its vertices' shares rounded up.
    """
    rows, copies = [], []
    for point, beta, arms in points:
        vertices, weights = vertices_of(point, arms=arms, enough=demand.enough)
        rows.append(vertices)
        copies.append(np.ceil(demand.total / beta * weights - ROUNDING))
    assignments, multiplicities = np.concatenate(rows), np.concatenate(copies).astype(np.int64)
    fillers = random_active(demand.active, generator, rows=assignments.shape[0])
    used = multiplicities > 0
    return truncated(
        Decomposition(
            assignments=np.where(assignments == IDLE, fillers, assignments)[used],
            multiplicities=multiplicities[used],
        ),
        limit,
    )


def dominating_point(demand: Demand) -> tuple[Floats, float]:
    """Return x in P_C([K]) and the largest β <= 1 with x >= β w, x zero off the active pairs.

    Raises
    ------
    DemandError
        If β = 0 or there is no such x.

    """
    weights, arms = demand.weights, demand.wanted
    if np.all(weights.sum(axis=0)[arms] >= demand.enough - 1e-12):
        return weights, 1.0
    users, columns = np.nonzero(demand.active)
    number = users.size
    place, ones = np.arange(number), np.ones(number)
    rows = csr_array((ones, (users, place)), shape=(weights.shape[0], number + 1))
    sums = csr_array((-ones, (columns, place)), shape=(weights.shape[1], number + 1))[arms]
    scaled = csr_array(
        (
            np.concatenate([-ones, weights[users, columns]]),
            (np.tile(place, 2), np.append(place, np.full(number, number))),
        )
    )
    result = scipy.optimize.linprog(
        -np.eye(1, number + 1, number)[0],
        A_ub=vstack([rows, sums, scaled]),
        b_ub=np.concatenate(
            [np.ones(weights.shape[0]), np.full(arms.size, -float(demand.enough)), 0 * ones]
        ),
        bounds=(0, 1),
        method="highs",
    )
    if result.x is None or result.x[-1] < 1e-9:
        raise DemandError(
            f"active: not all {arms.size} wanted arms can have {demand.enough} users at once while "
            "every pair is served; allowed: a demand below a multiple of a point of P_C([K])"
        )
    point = np.zeros_like(weights)
    point[users, columns] = result.x[:-1]
    return point, float(result.x[-1])
