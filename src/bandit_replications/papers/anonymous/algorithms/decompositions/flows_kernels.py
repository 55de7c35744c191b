"""Compiled flows of users to arms, and assignments peeled off a matrix one after the other.

There are few arms, so a flow is put right by moving users along shortest paths from arm to arm.
"""

import numpy as np
from numpy.typing import NDArray

from bandit_replications.bandits.arrays import Floats, Integers
from bandit_replications.bandits.compiled import kernel
from bandit_replications.bandits.interrupts import interruptible

Mask = NDArray[np.bool_]

TIGHT = 1e-9


@kernel
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


@kernel
def balance(amounts: Integers, allowed: Mask, low: Integers, high: Integers) -> bool:
    """Move a flow until each arm receives between low and high; False if no flow does.

    Each move brings one arm nearer to its bounds and no other one out of them: along a shortest
    path to an arm that can spare or take a unit. Without such a path there is no flow: one within
    the bounds, less this one, would contain it. Mutates amounts, (users, arms).
    """
    users, arms = amounts.shape
    load = np.zeros(arms, dtype=np.int64)
    for i in range(users):  # sums along an axis take seconds to compile
        for j in range(arms):
            load[j] += amounts[i, j]
    came, who = np.empty(arms, dtype=np.int64), np.empty(arms, dtype=np.int64)
    for start in range(arms):
        if low[start] > high[start]:
            return False
        while load[start] < low[start] or load[start] > high[start]:
            lacks = load[start] < low[start]
            end = _path(amounts, allowed, load, low if lacks else high, start, lacks, came, who)
            if end < 0:
                return False
            if lacks:
                most = min(low[start] - load[start], load[end] - low[end])
            else:
                most = min(load[start] - high[start], high[end] - load[end])
            moved = _move(amounts, start, end, lacks, most, came, who)
            load[start] += moved if lacks else -moved
            load[end] -= moved if lacks else -moved
    return True


@kernel
def _path(
    amounts: Integers,
    allowed: Mask,
    load: Integers,
    bound: Integers,
    start: int,
    lacks: bool,
    came: Integers,
    who: Integers,
) -> int:
    """Return where a shortest path from `start` to an arm within its bound ends, or -1.

    `came` is set to the arm before each arm reached, `who` to the user that moves between them:
    towards `start` if it lacks users, else away from it. Mutates came and who.
    """
    users, arms = amounts.shape
    queue = np.empty(arms, dtype=np.int64)
    came[:] = -1
    came[start], queue[0], head, tail = start, start, 0, 1
    while head < tail:
        here = queue[head]
        head += 1
        for there in range(arms):
            if came[there] >= 0:
                continue
            source, target = (there, here) if lacks else (here, there)
            mover, most = -1, 0
            for i in range(users):
                if allowed[i, target] and amounts[i, source] > most:
                    mover, most = i, amounts[i, source]
            if mover < 0:
                continue
            came[there], who[there] = here, mover
            if (load[there] > bound[there]) if lacks else (load[there] < bound[there]):
                return there
            queue[tail] = there
            tail += 1
    return -1


@kernel
def _move(
    amounts: Integers, start: int, end: int, lacks: bool, most: int, came: Integers, who: Integers
) -> int:
    """Move at most `most` along the path that `_path` found; return the amount. Mutates amounts."""
    there = end
    while there != start:
        source = there if lacks else came[there]
        most = min(most, amounts[who[there], source])
        there = came[there]
    there = end
    while there != start:
        here = came[there]
        source, target = (there, here) if lacks else (here, there)
        amounts[who[there], source] -= most
        amounts[who[there], target] += most
        there = here
    return most


# --- Peeling --------------------------------------------------------------------------------


@kernel
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
    # One more column: what is left of a user's mass, spent on no arm.
    rest = np.zeros((users, arms + 1))
    for i in range(users):
        for j in range(arms):
            rest[i, j] = point[i, j]
    found, rows, weights = 0, np.empty((64, users), dtype=np.int64), np.empty(64)
    work = 0
    while mass > TIGHT:
        work = interruptible(work + 64 * rest.size)
        slack = np.zeros(arms)
        for i in range(users):
            taken = 0.0
            for j in range(arms):
                taken += rest[i, j]
                slack[j] += rest[i, j]
            rest[i, arms] = mass - taken if mass - taken > TIGHT else 0.0
        for j in range(arms):
            slack[j] -= enough * mass
        row = _integer_point(rest, slack, open_arms, enough, whole)
        step = _longest_step(rest, mass, slack, row, open_arms, enough, whole)
        if step <= TIGHT:
            break
        if found == weights.size:
            rows = np.concatenate((rows, np.empty_like(rows)))
            weights = np.concatenate((weights, np.empty_like(weights)))
        for i in range(users):
            left = rest[i, row[i]] - step
            rest[i, row[i]] = left if left >= TIGHT else 0.0
            rows[found, i] = row[i]
        weights[found] = step
        mass -= step
        found += 1
    return rows[:found], weights[:found], mass


@kernel
def _integer_point(
    rest: Floats, slack: Floats, open_arms: Mask, enough: int, whole: bool
) -> Integers:
    """Return an assignment on the smallest face that holds the rest; row 0 is -1 if there is none.

    From the arms of which most is left, so that long steps can be taken. Mutates nothing.
    """
    users, nodes = rest.shape
    low, high = np.zeros(nodes, dtype=np.int64), np.full(nodes, users)
    for j in range(nodes - 1):
        if open_arms[j]:
            low[j] = enough
            if whole:
                high[j] = min(users, enough + int(slack[j]))
            elif slack[j] <= TIGHT:
                high[j] = enough
    amounts = np.zeros((users, nodes), dtype=np.int64)
    for i in range(users):
        amounts[i, rest[i].argmax()] = 1
    row = np.full(users, -1)
    if balance(amounts, rest > 0, low, high):
        for i in range(users):
            row[i] = amounts[i].argmax()
    return row


@kernel
def _longest_step(
    rest: Floats,
    mass: float,
    slack: Floats,
    row: Integers,
    open_arms: Mask,
    enough: int,
    whole: bool,
) -> float:
    """Return the multiplicity of an assignment that can be taken, or 0. Mutates nothing."""
    if row[0] < 0:
        return 0.0
    step = mass
    load = np.bincount(row, minlength=rest.shape[1])
    for j in range(slack.size):
        if open_arms[j] and load[j] > enough:
            share = slack[j] / (load[j] - enough)
            step = min(step, np.floor(share) if whole else share)
    for i in range(row.size):
        step = min(step, rest[i, row[i]])
    return step
