"""Simulation of a user's class with the problem's rewards, of one arm or of all."""

from typing import Any

import numpy as np
from numba import njit
from pydantic import BaseModel

from bandit_replications.bandits.arrays import Integers
from bandit_replications.bandits.interrupts import interruptible
from bandit_replications.bandits.problems import BanditProblem
from bandit_replications.bandits.reward_streams import BLOCK, RewardStream, draw_into
from bandit_replications.bandits.rewards import RewardTable
from bandit_replications.bandits.runs import count_pulls
from bandit_replications.bandits.trajectories import Trajectory
from bandit_replications.papers.private_online.environments.problems import (
    FullInformationProblem,
)
from bandit_replications.playing import extensions, own_algorithms


class OwnAlgorithm(own_algorithms.OwnAlgorithm):
    """A class with feedback `bandit` or `full-information`.

    It chooses an arm, and is told its reward, or the rewards of all arms, shape (arms,). With
    `bandit` and a compiled class, whose `choose(state, t)` and `update(state, t, arm, reward)` are
    static and made by numba, the whole run is compiled; `state` is what its `__init__` sets.
    """

    def simulate(
        self, problem: BanditProblem, *, generator: np.random.Generator, options: BaseModel
    ) -> Trajectory:
        """Return one run; the class gets a generator of its own, spawned from the given one."""
        (own,) = generator.spawn(1)
        if extensions.is_compiled(self.cls):
            learner = self.begin(problem, options, own)
            return self._run_compiled(problem, generator, learner)
        stream = RewardStream(problem.rewards, generator)
        player = self.play(
            problem, options=options, generator=own, checked=own_algorithms.one_of(problem.arms)
        )

        def respond(arm: int) -> Any:
            if isinstance(problem, FullInformationProblem):
                return stream.draw_all()
            return stream.draw(arm)

        rounds = own_algorithms.played(player, respond)
        return count_pulls(rounds, arms=problem.arms, checkpoints=problem.points)

    def _run_compiled(
        self, problem: BanditProblem, generator: np.random.Generator, learner: Any
    ) -> Trajectory:
        try:
            failed, arm, pulls = _play(
                learner.choose,
                learner.update,
                learner.state,
                problem.rewards,
                problem.points,
                generator,
            )
        except Exception as error:
            raise own_algorithms.failure(self.name, "compiled", error) from error
        if failed:
            wrong = ValueError(f"choose returned {arm}; allowed: 0 to {problem.arms - 1}")
            raise own_algorithms.failure(self.name, f"round {failed}", wrong)
        return Trajectory(pulls)


@njit(nogil=True)
def _play(
    choose: Any,
    update: Any,
    state: Any,
    rewards: RewardTable,
    checkpoints: Integers,
    generator: np.random.Generator,
) -> tuple[int, int, Integers]:
    """Return 0, 0 and pulls (checkpoints, arms), or the round and a choice that is no arm.

    Rewards are those of a `RewardStream`. Mutates the state and the generator.
    """
    kind, values, weights = rewards
    arms = values.shape[0]
    blocks, used = np.empty((arms, BLOCK)), np.full(arms, BLOCK)
    pulls, played = (
        np.zeros((checkpoints.size, arms), dtype=np.int64),
        np.zeros(arms, dtype=np.int64),
    )
    point, work = 0, 0
    for t in range(1, checkpoints[-1] + 1):
        work = interruptible(work + arms)
        arm = choose(state, t)
        if arm < 0 or arm >= arms:
            return t, arm, pulls
        if used[arm] == BLOCK:
            draw_into(blocks[arm], kind, values, weights, arm, generator)
            used[arm] = 0
        update(state, t, arm, blocks[arm, used[arm]])
        used[arm] += 1
        played[arm] += 1
        if t == checkpoints[point]:
            pulls[point] = played
            point += 1
    return 0, 0, pulls
