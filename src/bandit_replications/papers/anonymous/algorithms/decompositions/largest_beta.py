"""The decomposition of Lemma 3 with the largest β, over all of P_C: the "optimal" one of the paper.

The paper leaves open how to find it. For few arms the disjunction over the sets S of open arms is
one linear program: users with the same active arms are exchangeable, so they share variables.
"""

import numpy as np
import scipy  # its parts are loaded when used: optimize alone takes a quarter of a second
from scipy.sparse import coo_array

from bandit_replications.papers.anonymous.algorithms.decompositions.convex import Floats
from bandit_replications.papers.anonymous.algorithms.decompositions.demands import (
    Decomposition,
    Demand,
    DemandError,
    Integers,
    Mask,
    check_reachable,
)
from bandit_replications.papers.anonymous.algorithms.decompositions.linear_program import (
    from_points,
)
from bandit_replications.runtime.errors import BadValue

MOST_ARMS = 8  # 255 sets
LEAST = 1e-9  # a share of S or a β below it is none


def decompose(
    demand: Demand, *, generator: np.random.Generator, limit: int | None = None
) -> Decomposition:
    """Return ⌈D λ_l / β⌉ copies of each vertex v_l of P_C, Σ λ_l v_l >= β w, β the largest.

    A user whom a vertex leaves out is sent to a random active arm.

    Raises
    ------
    ValueError
        If there are more than `MOST_ARMS` arms.
    DemandError
        If C users or fewer are interested in some wanted arm.

    """
    check_reachable(demand)
    if demand.wanted.size > MOST_ARMS:
        raise BadValue(f"arms: {demand.wanted.size}; allowed: at most {MOST_ARMS}")
    points, beta = largest(demand)
    scaled = [(point, beta / share, opened) for point, share, opened in points]
    return from_points(demand, scaled, generator=generator, limit=limit)


def largest(demand: Demand) -> tuple[list[tuple[Floats, float, Integers]], float]:
    """Return points x_S of P_C(S) with shares λ_S, Σ λ_S x_S >= β w, and the largest β.

    Raises
    ------
    DemandError
        If β = 0.

    """
    weights, arms = demand.weights, demand.wanted
    if np.all(weights.sum(axis=0)[arms] >= demand.enough - 1e-12):
        return [(weights, 1.0, arms)], 1.0
    kinds, kind_of, users = np.unique(
        demand.active, axis=0, return_inverse=True, return_counts=True
    )
    sets = open_sets(demand.active.shape[1], arms)
    # A variable for each set, kind of users and arm of both: the mass of users on it.
    s, k, j = np.nonzero(sets[:, None, :] & kinds[None, :, :])
    mass, shares, beta = _solve(s, k, j, kinds, users, sets, demand.enough)
    points = []
    for number in np.flatnonzero(shares > LEAST):
        here = s == number
        point = np.zeros(kinds.shape)
        point[k[here], j[here]] = mass[here] / (users[k[here]] * shares[number])
        points.append((point[kind_of.ravel()], float(shares[number]), np.flatnonzero(sets[number])))
    return points, beta


def open_sets(number: int, arms: Integers) -> Mask:
    """Return all sets of these arms but the empty one as rows of a mask over `number` arms."""
    bits = (np.arange(1, 2**arms.size)[:, None] >> np.arange(arms.size)) & 1
    sets = np.zeros((bits.shape[0], number), dtype=bool)
    sets[:, arms] = bits == 1
    return sets


def _solve(
    s: Integers,
    k: Integers,
    j: Integers,
    kinds: Mask,
    users: Integers,
    sets: Mask,
    enough: int,
) -> tuple[Floats, Floats, float]:
    """Return the masses, the shares and the largest β."""
    number, place = s.size, np.arange(s.size)
    share_of, last = number + np.arange(len(sets)), number + len(sets)
    pairs = np.full(kinds.shape, -1)
    pairs[kinds] = np.arange(int(kinds.sum()))
    rows = [
        # users of kind k while S is open: at most λ_S n_k
        (s * len(kinds) + k, place, np.ones(number)),
        (
            np.arange(len(sets) * len(kinds)),
            np.repeat(share_of, len(kinds)),
            -np.tile(users, len(sets)).astype(np.float64),
        ),
        # of each open arm: at least λ_S (C + 1)
        (s * sets.shape[1] + j, place, -np.ones(number)),
        (
            np.flatnonzero(sets.ravel()),
            np.repeat(share_of, sets.sum(axis=1)),
            np.full(int(sets.sum()), float(enough)),
        ),
        # of each pair over all sets: at least β n_k / |A_k|
        (pairs[k, j], place, -np.ones(number)),
        (
            np.arange(int(kinds.sum())),
            np.full(int(kinds.sum()), last),
            (users / kinds.sum(axis=1))[np.nonzero(kinds)[0]],
        ),
        (np.zeros(len(sets), dtype=np.int64), share_of, np.ones(len(sets))),
    ]
    heights = [len(sets) * len(kinds)] * 2 + [sets.size] * 2 + [int(kinds.sum())] * 2 + [1]
    above = [0, 0, heights[0], heights[0], heights[0] + sets.size, heights[0] + sets.size]
    above.append(above[-1] + heights[-2])
    matrix = coo_array(
        (
            np.concatenate([values for _, _, values in rows]),
            (
                np.concatenate([row + up for (row, _, _), up in zip(rows, above, strict=True)]),
                np.concatenate([column for _, column, _ in rows]),
            ),
        ),
        shape=(above[-1] + 1, last + 1),
    ).tocsr()
    bounds = np.zeros(matrix.shape[0])
    bounds[-1] = 1.0
    result = scipy.optimize.linprog(
        -np.eye(1, last + 1, last)[0], A_ub=matrix, b_ub=bounds, bounds=(0, None), method="highs"
    )
    if result.x is None or result.x[-1] < LEAST:
        raise DemandError("active: no point of P_C serves every pair; allowed: β > 0")
    return result.x[:number], result.x[share_of], float(result.x[-1])
