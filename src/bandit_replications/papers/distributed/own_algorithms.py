"""Simulation of a user's class as all agents and the server; every number sent counts."""

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np
from pydantic import BaseModel

from bandit_replications.bandits.arrays import Integers
from bandit_replications.bandits.reward_streams import RewardStream
from bandit_replications.bandits.rewards import RewardTable
from bandit_replications.papers.distributed.algorithms.runs import Run, counted_run
from bandit_replications.papers.distributed.environments.channel import SERVER
from bandit_replications.papers.distributed.environments.literal_environments import (
    LinearEnvironment,
)
from bandit_replications.papers.distributed.environments.problems import (
    ArmsProblem,
    LinearProblem,
)
from bandit_replications.playing import own_algorithms

PURPOSES = ("message",)


class OwnAlgorithm(own_algorithms.OwnAlgorithm):
    """A class with feedback `server`, for arms, or `linear-server`, for actions.

    It chooses an arm for each agent, and is told the rewards, shape (agents,). `update` returns the
    messages that follow, (sender, receiver, number, …) each, the server being agent -1, or None;
    `receive` gets them and returns the answers, until nobody answers. With `linear-server` it
    chooses an action, and `choose(t, actions)` is shown them, shape (actions, dimension).
    """

    def simulate(
        self,
        problem: ArmsProblem | LinearProblem,
        *,
        generator: np.random.Generator,
        options: BaseModel,
    ) -> Run:
        """Return one run; the class gets a generator of its own, spawned from the given one."""
        (own,) = generator.spawn(1)
        post = Post(problem.agents)
        play = partial(self.play, problem, options=options, generator=own, send=post.deliver)
        if isinstance(problem, LinearProblem):
            environment = LinearEnvironment(problem, generator)
            checked = own_algorithms.one_for_each(problem.agents, problem.actions)
            player = play(checked=checked, seen=lambda t: (environment.observe(t),))
            for _ in own_algorithms.played(
                player, lambda arms: np.array(environment.respond(arms))
            ):
                pass
            return counted_run(problem, environment.regret(), post.events(), PURPOSES)
        kind, values, weights, _ = problem.laws
        stream = RewardStream(RewardTable(kind, values, weights), generator)
        checked = own_algorithms.one_for_each(problem.agents, problem.arms)
        rounds = own_algorithms.played(
            play(checked=checked),
            lambda arms: np.array([stream.draw(arm) for arm in arms.tolist()]),
        )
        pulls = own_algorithms.pulls_of_all(rounds, arms=problem.arms, checkpoints=problem.points)
        return counted_run(problem, problem.regret(pulls), post.events(), PURPOSES, pulls=pulls)


class Post:
    """Hands out messages between time steps, and counts the numbers in them."""

    def __init__(self, agents: int) -> None:
        self._agents = agents
        self._events: list[tuple[int, int, int, int]] = []

    def deliver(self, learner: Any, t: int, messages: Any) -> None:
        """Pass on the messages after step t, and the answers to them, until there is none."""
        while messages:
            for message in messages:
                self._count(t, message)
            messages = learner.receive(t, messages)

    def _count(self, t: int, message: Sequence[float]) -> None:
        sender, receiver, *numbers = message
        for one in (sender, receiver):
            if one not in range(SERVER, self._agents):
                raise ValueError(
                    f"message {message!r}; allowed: from and to agents 0 to {self._agents - 1}, or "
                    f"the server, {SERVER}"
                )
        self._events.append((t, 0, int(sender == SERVER), len(numbers)))

    def events(self) -> Integers:
        """Return all numbers that were sent, as for `collect_messages`."""
        return np.array(self._events, dtype=np.int64).reshape(-1, 4)
