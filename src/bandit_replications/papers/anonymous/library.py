"""The paper's algorithms for the library's front door, with the keywords of their problems."""

from typing import Any

import numpy as np
from pydantic import Field

from bandit_replications.bandits.keywords import Entry, Keywords, Mean, Recorded, Rounds
from bandit_replications.papers.anonymous.catalogue import ALGORITHMS as MODULES
from bandit_replications.papers.anonymous.environments.problems import AnonymousProblem, Law


class Users(Keywords):
    """Users whose groups report their total."""

    means: list[list[Mean]] = Field(
        description="for each user a list of the mean reward of each arm, numbers in [0, 1]"
    )
    law: Law = Field(default="bernoulli", description="reward law")
    group_size: int = Field(ge=1, description="smallest group that reports, an integer >= 1")

    def problem(self, rounds: Rounds) -> AnonymousProblem:
        """Return what a run is up against."""
        if len({len(row) for row in self.means}) != 1:
            raise ValueError("means: rows of different lengths; allowed: users x arms")
        return AnonymousProblem(
            means=np.array(self.means),
            group_size=self.group_size,
            law=self.law,
            horizon=rounds.horizon,
            checkpoints=rounds.checkpoints,
        )

    def recorded(self, run: Any) -> Recorded:
        """Return the regret, all that the model lets out."""
        return Recorded(regret=run.regret)

    def check(self, algorithm: Any, problem: AnonymousProblem, options: Any) -> None:
        """Raise ValueError where the algorithm cannot work on the problem."""
        algorithm.check_problem(problem.sizes, options)


class LoneUsers(Users):
    """Users who report alone."""

    group_size: int = Field(default=1, ge=1, description="without effect, as all report alone")


ALGORITHMS = {
    name: Entry(module, LoneUsers if name == "ucb" else Users) for name, module in MODULES.items()
}
