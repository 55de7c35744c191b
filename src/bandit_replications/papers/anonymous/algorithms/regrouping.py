"""Regrouping: an estimate of every user in every round, in place of Section 3.1's (ours).

An arm with n >= 2C users is cut in each round, uniformly at random, into ⌊n/C⌋ groups as equal as
can be, of C to 3C/2 users. If user i's group has m users and total Y, and all n have S, then

    ((n - 1) Y - (m - 1) S) / (n - m)

is unbiased for the user's mean and (9C/2)-subgaussian (`theory.regrouping`). Section 3.1 takes
2C + 2 rounds for an estimate of each user; both are (O(C))-subgaussian.
"""

import itertools
from collections.abc import Generator
from typing import Any

import numpy as np

from bandit_replications.bandits.arrays import Floats, Integers
from bandit_replications.papers.anonymous.environments.anonymity_kernels import (
    count_estimates,
    runs_of_rows,
)
from bandit_replications.papers.anonymous.environments.requests import (
    Regroupings,
    Request,
    Round,
)


def enough_for(group_size: int) -> int:
    """Return the users from which on an arm informs, 2C."""
    return 2 * group_size


def regroup(
    assignments: Integers,
    sequence: Integers,
    repeats: Integers | None = None,
    *,
    arms: int,
    group_size: int,
) -> Generator[Request, Floats, tuple[Integers, Floats]]:
    """Play each assignment of a sequence with fresh groups in each round, all at once.

    Arguments and result are those of `feedback_elicitation.elicit`; a run is one round.
    """
    sums = yield Regroupings(assignments=assignments, sequence=sequence, repeats=repeats)
    runs = np.ones_like(sequence) if repeats is None else repeats
    together = (assignments[:, :, None] == assignments[:, None, :]).sum(axis=2)
    counts = count_estimates(
        assignments,
        np.where(together >= enough_for(group_size), 0, -1),
        runs_of_rows(sequence, runs, len(assignments)),
        arms,
    )
    return counts, sums


# --- Round by round -------------------------------------------------------------------------


def partition(
    users: list[int], *, group_size: int, generator: np.random.Generator
) -> list[list[int]]:
    """Return ⌊n/C⌋ random groups of n >= 2C users, of ⌊n/q⌋ or ⌈n/q⌉ each."""
    shuffled = [users[place] for place in generator.permutation(len(users))]
    q = len(users) // group_size
    starts = [len(users) * g // q for g in range(q + 1)]
    return [shuffled[a:b] for a, b in itertools.pairwise(starts)]


def regroup_literal(
    assignment: list[int], *, arms: int, group_size: int, generator: np.random.Generator
) -> Generator[Request, Any, dict[int, float]]:
    """Play an assignment for one round; return the estimate of each user for whom it informs."""
    groups = {}
    for arm in range(arms):
        users = [user for user, played in enumerate(assignment) if played == arm]
        if len(users) >= 2 * group_size:
            groups[arm] = partition(users, group_size=group_size, generator=generator)
    totals = yield Round(assignment, [group for cut in groups.values() for group in cut])
    estimates, told = {}, iter(totals)
    for cut in groups.values():
        Y = [next(told) for _ in cut]  # noqa: N806
        n, S = sum(map(len, cut)), sum(Y)  # noqa: N806
        for group, total in zip(cut, Y, strict=True):
            m = len(group)
            for i in group:
                estimates[i] = ((n - 1) * total - (m - 1) * S) / (n - m)
    return estimates
