"""All wanted arms open at once, or a closing: integer demands, maximum flows, no rounding.

With all wanted arms open and R assignments, user i needs n_ij >= ⌈D/|A_i|⌉ of them on arm j with
row sums R, and arm j needs column sum (C + 1) R at least. Such a matrix is a sum of R assignments
(`theory.corollary_1`), so the smallest R is found by bisection, and R = max_i |A_i| ⌈D/|A_i|⌉
serves whenever U >= K(C + 1).
"""

import numpy as np

from bandit_replications.papers.anonymous.algorithms.decompositions import closing, random_closing
from bandit_replications.papers.anonymous.algorithms.decompositions.demands import (
    IDLE,
    Decomposition,
    Demand,
    DemandError,
    Integers,
    check_reachable,
    random_active,
    route,
    truncated,
)
from bandit_replications.papers.anonymous.algorithms.decompositions.flows_kernels import peeled


def decompose(
    demand: Demand, *, generator: np.random.Generator, limit: int | None = None
) -> Decomposition:
    """Return the fewest assignments that keep all wanted arms open, or a closing if that is less.

    `closing` (for more arms than it lists sets of, `random-closing`) is tried only where R is
    above max_i |A_i| ⌈D/|A_i|⌉, which no decomposition can beat.

    Raises
    ------
    DemandError
        If neither exists: the graph is not U-batched for any U >= C + 1.

    """
    check_reachable(demand)
    arms = demand.wanted
    amounts = fewest(demand, arms)
    least = int(demand.needs.sum(axis=1).max())
    if amounts is None or _rounds(amounts) > least:
        module = closing if arms.size <= closing.MOST_ARMS else random_closing
        try:
            other = module.decompose(demand, generator=generator)
        except DemandError:
            if amounts is None:
                raise
        else:
            if amounts is None or other.total < _rounds(amounts):
                return truncated(other, limit)
    assert amounts is not None
    assignments, multiplicities = peel(demand, arms, amounts)
    fillers = random_active(demand.active, generator, rows=assignments.shape[0])
    return truncated(
        Decomposition(
            assignments=np.where(assignments == IDLE, fillers, assignments),
            multiplicities=multiplicities,
        ),
        limit,
    )


def _rounds(amounts: Integers) -> int:
    return int(amounts.sum(axis=1).max())


def fewest(demand: Demand, arms: Integers) -> Integers | None:
    """Return the matrix n with the fewest assignments that keep `arms` open, shape of the demand.

    Users interested in none of these arms have a row of zeros; all other rows have one sum, R.
    None if more than |arms| D assignments, which one arm after the other takes, do not suffice.
    """
    low = int(demand.needs[:, arms].sum(axis=1).max())
    high = max(low, int(demand.needs[:, arms].max(axis=0).sum()))
    best = amounts_for(demand, arms, low)
    if best is not None:
        return best
    best = amounts_for(demand, arms, high)
    if best is None:
        return None
    while high - low > 1:  # feasible at high, not at low; feasibility is monotone
        middle = (low + high) // 2
        amounts = amounts_for(demand, arms, middle)
        if amounts is None:
            low = middle
        else:
            best, high = amounts, middle
    return best


def amounts_for(demand: Demand, arms: Integers, rounds: int) -> Integers | None:
    """Return a matrix n >= needs with row sums `rounds` and columns >= (C + 1) `rounds`, or None.

    Two flows: the needs are given, what the rows have left fills the columns.
    """
    active = np.zeros_like(demand.active)
    active[:, arms] = demand.active[:, arms]
    needs = np.where(active, demand.needs, 0)
    supply = np.asarray((rounds - needs.sum(axis=1)) * active.any(axis=1), dtype=np.int64)
    lacking = np.zeros(active.shape[1], dtype=np.int64)
    lacking[arms] = np.maximum(demand.enough * rounds - needs.sum(axis=0)[arms], 0)
    try:
        extra = route(supply, active, lacking, np.full(lacking.size, supply.sum() + 1))
    except DemandError:
        return None
    return needs + extra


def peel(demand: Demand, arms: Integers, amounts: Integers) -> tuple[Integers, Integers]:
    """Return assignments and multiplicities whose sum is the matrix `amounts`.

    Each flow gives an assignment in which every arm has C + 1 users and no more than leaves the
    rest decomposable; it is repeated as often as the rest stays so. Users outside get `IDLE`.
    """
    open_arms = np.isin(np.arange(amounts.shape[1]), arms)
    rounds = float(_rounds(amounts))
    rows, copies, left = peeled(amounts.astype(np.float64), open_arms, demand.enough, rounds, True)
    assert left == 0, "the rest of a decomposable matrix is decomposable"
    return np.where(rows < open_arms.size, rows, IDLE), copies.astype(np.int64)
