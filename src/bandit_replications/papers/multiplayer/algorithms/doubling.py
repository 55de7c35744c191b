"""Coordinate and Play for an unknown horizon, by doubling.

Alatur, Levy, Krause: Multi-Player Bandits: The Adversarial Case (Section 2.2 mentions it). Players
rank themselves once; then they play epochs of lengths L, 2L, 4L, …, each as a game of that length
with its block length and learning rate, and forget at its end what they learnt. L is the least
power of two whose block holds the Coordinate phase and a round of Play.
"""

import numpy as np
from numpy.typing import NDArray

from bandit_replications.papers.multiplayer.algorithms.blocks import (
    coordinate_rounds,
    theorem_block_length,
)
from bandit_replications.papers.multiplayer.algorithms.coordinate_and_play import (
    Options,
    one_epoch,
    run,
    run_literally,
)
from bandit_replications.papers.multiplayer.algorithms.coordinate_and_play_literal import Epoch
from bandit_replications.papers.multiplayer.environments.losses import Losses
from bandit_replications.papers.multiplayer.environments.online_run import OnlineRun


def simulate(
    *,
    losses: Losses,
    players: int,
    horizon: int,
    checkpoints: NDArray[np.int64],
    generator: np.random.Generator,
    options: Options = Options(),
) -> OnlineRun:
    """Simulate Coordinate and Play with doubling, exactly in distribution.

    Parameters, Returns and Raises as for `coordinate_and_play.simulate`.
    """
    return run(
        losses=losses,
        players=players,
        horizon=horizon,
        checkpoints=checkpoints,
        generator=generator,
        options=options,
        epochs=epochs(losses, players, horizon, options),
    )


def simulate_literal(
    *,
    losses: Losses,
    players: int,
    horizon: int,
    checkpoints: NDArray[np.int64],
    generator: np.random.Generator,
    options: Options = Options(),
) -> OnlineRun:
    """Simulate separate players round by round; parameters as for `simulate`."""
    return run_literally(
        losses=losses,
        players=players,
        horizon=horizon,
        checkpoints=checkpoints,
        generator=generator,
        options=options,
        epochs=epochs(losses, players, horizon, options),
    )


def epochs(losses: Losses, players: int, horizon: int, options: Options) -> list[Epoch]:
    """Return the epochs after the ranking; the last one is cut where the game ends.

    A block length or learning rate among the options holds in every epoch.
    """
    sizes = {"players": players, "arms": losses.arms}
    length = 2
    while theorem_block_length(**sizes, horizon=length) <= coordinate_rounds(**sizes):
        length *= 2
    found, left = [], horizon - options.ranking_rounds
    while left > 0:
        (whole,) = one_epoch(losses, players, length, options)
        found.append(whole._replace(rounds=min(length, left)))
        left -= length
        length *= 2
    return found
