"""One UCB1 that makes all M T pulls one after the other: instantaneous communication.

The centralised agent of Section 2 pulls M arms in each round. Here it even sees each reward before
the next pull. It is an anchor for an algorithm that has the same width, not a lower bound: a
narrower width explores less. So there are three: its own, 2 ln s after s pulls, and those of
Algorithms 2 and 3, 2 ln t and (σ = 1/2) ln t in round t.

>>> from bandit_replications.bandits.rewards import bernoulli_table
>>> problem = GroupProblem(
...     rewards=bernoulli_table([0.8, 0.3]), horizon=100, distances=1 - np.eye(3, dtype=int)
... )
>>> simulate(problem, generator=np.random.default_rng(0)).pulls
array([[274,  26]])
"""

import math
from collections.abc import Iterable
from dataclasses import replace
from typing import Literal

import numpy as np
from pydantic import Field

from bandit_replications.bandits.literal import Player
from bandit_replications.bandits.options import AlgorithmOptions
from bandit_replications.bandits.trajectories import Trajectory
from bandit_replications.papers.cooperative.algorithms import multi_agent_ucb
from bandit_replications.papers.cooperative.algorithms.ucb_kernels import Rule
from bandit_replications.papers.cooperative.environments.message_passing import (
    Arms,
    play_against,
    play_together,
)
from bandit_replications.papers.cooperative.environments.problems import GroupProblem
from bandit_replications.papers.cooperative.environments.reward_draws import reward_source

Width = Literal["own", "algorithm-2", "algorithm-3"]


class Options(AlgorithmOptions):
    """The width of the index."""

    width: Width = Field(
        default="own",
        description="what stands over n under the root: 2 ln s after s pulls, 2 ln t or ln t",
    )

    @property
    def constant(self) -> float:
        """The factor of the logarithm."""
        return 1.0 if self.width == "algorithm-3" else 2.0


def simulate(
    problem: GroupProblem, *, generator: np.random.Generator, options: Options = Options()
) -> Trajectory:
    """Simulate UCB1 with M T pulls; checkpoint t is after M t pulls.

    Source: Section 2, the case of instantaneous communication.
    """
    rule = Rule(forced=problem.arms, constant=options.constant, pulls=_pulls(problem, options))
    return multi_agent_ucb.simulate_group(one_agent(problem), rule, generator=generator)


def _pulls(problem: GroupProblem, options: Options) -> int:
    """Return the number of pulls for each step of the logarithm."""
    return 1 if options.width == "own" else problem.agents


def simulate_literal(
    problem: GroupProblem, *, generator: np.random.Generator, options: Options = Options()
) -> Trajectory:
    """Simulate UCB1 in plain Python."""
    player = play(problem, generator=generator, options=options)
    return play_against(one_agent(problem), player, reward_source(problem.rewards, generator))


def play(
    problem: GroupProblem, *, generator: np.random.Generator, options: Options = Options()
) -> Player[Arms, Iterable[float]]:
    """Yield one arm after the other, M T of them; is sent the reward of each. Draws nothing."""
    agent = _Agent(problem.arms, options.constant, _pulls(problem, options))
    return play_together(one_agent(problem), [agent])


class _Agent(multi_agent_ucb.Agent):
    """UCB1 whose logarithm counts rounds of several pulls."""

    def __init__(self, arms: int, constant: float, pulls: int) -> None:
        super().__init__(arms, multi_agent_ucb.Options(exploration_constant=constant))
        self.pulls = pulls

    def width(self, t: int) -> float:
        return self.options.exploration_constant * math.log((t - 1) // self.pulls + 1)


def one_agent(problem: GroupProblem) -> GroupProblem:
    """Return the problem of one agent that makes all pulls: M T rounds."""
    agents = problem.agents
    return replace(
        problem,
        horizon=agents * problem.horizon,
        checkpoints=agents * problem.points,
        distances=np.zeros((1, 1), dtype=np.int64),
    )
