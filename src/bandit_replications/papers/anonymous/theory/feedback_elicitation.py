"""Section 3.1, the feedback-eliciting sub-algorithm: decisions that totals give away."""

import numpy as np

from bandit_replications.inference.checks import Check, equal
from bandit_replications.papers.anonymous.algorithms.feedback_elicitation import (
    elicit_literal,
    rounds_of,
)
from bandit_replications.papers.anonymous.environments.anonymity import AnonymousBandit
from bandit_replications.papers.anonymous.environments.problems import AnonymousProblem
from bandit_replications.papers.anonymous.environments.requests import Commit


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
