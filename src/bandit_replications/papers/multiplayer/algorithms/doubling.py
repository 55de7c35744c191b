"""Coordinate and Play for an unknown horizon, by doubling.

Alatur, Levy, Krause: Multi-Player Bandits: The Adversarial Case (Section 2.2 mentions it). Epochs
of E, 2E, 4E, … rounds, each a game of that length with its ranking, block length and learning rate:
players forget at its end what they learnt. E is the least power of two that holds a ranking and a
block, and whose block holds the Coordinate phase and a round of Play. Ranking once, before the
first epoch, is an option: the chance that it fails does not shrink with T, so that the expected
regret is linear.

>>> import numpy as np
>>> from bandit_replications.papers.multiplayer.environments.losses import bernoulli_losses
>>> problem = MultiplayerProblem(losses=bernoulli_losses([0.2, 0.5, 0.9]), players=2, horizon=5000)
>>> [epoch.rounds for epoch in Options().epochs(problem)]
[32, 64, 128, 256, 512, 1024, 2048, 936]
>>> int(simulate(problem, generator=np.random.default_rng(1)).regret[-1])
1529
"""

import functools
from typing import Literal

from pydantic import Field

from bandit_replications.papers.multiplayer.algorithms import coordinate_and_play
from bandit_replications.papers.multiplayer.algorithms.blocks import (
    check_phases,
    coordinate_rounds,
    theorem_block_length,
)
from bandit_replications.papers.multiplayer.algorithms.coordinate_and_play_options import Epoch
from bandit_replications.papers.multiplayer.environments.problems import MultiplayerProblem


class Options(coordinate_and_play.Options):
    """Those of Coordinate and Play; constants that are given hold in every epoch."""

    ranking_rounds: int | None = Field(
        default=None,
        ge=1,
        description="rounds T_R of a ranking; none: K e ln of its epoch's length",
    )
    rankings: Literal["each-epoch", "once"] = Field(
        default="each-epoch", description="whether players rank themselves in each epoch, or once"
    )

    def epochs(self, problem: MultiplayerProblem) -> tuple[Epoch, ...]:
        """Return the epochs; the last one is cut where the game ends."""
        sizes, length = {"players": problem.players, "arms": problem.arms}, 2
        ranking = self.ranking(problem, length)
        while (
            (block := theorem_block_length(**sizes, horizon=length)) <= coordinate_rounds(**sizes)
        ) or ranking + block > length:
            length *= 2
            ranking = self.ranking(problem, length)
        epochs, left = [], problem.horizon
        check_phases(ranking_rounds=ranking, block_length=self.block_length, horizon=left)
        while left > 0:
            rounds = min(length, left)
            epochs.append(self.epoch(problem, horizon=length, rounds=rounds, ranking=ranking))
            left -= rounds
            length *= 2
            ranking = 0 if self.rankings == "once" else self.ranking(problem, length)
        return tuple(epochs)


play = functools.partial(coordinate_and_play.play, options=Options())
simulate = functools.partial(coordinate_and_play.simulate, options=Options())
simulate_literal = functools.partial(coordinate_and_play.simulate_literal, options=Options())
