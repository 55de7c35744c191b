"""Section 3.1, the feedback-eliciting sub-algorithm: rounds, groups, and what totals give away."""

import numpy as np

from bandit_replications.inference.checks import Check, at_least, at_most, equal
from bandit_replications.papers.anonymous.algorithms.feedback_elicitation import (
    elicit_literal,
    partition,
    rounds_of,
)
from bandit_replications.papers.anonymous.environments.anonymity import AnonymousBandit
from bandit_replications.papers.anonymous.environments.problems import AnonymousProblem
from bandit_replications.papers.anonymous.environments.requests import Commit


def group_sizes(*, group_size: int = 4, most_users: int = 60) -> tuple[Check, Check]:
    """Check step 2: m >= C + 1 users of an arm always split into groups of C + 1 to 2C + 1.

    Left: the smallest and the largest group over all m up to a limit.
    """
    sizes = [
        len(group)
        for users in range(group_size + 1, most_users + 1)
        for group in partition([0] * users, arms=1, group_size=group_size)
    ]
    text = f"group of the partition, C = {group_size}"
    return (
        at_least(f"smallest {text}", min(sizes), group_size + 1),
        at_most(f"largest {text}", max(sizes), 2 * group_size + 1),
    )


def all_users_grouped(*, group_size: int = 4, most_users: int = 60) -> Check:
    """Check that the groups contain every user of the arm. Left: users left out, over all m."""
    missing = sum(
        users - len({user for group in groups for user in group})
        for users in range(group_size + 1, most_users + 1)
        for groups in [partition([0] * users, arms=1, group_size=group_size)]
    )
    return equal("users without a group", missing, 0)


def smallest_report(*, group_size: int = 4, users: int = 25) -> Check:
    """Check that no reporting group has fewer than C users."""
    asked, _ = _elicited(users, group_size)
    smallest = min(len(group) for groups in asked for group in groups)
    return at_least(f"smallest group that reports, C = {group_size}", smallest, group_size)


def _elicited(users: int, group_size: int) -> tuple[list[list[list[int]]], dict[int, float]]:
    """Return the groups that the sub-algorithm asks for in each round, and the estimates."""
    routine = elicit_literal([0] * users, arms=1, group_size=group_size)
    asked: list[list[list[int]]] = []
    try:
        request = next(routine)
        while True:
            asked.append([list(group) for group in request.groups])  # type: ignore[union-attr]
            request = routine.send([0.0] * len(asked[-1]))
    except StopIteration as end:
        return asked, end.value


def decisions_revealed(*, group_size: int = 2, likes: tuple[int, ...] = (1, 0, 1)) -> Check:
    """Check that estimates give decisions exactly if users decide the same way each time.

    Group anonymity hides decisions from direct view only. Let a user's reward always be 0 or
    always be 1, as in Theorem 5: the difference of two totals is then the user's decision. Left:
    users of one group whose decision the estimates give exactly; right: all of them.
    """
    means = np.array([[float(like), 0.0] for like in likes])
    problem = AnonymousProblem(
        means=means, group_size=group_size, horizon=rounds_of(group_size) + 1
    )
    bandit = AnonymousBandit(problem, generator=np.random.default_rng(0))
    inferred: dict[int, float] = {}

    def play():  # type: ignore[no-untyped-def]
        found = yield from elicit_literal([0] * len(likes), arms=2, group_size=group_size)
        inferred.update(found)
        yield Commit([0] * len(likes))

    bandit.run(play())
    exact = sum(inferred[user] == like for user, like in enumerate(likes))
    return equal(f"decisions that estimates give exactly, of {len(likes)}", exact, len(likes))
