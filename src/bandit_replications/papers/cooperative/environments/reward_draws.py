"""Draws of single rewards in compiled loops over agents.

Kernels are compiled for Bernoulli rewards apart from other laws: the call that those need costs
ten times as much as the draw, in the same loop even if not made.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from bandit_replications.bandits import rewards
from bandit_replications.bandits.arrays import Floats
from bandit_replications.bandits.compiled import kernel
from bandit_replications.bandits.rewards import RewardTable


class RewardLaws(NamedTuple):
    """A reward table for kernels; `weights` is None for Bernoulli rewards."""

    kind: int
    values: Floats
    weights: Floats | None


def for_kernels(table: RewardTable) -> RewardLaws:
    """Return the laws as `draw` reads them."""
    binary = table.kind == rewards.BERNOULLI
    return RewardLaws(table.kind, table.values, None if binary else table.weights)


@kernel
def draw(laws: RewardLaws, arm: int, generator: np.random.Generator) -> float:
    """Return one reward of an arm, as `rewards.draw_reward` does; mutates the generator."""
    return _draw(laws.kind, laws.values, laws.weights, arm, generator)


@kernel
def _draw(
    kind: int, values: Floats, weights: Floats | None, arm: int, generator: np.random.Generator
) -> float:
    if weights is None:
        return 1.0 if generator.random() < values[arm, 0] else 0.0
    return rewards.draw_reward(kind, values, weights, arm, generator)


def reward_source(
    table: RewardTable, generator: np.random.Generator
) -> Callable[[int, int], float]:
    """Return a function of agent and arm that draws one reward, for literal forms."""
    return lambda agent, arm: rewards.draw_reward.py_func(*table, arm, generator)
