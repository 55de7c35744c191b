"""MOSS: the single-agent algorithm whose worst-case regret has no logarithm (Lemma D.1).

The index of an arm pulled n times is its mean + sqrt(max(0, ln(T / (K n))) / n). The paper takes
the algorithm from Theorem 9.1 of Lattimore and Szepesvari, where the bonus is
sqrt((4 / n) max(0, ln(T / (K n)))); the index here, without the 4, is that of Audibert and Bubeck
(2009). `bonus_factor` chooses. The reduction of Theorem 2 switches to it. Several agents are
independent copies.

>>> problem = ArmsProblem(means=np.array([0.9, 0.1]), horizon=1000, law="constant")
>>> simulate(problem, generator=np.random.default_rng(0)).pulls.tolist()
[[993, 7]]
"""

import math

import numpy as np
from pydantic import BaseModel, ConfigDict, Field

from bandit_replications.papers.distributed.algorithms.index_kernels import moss
from bandit_replications.papers.distributed.algorithms.runs import ArmsRun, silent_arms_run
from bandit_replications.papers.distributed.environments.literal_environments import (
    ArmsEnvironment,
    GroupPlayer,
    play_all_rounds,
)
from bandit_replications.papers.distributed.environments.problems import ArmsProblem


class Options(BaseModel):
    """Constants of MOSS."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    bonus_factor: float = Field(
        default=1.0, gt=0, allow_inf_nan=False, description="factor under the index's square root"
    )


def simulate(
    problem: ArmsProblem, *, generator: np.random.Generator, options: Options = Options()
) -> ArmsRun:
    """Simulate MOSS pull by pull, one agent after the other."""
    pulls = np.zeros((len(problem.points), problem.arms), dtype=np.int64)
    for agent in range(problem.agents):
        pulls += moss(
            problem.laws, problem.arms, agent, problem.points, options.bonus_factor, generator
        )
    return silent_arms_run(problem, pulls)


def play(
    problem: ArmsProblem, *, generator: np.random.Generator, options: Options = Options()
) -> GroupPlayer:
    """Play MOSS on each agent's own statistics."""
    counts = [[0] * problem.arms for _ in range(problem.agents)]
    sums = [[0.0] * problem.arms for _ in range(problem.agents)]

    def index(count: int, total: float) -> float:
        if count == 0:
            return math.inf
        logarithm = math.log(problem.horizon / (problem.arms * count))
        return total / count + math.sqrt(options.bonus_factor * max(0.0, logarithm) / count)

    while True:
        indices = [list(map(index, *own)) for own in zip(counts, sums, strict=True)]
        arms = tuple(own.index(max(own)) for own in indices)
        rewards = yield arms
        for agent, (arm, reward) in enumerate(zip(arms, rewards, strict=True)):
            counts[agent][arm] += 1
            sums[agent][arm] += reward


def simulate_literal(
    problem: ArmsProblem, *, generator: np.random.Generator, options: Options = Options()
) -> ArmsRun:
    """Simulate MOSS in plain Python."""
    arms = ArmsEnvironment(problem, generator)
    player = play(problem, generator=generator, options=options)
    play_all_rounds(player, arms.respond, rounds=problem.horizon)
    return silent_arms_run(problem, arms.pulls())
