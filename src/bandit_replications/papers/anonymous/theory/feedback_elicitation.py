"""Section 3.1, the feedback-eliciting sub-algorithm: rounds, groups, and what totals give away."""

import itertools

import numpy as np

from bandit_replications.inference.checks import Check, above, at_least, at_most, equal
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


def informed_users(*, group_size: int = 4, users: int = 25) -> Check:
    """Check that every user of a popular enough arm gets an estimate. Left: their number."""
    _, estimates = _elicited(users, group_size)
    return equal(f"estimates for {users} users of one arm", len(estimates), users)


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


def one_total_reveals(*, group_size: int = 4, mean: float = 0.9) -> Check:
    """Check that one total can reveal every decision: if all agree.

    Left: probability that C users with Bernoulli rewards report 0 or C.
    """
    both = mean**group_size + (1 - mean) ** group_size
    return above(f"probability that one total of {group_size} users reveals all", both, 0.0)


def too_few_users(*, users: int = 5, arms: int = 3, group_size: int = 2) -> tuple[Check, Check]:
    """Check Section 1.2's remark: with C users on every arm there is no action if N < CK.

    All assignments are listed. Left of the first: those with C users or more on every arm; of the
    second: those in which some arm has C + 1 users, and so gives feedback in this model.
    """
    rows = np.array(list(itertools.product(range(arms), repeat=users)))
    on_arms = (rows[:, :, None] == np.arange(arms)).sum(axis=1)
    listed = f"of {len(rows)} assignments of {users} users to {arms} arms"
    return (
        equal(
            f"{listed}, those with {group_size} users on every arm",
            int((on_arms.min(axis=1) >= group_size).sum()),
            0,
        ),
        above(f"{listed}, those that inform", int((on_arms.max(axis=1) > group_size).sum()), 0),
    )
