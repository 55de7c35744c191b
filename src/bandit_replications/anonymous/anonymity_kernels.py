"""Compiled parts of the model: which groups are refused, and totals over many repeated rounds."""

import math

import numpy as np
from numba import njit
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

BERNOULLI = 0


@njit(cache=True)
def first_refused(assignments: Integers, groups: Integers, group_size: int) -> int:
    """Return the first row with a group that is refused, or -1; mutates nothing.

    A group is refused unless it has C + 1 to 2C + 1 users, all on one arm.
    """
    different, users = groups.shape
    for row in range(different):
        sizes = np.zeros(users, dtype=np.int64)
        arms = np.empty(users, dtype=np.int64)
        for user in range(users):
            group = groups[row, user]
            if group >= users or group < -1:
                return row
            if group >= 0:
                if sizes[group] > 0 and arms[group] != assignments[row, user]:
                    return row
                sizes[group] += 1
                arms[group] = assignments[row, user]
        for size in sizes:
            if size > 0 and (size < group_size + 1 or size > 2 * group_size + 1):
                return row
    return -1


@njit(cache=True)
def draw_totals(
    means: Floats,
    assignments: Integers,
    groups: Integers,
    repeats: Integers,
    law: int,
    generator: np.random.Generator,
) -> tuple[Floats, Floats]:
    """Return totals of each user's groups by arm, whole and without the user, (users, arms).

    Row r is run `repeats[r]` times. A group's total in its whole round is drawn for each run's row,
    since all its users share it. Rounds without a user serve this user alone: of these it is
    enough to count who was there, and to draw each such user's rewards of all rows at once.
    Mutates the generator.
    """
    different, users = groups.shape
    arms = means.shape[1]
    whole, without = np.zeros((users, arms)), np.zeros((users, arms))
    together = np.zeros((arms, users, users), dtype=np.int64)
    members = np.empty((users, users), dtype=np.int64)
    for row in range(different):
        sizes = np.zeros(users, dtype=np.int64)
        for user in range(users):
            group = groups[row, user]
            if group >= 0:
                members[group, sizes[group]] = user
                sizes[group] += 1
        for group in range(users):
            size = sizes[group]
            if size == 0:
                continue
            arm = assignments[row, members[group, 0]]
            total = 0.0
            for place in range(size):
                mean = means[members[group, place], arm]
                total += draw_rewards(mean, repeats[row], law, generator)
            for place in range(size):
                user = members[group, place]
                whole[user, arm] += total
                for other in range(size):
                    together[arm, user, members[group, other]] += repeats[row]
    for arm in range(arms):
        for user in range(users):
            for other in range(users):
                count = together[arm, user, other]
                if other != user and count > 0:
                    without[user, arm] += draw_rewards(means[other, arm], count, law, generator)
    return whole, without


@njit(cache=True)
def draw_rewards(mean: float, count: int, law: int, generator: np.random.Generator) -> float:
    """Return the sum of `count` rewards with this mean; mutates the generator."""
    if law != BERNOULLI:
        return generator.normal(count * mean, math.sqrt(count))
    if count == 1:
        return 1.0 if generator.random() < mean else 0.0
    return float(generator.binomial(count, mean))


@njit(cache=True)
def count_estimates(
    assignments: Integers, groups: Integers, repeats: Integers, arms: int
) -> Integers:
    """Return in how many runs each pair of user and arm is in a group, (users, arms)."""
    different, users = groups.shape
    counts = np.zeros((users, arms), dtype=np.int64)
    for row in range(different):
        for user in range(users):
            if groups[row, user] >= 0:
                counts[user, assignments[row, user]] += repeats[row]
    return counts
