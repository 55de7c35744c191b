"""Closing arms in turn: the decomposition of `random_closing` without chance."""

import itertools
import math

import numpy as np

from bandit_replications.bandits.compiled import kernel
from bandit_replications.bandits.interrupts import interruptible
from bandit_replications.papers.anonymous.algorithms.decompositions.demands import (
    IDLE,
    Decomposition,
    Demand,
    DemandError,
    Integers,
    Mask,
    compressed,
    holders,
)
from bandit_replications.papers.anonymous.algorithms.decompositions.random_closing import closed_law
from bandit_replications.runtime.errors import BadValue

PATIENCE = 4  # times D + one turn, which is twice what is proved on the average
MOST_ARMS = 16  # the sets of closed arms are listed: 12870 of them for 16 arms


def closed_sets(arms: int) -> tuple[Mask, Mask, float]:
    """Return all sets of closed arms of the law's two sizes, and the share of the larger size.

    Listed with a stride, so that a part of a list closes all arms about equally often. Arrays of
    bool, shapes (C(K, size), K).

    Raises
    ------
    ValueError
        If there are more than `MOST_ARMS` arms.

    """
    if arms > MOST_ARMS:
        raise BadValue(f"arms: {arms}; allowed: at most {MOST_ARMS} (else random-closing)")
    law = closed_law(arms)
    small, large = (_subsets(arms, number) for number in (min(law), max(law)))
    return small, large, float(law[max(law)])


def _subsets(arms: int, size: int) -> Mask:
    chosen = np.array(list(itertools.combinations(range(arms), size)), dtype=np.int64)
    number = math.comb(arms, size)
    rows = np.zeros((number, arms), dtype=bool)
    rows[np.arange(number)[:, None], chosen] = True
    stride = next(
        s for s in range(max(1, round(0.618 * number)), 2 * number + 2) if math.gcd(s, number) == 1
    )
    return rows[np.arange(number) * stride % number]


def decompose(
    demand: Demand, *, generator: np.random.Generator, limit: int | None = None
) -> Decomposition:
    """Return assignments in which every open arm informs; sets of closed arms take turns.

    Holders of open arms stay. Everybody else goes to the open arm of A_i that lacks most feedback
    (the lowest among equals). `generator` is not used.

    Raises
    ------
    DemandError
        If the graph is not U-batched for any U >= C + 1.
    ValueError
        If there are more than `MOST_ARMS` wanted arms.

    """
    held = holders(demand)
    wanted = demand.wanted
    small, large, share = closed_sets(wanted.size)
    turn = small.shape[0] + large.shape[0]
    most = PATIENCE * (demand.total + turn) if limit is None else limit
    sets = []
    for closed in (small, large):
        shut = np.zeros((closed.shape[0], demand.active.shape[1]), dtype=bool)
        shut[:, wanted] = closed
        sets.append(shut)
    assignments, lacking = _assign(demand.active, demand.needs, held, sets[0], sets[1], share, most)
    if lacking and limit is None:
        raise DemandError(
            f"total: {demand.total}; {lacking} pairs lack feedback after {most} turns"
        )
    return compressed(assignments)


@kernel
def _assign(
    active: Mask,
    needs: Integers,
    held: Integers,
    small: Mask,
    large: Mask,
    share: float,
    most: int,
) -> tuple[Integers, int]:
    """Return the assignments (assignments, users) and the number of pairs without feedback.

    Mutates nothing.
    """
    users, arms = active.shape
    left = needs.copy()
    rows = np.empty((most, users), dtype=np.int64)
    lacking = int(np.count_nonzero(left > 0))
    larger = 0
    work = 0
    for r in range(most):
        work = interruptible(work + users * arms)
        if lacking == 0:
            return rows[:r], lacking
        if (r + 1) * share >= larger + 1:
            shut = large[larger % large.shape[0]]
            larger += 1
        else:
            shut = small[(r - larger) % small.shape[0]]
        for i in range(users):
            best, informs = held[i], held[i] != IDLE and not shut[held[i]]
            if not informs:
                best = IDLE
                for j in range(arms):
                    if not active[i, j]:
                        continue
                    better = not shut[j] and (not informs or left[i, j] > left[i, best])
                    if best == IDLE or better:
                        best, informs = j, informs or not shut[j]
            rows[r, i] = best
            if informs:
                left[i, best] -= 1
                if left[i, best] == 0:
                    lacking -= 1
    return rows, lacking
