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
from pydantic import Field

from bandit_replications.bandits.options import AlgorithmOptions
from bandit_replications.papers.distributed.algorithms.independent_ucb1 import play_index_policy
from bandit_replications.papers.distributed.algorithms.index_kernels import moss
from bandit_replications.papers.distributed.algorithms.runs import Run, even_run
from bandit_replications.papers.distributed.environments.literal_environments import (
    GroupPlayer,
    pulls_of,
)
from bandit_replications.papers.distributed.environments.problems import ArmsProblem


class Options(AlgorithmOptions):
    """Constants of MOSS."""

    bonus_factor: float = Field(
        default=1.0, gt=0, allow_inf_nan=False, description="factor under the index's square root"
    )


def simulate(
    problem: ArmsProblem, *, generator: np.random.Generator, options: Options = Options()
) -> Run:
    """Simulate MOSS pull by pull, one agent after the other."""
    pulls = np.zeros((len(problem.points), problem.arms), dtype=np.int64)
    for agent in range(problem.agents):
        pulls += moss(
            problem.laws, problem.arms, agent, problem.points, options.bonus_factor, generator
        )
    return even_run(problem, problem.regret(pulls), pulls=pulls)


def play(
    problem: ArmsProblem, *, generator: np.random.Generator, options: Options = Options()
) -> GroupPlayer:
    """Play MOSS on each agent's own statistics."""

    def index(count: int, total: float) -> float:
        if count == 0:
            return math.inf
        logarithm = math.log(problem.horizon / (problem.arms * count))
        return total / count + math.sqrt(options.bonus_factor * max(0.0, logarithm) / count)

    def choose(counts: list[int], sums: list[float], _: int) -> int:
        indices = list(map(index, counts, sums))
        return indices.index(max(indices))

    return play_index_policy(problem, choose)


def simulate_literal(
    problem: ArmsProblem, *, generator: np.random.Generator, options: Options = Options()
) -> Run:
    """Simulate MOSS in plain Python."""
    player = play(problem, generator=generator, options=options)
    pulls = pulls_of(player, problem, generator)
    return even_run(problem, problem.regret(pulls), pulls=pulls)
