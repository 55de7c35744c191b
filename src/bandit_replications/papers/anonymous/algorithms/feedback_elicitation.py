"""The feedback-eliciting sub-algorithm (Section 3.1): estimates of users from totals of groups.

A user's estimate is the total of a group minus the total of the same group without the user, one
round later. Both coroutines here are used with `yield from` by the algorithms of the paper.
"""

from collections.abc import Generator
from typing import Any

import numpy as np

from bandit_replications.bandits.arrays import Floats, Integers
from bandit_replications.bandits.compiled import kernel
from bandit_replications.papers.anonymous.environments.anonymity_kernels import (
    count_estimates,
    runs_of_rows,
)
from bandit_replications.papers.anonymous.environments.requests import (
    Elicitations,
    Request,
    Round,
    Totals,
)


def rounds_of(group_size: int) -> int:
    """Return the rounds of one run, 2C + 2."""
    return 2 * group_size + 2


def elicit(
    assignments: Integers,
    sequence: Integers,
    repeats: Integers | None = None,
    *,
    arms: int,
    group_size: int,
) -> Generator[Request, Totals, tuple[Integers, Floats]]:
    """Run the sub-algorithm on each assignment of a sequence, all at once.

    Parameters
    ----------
    assignments : int64 array, shape (different, users)
    sequence : int64 array, shape (stretches,)
        Row of the assignment of each stretch of runs.
    repeats : int64 array, shape (stretches,), optional
        Runs of each stretch; None is one each.
    arms, group_size : int
        K and C.

    Returns
    -------
    counts : int64 array, shape (users, arms)
        Number of estimates of each pair.
    sums : float64 array, shape (users, arms)
        Their sum.

    """
    groups = partition_rows(assignments, arms, group_size)
    totals = yield Elicitations(
        assignments=assignments, groups=groups, sequence=sequence, repeats=repeats
    )
    runs = np.ones_like(sequence) if repeats is None else repeats
    runs = runs_of_rows(sequence, runs, len(assignments))
    return count_estimates(assignments, groups, runs, arms), totals.whole - totals.without


@kernel
def partition_rows(assignments: Integers, arms: int, group_size: int) -> Integers:
    """Return each user's group, shape (different, users); -1 where C users or fewer share an arm.

    Users of an arm are taken by index, C + 1 to a group, the rest with the last one: at most
    2C + 1. Groups are numbered from 0. Mutates nothing.
    """
    different, users = assignments.shape
    groups = np.empty((different, users), dtype=np.int64)
    size, placed = np.empty(arms, dtype=np.int64), np.empty(arms, dtype=np.int64)
    first, last = np.empty(arms, dtype=np.int64), np.empty(arms, dtype=np.int64)
    full_before = np.arange(users) // (group_size + 1)  # groups filled by so many users of an arm
    for row in range(different):
        size[:], placed[:] = 0, 0
        for user in range(users):
            size[assignments[row, user]] += 1
        number = 0
        for arm in range(arms):
            several = size[arm] // (group_size + 1)
            # Too few for a group: -1 for each of them.
            first[arm], last[arm] = (number, number + several - 1) if several else (-1, -1)
            number += several
        for user in range(users):
            arm = assignments[row, user]
            groups[row, user] = min(first[arm] + full_before[placed[arm]], last[arm])
            placed[arm] += 1
    return groups


# --- As Section 3.1 says it, round by round -------------------------------------------------


def partition(assignment: list[int], *, arms: int, group_size: int) -> list[list[int]]:
    """Return groups of C + 1 to 2C + 1 users who share an arm (step 2)."""
    groups = []
    for arm in range(arms):
        users = [user for user, played in enumerate(assignment) if played == arm]
        while len(users) >= 2 * (group_size + 1):
            groups.append(users[: group_size + 1])
            users = users[group_size + 1 :]
        if len(users) >= group_size + 1:
            groups.append(users)
    return groups


def elicit_literal(
    assignment: list[int], *, arms: int, group_size: int
) -> Generator[Request, Any, dict[int, float]]:
    """Run the sub-algorithm once; return the estimate of each user for whom it informs."""
    groups = partition(assignment, arms=arms, group_size=group_size)
    whole = yield Round(assignment, groups)
    estimates = {}
    for k in range(2 * group_size + 1):
        smaller = [group[:k] + group[k + 1 :] for group in groups]  # all of it if k >= |G|
        totals = yield Round(assignment, smaller)
        for s, group in enumerate(groups):
            if k < len(group):
                estimates[group[k]] = whole[s] - totals[s]
    return estimates
