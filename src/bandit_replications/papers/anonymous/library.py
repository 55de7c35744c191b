"""Keywords of the paper's problems, and of a learner against something live.

A learner against something live: users whose groups report their total, nobody a reward of their
own. `update` takes a reward for each user and adds up; where only totals are known, give a group's
total to one of its users and 0 to the others: `action.groups` are the groups that are asked.

>>> import numpy as np
>>> import bandit_replications as br
>>> tastes = np.repeat([[0.9, 0.1], [0.1, 0.9]], 3, axis=0)  # three users like each arm
>>> chance = np.random.default_rng(2)
>>> learner = br.learner(
...     "explore-then-commit", users=6, arms=2, group_size=2, horizon=6000, exploration_constant=0.5
... )
>>> for _ in range(learner.steps):
...     arms = learner.choose()
...     totals = np.zeros(6)
...     for group in learner.action.groups:
...         totals[group[0]] = sum(chance.random() < tastes[user, arms[user]] for user in group)
...     learner.update(totals)
>>> arms
array([0, 0, 0, 1, 1, 1])
"""

import itertools
import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from pydantic import Field

from bandit_replications.bandits.literal import Player
from bandit_replications.bandits.quantities import Mean
from bandit_replications.papers.anonymous.environments.problems import AnonymousProblem, Law
from bandit_replications.papers.anonymous.environments.requests import Algorithm, Commit, Round
from bandit_replications.playing.keywords import (
    HIDDEN,
    Form,
    Keywords,
    Live,
    Recorded,
    Rounds,
    Steps,
)
from bandit_replications.runtime.errors import BadValue


class Users(Keywords):
    """Users whose groups report their total."""

    kind = AnonymousProblem

    means: list[list[Mean]] = Field(
        description="for each user a list of the mean reward of each arm, numbers in [0, 1]",
        json_schema_extra=HIDDEN,
    )
    law: Law = Field(default="bernoulli", description="reward law", json_schema_extra=HIDDEN)
    group_size: int = Field(ge=1, description="smallest group that reports, an integer >= 1")

    def attributes(self, rounds: Rounds) -> dict[str, Any]:
        """Return means, law and group size."""
        if len({len(row) for row in self.means}) != 1:
            raise BadValue("means: rows of different lengths; allowed: users x arms")
        return {**self.given, "means": np.array(self.means)}

    def recorded(self, run: Any) -> Recorded:
        """Return the regret, all that the model lets out."""
        return Recorded(regret=run.regret)

    def check(self, algorithm: Any, problem: AnonymousProblem, options: Any) -> None:
        """Raise ValueError where the algorithm cannot work on the problem."""
        algorithm.check_problem(problem.sizes, options)


class LoneUsers(Users):
    """Users who report alone."""

    group_size: int = Field(default=1, ge=1, description="without effect, as all report alone")


class LiveUsers(Live):
    """Users of whom the algorithm is told their groups' totals, no single reward."""

    each = "user"
    bounds = (-math.inf, math.inf)

    users: int = Field(ge=1, description="number of users, an integer >= 1")
    arms: int = Field(ge=2, description="number of arms, an integer >= 2")

    def stand_in(self) -> dict[str, Any]:
        """Return users who like all arms alike."""
        return {"means": [[0.5] * self.arms] * self.users}

    def width(self, problem: AnonymousProblem) -> int:
        """Return the number of users."""
        return self.users

    def steps(self, form: Form) -> Steps:
        """Return the literal form round by round, with the stream that it has in a simulation."""
        _, choices = form.generator.spawn(2)
        player = form.algorithm.play(form.problem.sizes, generator=choices, options=form.options)
        return Steps(_rounds(player), form.problem.horizon, self.width(form.problem))

    def chosen(self, action: Round) -> Sequence[int]:
        """Return the arm of each user."""
        return action.assignment

    def answer(self, action: Round, observed: list[float], reports: Any) -> list[float]:
        """Return the total of each group."""
        return [math.fsum(observed[user] for user in group) for group in action.groups]


def _rounds(algorithm: Algorithm) -> Player[Round, Any]:
    """Yield each round of an algorithm; those of a commitment ask for no total."""
    answer = None
    while True:
        request = algorithm.send(answer)
        if isinstance(request, Round):
            answer = yield request
            continue
        assert isinstance(request, Commit)
        answer = None
        for _ in range(request.rounds) if request.rounds is not None else itertools.count():
            yield Round(list(request.assignment))
