"""M agents that each run UCB1 (Auer, Cesa-Bianchi, Fischer, 2002) alone: no communication.

Figure 1 there: each arm once, then the highest mean + sqrt(2 ln n / n_arm), n the agent's pulls so
far; of equal ones the lowest.

>>> problem = ArmsProblem(means=np.array([0.9, 0.1]), agents=3, horizon=1000, law="constant")
>>> run = simulate(problem, generator=np.random.default_rng(0))
>>> run.pulls.tolist(), run.communication.tolist()
([[2949, 51]], [0])
"""

import math
from collections.abc import Callable

import numpy as np
from pydantic import Field

from bandit_replications.bandits.options import AlgorithmOptions
from bandit_replications.papers.distributed.algorithms.index_kernels import index_widths, ucb1
from bandit_replications.papers.distributed.algorithms.runs import Run, even_run
from bandit_replications.papers.distributed.environments.literal_environments import (
    GroupPlayer,
    pulls_of,
)
from bandit_replications.papers.distributed.environments.problems import ArmsProblem


class Options(AlgorithmOptions):
    """Constants of UCB1."""

    exploration_constant: float = Field(
        default=2.0, gt=0, allow_inf_nan=False, description="constant under the index's square root"
    )


def simulate(
    problem: ArmsProblem, *, generator: np.random.Generator, options: Options = Options()
) -> Run:
    """Simulate the agents one after the other, pull by pull: about 60 ns for each of M T."""
    widths = index_widths(problem.horizon, 1, options.exploration_constant)
    pulls = np.zeros((len(problem.points), problem.arms), dtype=np.int64)
    for agent in range(problem.agents):
        pulls += ucb1(problem.laws, problem.arms, agent, 1, problem.points, widths, generator)
    return even_run(problem, problem.regret(pulls), pulls=pulls)


def play(
    problem: ArmsProblem, *, generator: np.random.Generator, options: Options = Options()
) -> GroupPlayer:
    """Play UCB1 on each agent's own statistics."""
    constant = options.exploration_constant
    return play_index_policy(
        problem, lambda counts, sums, time: ucb1_choice(counts, sums, time, constant)
    )


def simulate_literal(
    problem: ArmsProblem, *, generator: np.random.Generator, options: Options = Options()
) -> Run:
    """Simulate UCB1 in plain Python."""
    player = play(problem, generator=generator, options=options)
    pulls = pulls_of(player, problem, generator)
    return even_run(problem, problem.regret(pulls), pulls=pulls)


def play_index_policy(
    problem: ArmsProblem, choose: Callable[[list[int], list[float], int], int]
) -> GroupPlayer:
    """Play an arm chosen from each agent's own pulls and sums of rewards, and the time so far."""
    counts = [[0] * problem.arms for _ in range(problem.agents)]
    sums = [[0.0] * problem.arms for _ in range(problem.agents)]
    for time in range(problem.horizon):
        arms = tuple(choose(*own, time) for own in zip(counts, sums, strict=True))
        rewards = yield arms
        for agent, (arm, reward) in enumerate(zip(arms, rewards, strict=True)):
            counts[agent][arm] += 1
            sums[agent][arm] += reward


def ucb1_choice(counts: list[int], sums: list[float], pulls: int, constant: float) -> int:
    """Return the first arm never pulled, or the one with the highest index."""
    if 0 in counts:
        return counts.index(0)
    indices = [
        total / count + math.sqrt(constant * math.log(pulls) / count)
        for count, total in zip(counts, sums, strict=True)
    ]
    return indices.index(max(indices))
