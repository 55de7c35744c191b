"""The game of Section 2.2, round by round: players that see their own feedback only.

Alatur, Levy, Krause: Multi-Player Bandits: The Adversarial Case (Section 2.2).
"""

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from bandit_replications.papers.multiplayer.environments.losses import Losses, round_losses
from bandit_replications.papers.multiplayer.environments.online_run import OnlineRun


class Player(Protocol):
    """One player: what it does in a round, and what it learns of it."""

    def choose(self) -> int | None:
        """Return the arm of the next round, from 0, or None to stay quiet."""

    def observe(self, collided: bool, loss: float) -> None:
        """Learn whether there was a collision, and the loss (1 in a collision or when quiet)."""


def play_game(
    players: Sequence[Player],
    *,
    losses: Losses,
    checkpoints: NDArray[np.int64],
    generator: np.random.Generator,
) -> OnlineRun:
    """Play until the last checkpoint; all losses of a round are drawn before it is played.

    Parameters
    ----------
    players : sequence of Player
    losses : Losses
    checkpoints : int64 array, increasing
        Rounds after which the run is recorded; the last one ends it.
    generator : numpy.random.Generator
        Draws the losses; players have generators of their own or share this one.

    """
    recorded = set(checkpoints.tolist())
    player_losses, collisions, quiet = 0.0, 0, 0
    arm_losses = np.zeros(losses.arms)
    rows: list[tuple[float, NDArray[np.float64], int, int]] = []
    for t in range(1, int(checkpoints[-1]) + 1):
        loss = round_losses(losses, t - 1, generator)
        arm_losses += loss
        arms = [player.choose() for player in players]
        for player, arm in zip(players, arms, strict=True):
            collided = arm is not None and arms.count(arm) > 1
            incurred = 1.0 if arm is None or collided else float(loss[arm])
            player.observe(collided, incurred)
            player_losses += incurred
            collisions += collided
            quiet += arm is None
        if t in recorded:
            rows.append((player_losses, arm_losses.copy(), collisions, quiet))
    return OnlineRun(
        players=len(players),
        player_losses=np.array([row[0] for row in rows]),
        arm_losses=np.array([row[1] for row in rows]),
        collisions=np.array([row[2] for row in rows]),
        quiet=np.array([row[3] for row in rows]),
    )
