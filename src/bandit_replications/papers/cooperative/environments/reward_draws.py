"""Draws of single rewards in compiled loops over agents.

Reward laws come as `for_kernels` gives them. Kernels are compiled for coins apart from other laws:
the call that those need costs ten times as much as the draw, in the same loop even if not made.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from bandit_replications.bandits import rewards
from bandit_replications.bandits.rewards import RewardTable

Floats = NDArray[np.float64]


def for_kernels(table: RewardTable) -> tuple[int, Floats, Floats | None]:
    """Return the laws' kind, values and weights; None for the weights of coins."""
    coins = table.kind == rewards.BERNOULLI
    return table.kind, table.values, None if coins else table.weights


@njit(inline="always")
def draw(
    kind: int, values: Floats, weights: Floats | None, arm: int, generator: np.random.Generator
) -> float:
    """Return one reward of an arm, as `rewards.draw_reward` does.

    Mutates the generator.
    """
    if weights is None:
        return 1.0 if generator.random() < values[arm, 0] else 0.0
    return rewards.draw_reward(kind, values, weights, arm, generator)
