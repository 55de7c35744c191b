"""LinUCB (OFUL) on one agent: the single-agent algorithm that DisLinUCB runs on every agent.

Optimism over the ellipsoid of Abbasi-Yadkori, Pál and Szepesvári (2011), Theorem 2, with noise in
[-1, 1] and |θ*| <= 1. In plain Python, for the literal forms.

>>> optimistic_action(np.eye(2), np.diag([1.0, 2.0]), np.array([0.5, 0.5]), 1.0, 0.1)
0
"""

import math
from typing import ClassVar

import numpy as np
from pydantic import Field

from bandit_replications.bandits.arrays import Floats
from bandit_replications.bandits.options import AlgorithmOptions
from bandit_replications.papers.distributed.environments.linear_environments import TIE
from bandit_replications.papers.distributed.environments.problems import LinearProblem


class LinUCBOptions(AlgorithmOptions):
    """Constants of LinUCB on every agent."""

    delta_agents: ClassVar[int]  # the power of M in the default of 1/δ

    regularisation: float = Field(default=1.0, gt=0, allow_inf_nan=False, description="λ")
    delta: float | None = Field(
        default=None,
        gt=0,
        lt=1,
        description="δ; without one 1/(M² T), under immediate sharing 1/(M T), alone 1/T",
    )

    def delta_of(self, problem: LinearProblem) -> float:
        """Return δ."""
        default = 1 / (problem.agents**self.delta_agents * problem.horizon)
        return default if self.delta is None else self.delta


def optimistic_action(
    actions: Floats, v: Floats, u: Floats, regularisation: float, delta: float, noise: float = 1.0
) -> int:
    """Return the action x with the highest <x, θ̂> + radius |x| in the norm of V⁻¹.

    The noise is sub-Gaussian of proxy noise².
    """
    theta = np.linalg.solve(v, u)
    growth = np.linalg.slogdet(v)[1] - len(u) * math.log(regularisation)
    deviation = math.sqrt(2 * (growth / 2 + math.log(1 / delta)))
    radius = noise * deviation + math.sqrt(regularisation)
    lengths = np.sqrt(np.einsum("aj,ja->a", actions, np.linalg.solve(v, actions.T)))
    index = actions @ theta + radius * lengths
    return int(np.flatnonzero(index >= index.max() - TIE)[0])


class Statistics:
    """V = λI + Σ x xᵀ and u = Σ x y of what an agent knows."""

    def __init__(self, dimension: int, regularisation: float) -> None:
        self.v = regularisation * np.eye(dimension)
        self.u = np.zeros(dimension)

    def learn(self, x: Floats, reward: float) -> None:
        """Take in one sample."""
        self.v = self.v + np.outer(x, x)
        self.u = self.u + reward * x
