"""Coordinate and Play for an unknown horizon, by doubling.

Alatur, Levy, Krause: Multi-Player Bandits: The Adversarial Case (Section 2.2 mentions it). Players
rank themselves once; then they play epochs of lengths L, 2L, 4L, …, each as a game of that length
with its block length and learning rate, and forget at its end what they learnt. L is the least
power of two whose block holds the Coordinate phase and a round of Play.

>>> import numpy as np
>>> from bandit_replications.papers.multiplayer.environments.losses import bernoulli_losses
>>> problem = MultiplayerProblem(losses=bernoulli_losses([0.2, 0.5, 0.9]), players=2, horizon=5000)
>>> [epoch.rounds for epoch in Options().epochs(problem)]
[4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 888]
>>> int(simulate(problem, generator=np.random.default_rng(1)).regret[-1])
1557
"""

import functools

from bandit_replications.papers.multiplayer.algorithms import coordinate_and_play
from bandit_replications.papers.multiplayer.algorithms.blocks import (
    coordinate_rounds,
    theorem_block_length,
)
from bandit_replications.papers.multiplayer.algorithms.coordinate_and_play_options import Epoch
from bandit_replications.papers.multiplayer.environments.problems import MultiplayerProblem


class Options(coordinate_and_play.Options):
    """Those of Coordinate and Play; a given block length or learning rate holds in every epoch."""

    def epochs(self, problem: MultiplayerProblem) -> tuple[Epoch, ...]:
        """Return the epochs after the ranking; the last one is cut where the game ends."""
        self.check(problem)
        sizes = {"players": problem.players, "arms": problem.arms}
        length = 2
        while theorem_block_length(**sizes, horizon=length) <= coordinate_rounds(**sizes):
            length *= 2
        epochs, left = [], problem.horizon - self.ranking(problem)
        while left > 0:
            epochs.append(self.epoch(problem, horizon=length, rounds=min(length, left)))
            left -= length
            length *= 2
        return tuple(epochs)


play = functools.partial(coordinate_and_play.play, options=Options())
simulate = functools.partial(coordinate_and_play.simulate, options=Options())
simulate_literal = functools.partial(coordinate_and_play.simulate_literal, options=Options())
