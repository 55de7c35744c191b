"""Rewards one at a time for algorithms in plain Python.

Calling compiled code with a generator costs more than the draw, so each arm's rewards are drawn a
block at a time. An arm's rewards are independent of everything else, so handing out its next one
has the law of drawing it in the round in which it is asked for.
"""

import numpy as np
from numpy.typing import NDArray

from bandit_replications.bandits.compiled import kernel
from bandit_replications.bandits.rewards import RewardTable, draw_reward

BLOCK = 1024


class RewardStream:
    """Rewards of all arms, each arm's from a buffer of its own."""

    def __init__(self, table: RewardTable, generator: np.random.Generator) -> None:
        """Start with empty buffers; `generator` is the stream's own from here on."""
        self._table = table
        self._generator = generator
        self._arms = table.values.shape[0]
        self._blocks = np.empty((self._arms, BLOCK))
        self._used = [BLOCK] * self._arms

    def draw(self, arm: int) -> float:
        """Return the arm's next reward."""
        used = self._used[arm]
        if used == BLOCK:
            self._fill(arm)
            used = 0
        self._used[arm] = used + 1
        return float(self._blocks[arm, used])

    def draw_all(self) -> NDArray[np.float64]:
        """Return the next reward of every arm, shape (arms,)."""
        used = self._used[0]
        if used == BLOCK:
            for arm in range(self._arms):
                self._fill(arm)
            used = 0
        self._used = [used + 1] * self._arms
        return self._blocks[:, used].copy()

    def _fill(self, arm: int) -> None:
        kind, values, weights = self._table
        draw_into(self._blocks[arm], kind, values, weights, arm, self._generator)


@kernel
def draw_into(
    block: NDArray[np.float64],
    kind: int,
    values: NDArray[np.float64],
    weights: NDArray[np.float64],
    arm: int,
    generator: np.random.Generator,
) -> None:
    """Fill `block` with rewards of an arm; mutates it and the generator."""
    for index in range(block.size):
        block[index] = draw_reward(kind, values, weights, arm, generator)
