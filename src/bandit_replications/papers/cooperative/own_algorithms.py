"""Simulation of a user's class as all agents of a network; a message takes a round an edge."""

from collections import deque
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from pydantic import BaseModel

from bandit_replications.bandits.arrays import Floats, Integers
from bandit_replications.bandits.reward_streams import RewardStream
from bandit_replications.bandits.trajectories import Trajectory
from bandit_replications.papers.cooperative.environments.contamination import Reports, report
from bandit_replications.papers.cooperative.environments.problems import (
    ByzantineProblem,
    GroupProblem,
)
from bandit_replications.playing import own_algorithms


class Messages(NamedTuple):
    """What reaches agents at the end of a round, one place for each message and receiver.

    Attributes
    ----------
    receivers, senders : int64 arrays, shape (messages,)
        Agents from 0.
    sent : int64 array, shape (messages,)
        Rounds in which they were sent: d - 1 rounds ago at distance d.
    contents : float64 array, shape (messages, numbers)

    """

    receivers: Integers
    senders: Integers
    sent: Integers
    contents: Floats


class OwnAlgorithm(own_algorithms.OwnAlgorithm):
    """A class with feedback `network`.

    It chooses an arm for each agent, and is told the rewards, shape (agents,); or, if it asks for
    `contamination`, (rewards, reports): what each agent reports of its reward, true or false.
    `update` returns what agents send, shape (agents, numbers), or None for silence; `receive` gets
    the `Messages` that arrive.
    """

    def simulate(
        self, problem: GroupProblem, *, generator: np.random.Generator, options: BaseModel
    ) -> Trajectory:
        """Return one run; the class gets a generator of its own, spawned from the given one."""
        own, chance = generator.spawn(2)
        post = Post(problem)
        player = self.play(
            problem,
            options=options,
            generator=own,
            checked=own_algorithms.one_for_each(problem.agents, problem.arms),
            send=post.deliver,
        )
        rounds = own_algorithms.played(player, _source(problem, generator, chance))
        return Trajectory(
            own_algorithms.pulls_of_all(rounds, arms=problem.arms, checkpoints=problem.points)
        )

    def told(self, problem: Any, word: str) -> Any:
        """Return the value of a word for a class; of a contamination the assumed one."""
        return super().told(problem, "assumed_contamination" if word == "contamination" else word)


class Post:
    """Messages on their way: each reaches every agent at distance d <= γ after d rounds."""

    def __init__(self, problem: GroupProblem) -> None:
        reach = min(problem.message_life, int(problem.distances.max()))
        self._pairs = [np.nonzero(problem.distances == d) for d in range(1, reach + 1)]
        self._sent: deque[Floats | None] = deque(maxlen=reach)
        self._agents = problem.agents

    def deliver(self, learner: Any, t: int, contents: Any) -> None:
        """Send the messages of round t; hand out the arriving ones."""
        self._sent.appendleft(None if contents is None else self._checked(contents))
        arrived = [
            (*pair, np.full(len(pair[0]), t - age), sent[pair[1]])
            for age, (pair, sent) in enumerate(zip(self._pairs, self._sent, strict=False))
            if sent is not None
        ]
        if arrived:
            learner.receive(t, Messages(*map(np.concatenate, zip(*arrived, strict=True))))

    def _checked(self, contents: Any) -> Floats:
        sent = np.asarray(contents, dtype=np.float64)
        if sent.ndim != 2 or len(sent) != self._agents:
            raise ValueError(
                f"update returned shape {sent.shape}; allowed: ({self._agents}, numbers), or None"
            )
        return sent.copy()


def _source(
    problem: GroupProblem, generator: np.random.Generator, chance: np.random.Generator
) -> Callable[[Integers], Any]:
    """Return the function that draws the agents' rewards; `chance` draws false reports."""
    stream = RewardStream(problem.rewards, generator)

    def rewards_of(arms: Integers) -> Floats:
        return np.array([stream.draw(arm) for arm in arms.tolist()])

    if not isinstance(problem, ByzantineProblem):
        return rewards_of
    reports = Reports(problem.contamination, problem.is_byzantine, problem.noise_scale)

    def with_reports(arms: Integers) -> tuple[Floats, Floats]:
        rewards = rewards_of(arms)
        reported = [
            report.py_func(reports, agent, arm, reward, chance)
            for agent, (arm, reward) in enumerate(zip(arms.tolist(), rewards, strict=True))
        ]
        return rewards, np.array(reported)

    return with_reports
