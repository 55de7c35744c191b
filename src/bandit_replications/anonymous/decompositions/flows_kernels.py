"""Compiled flows of users to arms, and assignments peeled off a matrix one after the other.

There are few arms, so a flow is put right by moving users along shortest paths from arm to arm.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Mask = NDArray[np.bool_]

TIGHT = 1e-9


@njit(cache=True)
def spread(supply: Integers, allowed: Mask, low: Integers, high: Integers) -> Integers:
    """Return a first flow, (users, arms): users in turn fill the arms that lack most.

    What fills nothing goes where most room is; nothing is sent where nothing is allowed.
    Mutates nothing.
    """
    users, arms = allowed.shape
    amounts = np.zeros((users, arms), dtype=np.int64)
    load = np.zeros(arms, dtype=np.int64)
    for i in range(users):
        left = supply[i]
        while left > 0:
            lacking, roomy = -1, -1
            for j in range(arms):
                if not allowed[i, j]:
                    continue
                if low[j] > load[j] and (
                    lacking < 0 or low[j] - load[j] > low[lacking] - load[lacking]
                ):
                    lacking = j
                if roomy < 0 or high[j] - load[j] > high[roomy] - load[roomy]:
                    roomy = j
            if roomy < 0:
                break
            to = roomy if lacking < 0 else lacking
            amount = left if lacking < 0 else min(left, low[to] - load[to])
            amounts[i, to] += amount
            load[to] += amount
            left -= amount
    return amounts


@njit(cache=True)
def balance(amounts: Integers, allowed: Mask, low: Integers, high: Integers) -> bool:
    """Move a flow until each arm receives between low and high; False if no flow does.

    Each move brings one arm nearer to its bounds and no other one out of them: along a shortest
    path to an arm that can spare or take a unit. Without such a path there is no flow: one within
    the bounds, less this one, would contain it. Mutates amounts, (users, arms).
    """
    users, arms = amounts.shape
    if np.any(low > high):
        return False
    load = amounts.sum(axis=0)
    came, who, queue = np.empty(arms, np.int64), np.empty(arms, np.int64), np.empty(arms, np.int64)
    while True:
        start, lacks = -1, False
        for j in range(arms):
            if load[j] < low[j] or load[j] > high[j]:
                start, lacks = j, load[j] < low[j]
                break
        if start < 0:
            return True
        came[:] = -1
        came[start] = start
        queue[0], head, tail, end = start, 0, 1, -1
        while head < tail and end < 0:
            here = queue[head]
            head += 1
            for there in range(arms):
                if came[there] >= 0:
                    continue
                source, target = (there, here) if lacks else (here, there)
                mover = -1
                for i in range(users):
                    if allowed[i, target] and amounts[i, source] > 0:
                        if mover < 0 or amounts[i, source] > amounts[mover, source]:
                            mover = i
                if mover < 0:
                    continue
                came[there], who[there] = here, mover
                queue[tail] = there
                tail += 1
                if (load[there] > low[there]) if lacks else (load[there] < high[there]):
                    end = there
                    break
        if end < 0:
            return False
        amount = low[start] - load[start] if lacks else load[start] - high[start]
        amount = min(amount, load[end] - low[end] if lacks else high[end] - load[end])
        there = end
        while there != start:
            source = there if lacks else came[there]
            amount = min(amount, amounts[who[there], source])
            there = came[there]
        there = end
        while there != start:
            here = came[there]
            source, target = (there, here) if lacks else (here, there)
            amounts[who[there], source] -= amount
            amounts[who[there], target] += amount
            there = here
        load[start] += amount if lacks else -amount
        load[end] -= amount if lacks else -amount


@njit(cache=True)
def peeled(
    point: Floats, open_arms: Mask, enough: int, mass: float, whole: bool
) -> tuple[Integers, Floats, float]:
    """Return assignments, their weights, and the mass that could not be peeled off.

    What is left of the point satisfies, times the mass left: rows sum to at most 1, columns of open
    arms to at least `enough`. Each assignment is an integer point of the smallest face of these
    inequalities that holds what is left; as much of it is taken as leaves them satisfied. `whole`
    is for a matrix of whole numbers with row sums `mass` or 0, of which whole amounts are taken.

    Shapes (different, users) and (different,); `arms` stands for no arm. Mutates nothing.
    """
    users, arms = point.shape
    rest = point.copy()
    found, rows = 0, np.empty((64, users), dtype=np.int64)
    weights = np.empty(64)
    allowed = np.empty((users, arms + 1), dtype=np.bool_)
    low, high = np.zeros(arms + 1, dtype=np.int64), np.full(arms + 1, users)
    slack = np.zeros(arms)
    while mass > TIGHT:
        for j in range(arms):
            low[j], high[j] = 0, users
            if open_arms[j]:
                low[j] = enough
                slack[j] = rest[:, j].sum() - enough * mass
                if whole:
                    high[j] = min(users, enough + int(slack[j]))
                elif slack[j] <= TIGHT:
                    high[j] = enough
        amounts = np.zeros((users, arms + 1), dtype=np.int64)
        spare = np.empty(users)
        for i in range(users):
            spare[i] = mass - rest[i].sum()
            allowed[i, arms] = spare[i] > TIGHT
            most, share = arms, spare[i]
            for j in range(arms):
                allowed[i, j] = rest[i, j] > 0
                if rest[i, j] > share:
                    most, share = j, rest[i, j]
            amounts[i, most] = 1  # most of what is left of the user: long steps
        if not balance(amounts, allowed, low, high):
            break
        step = mass
        for j in range(arms):
            beyond = amounts[:, j].sum() - enough
            if open_arms[j] and beyond > 0:
                share = slack[j] / beyond
                step = min(step, np.floor(share) if whole else share)
        for i in range(users):
            share = spare[i]
            for j in range(arms):
                if amounts[i, j] > 0:
                    share = rest[i, j]
            step = min(step, share)
        if step <= TIGHT:
            break
        if found == rows.shape[0]:
            rows = np.concatenate((rows, np.empty_like(rows)))
            weights = np.concatenate((weights, np.empty_like(weights)))
        for i in range(users):
            for j in range(arms + 1):
                if amounts[i, j] > 0:
                    rows[found, i] = j
                    if j < arms:
                        left = rest[i, j] - step
                        rest[i, j] = left if left >= TIGHT else 0.0
        weights[found] = step
        mass -= step
        found += 1
    return rows[:found], weights[:found], mass
