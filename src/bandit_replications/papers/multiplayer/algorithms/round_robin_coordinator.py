"""Coordinate and Play whose coordinator changes after every block (Discussion).

Alatur, Levy, Krause: Multi-Player Bandits: The Adversarial Case (Section 6). The player of rank r
coordinates blocks r, r + K, r + 2K, … and learns from those alone; in the other blocks she follows.
"""

import numpy as np
from numpy.typing import NDArray

from bandit_replications.papers.multiplayer.algorithms.coordinate_and_play import (
    Options,
    one_epoch,
    run,
    run_literally,
)
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
    """Simulate Coordinate and Play with coordinators in turn, exactly in distribution.

    Parameters, Returns and Raises as for `coordinate_and_play.simulate`.
    """
    return run(
        losses=losses,
        players=players,
        horizon=horizon,
        checkpoints=checkpoints,
        generator=generator,
        options=options,
        epochs=one_epoch(losses, players, horizon, options),
        in_turn=True,
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
        epochs=one_epoch(losses, players, horizon, options),
        in_turn=True,
    )
