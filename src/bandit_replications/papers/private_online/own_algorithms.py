"""How a user's class plays: against the rewards of the problem, arm by arm or all at once."""

from typing import Any

import numpy as np
from pydantic import BaseModel

from bandit_replications.bandits import extensions
from bandit_replications.bandits.problems import BanditProblem
from bandit_replications.bandits.reward_streams import RewardStream
from bandit_replications.bandits.runs import count_pulls
from bandit_replications.bandits.trajectories import Trajectory
from bandit_replications.papers.private_online.environments.problems import (
    FullInformationProblem,
)


class OwnAlgorithm(extensions.OwnAlgorithm):
    """A class with feedback `bandit` or `full-information`.

    It chooses an arm, and is told its reward, or the rewards of all arms, shape (arms,).
    """

    def simulate(
        self, problem: BanditProblem, *, generator: np.random.Generator, options: BaseModel
    ) -> Trajectory:
        """Return one run; the class gets a generator of its own, spawned from the given one."""
        (own,) = generator.spawn(1)
        stream = RewardStream(problem.rewards, generator)
        player = self.play(
            options,
            checked=extensions.one_of(problem.arms),
            arms=problem.arms,
            horizon=problem.horizon,
            epsilon=problem.epsilon,
            generator=own,
        )

        def respond(arm: int) -> Any:
            if isinstance(problem, FullInformationProblem):
                return stream.draw_all()
            return stream.draw(arm)

        rounds = extensions.played(player, respond)
        return count_pulls(rounds, arms=problem.arms, checkpoints=problem.points)
