"""Draws of single rewards in compiled loops over agents."""

from collections.abc import Callable

import numpy as np

from bandit_replications.bandits.compiled import kernel
from bandit_replications.bandits.rewards import RewardTable, draw_reward


@kernel
def draw(laws: RewardTable, arm: int, generator: np.random.Generator) -> float:
    """Return one reward of an arm; mutates the generator."""
    return draw_reward(laws.kind, laws.values, laws.weights, arm, generator)


def reward_source(
    table: RewardTable, generator: np.random.Generator
) -> Callable[[int, int], float]:
    """Return a function of agent and arm that draws one reward, for literal forms."""
    return lambda agent, arm: draw_reward.py_func(*table, arm, generator)
