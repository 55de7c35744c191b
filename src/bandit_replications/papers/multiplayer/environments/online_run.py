"""What a run of several players leaves behind, and its regret against the K best arms so far.

Alatur, Levy, Krause: Multi-Player Bandits: The Adversarial Case (Section 2.2, Section 5).
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bandit_replications.bandits.trajectories import check_checkpoints
from bandit_replications.papers.multiplayer.algorithms.blocks import check_sizes
from bandit_replications.papers.multiplayer.environments.losses import Losses


@dataclass(frozen=True, kw_only=True)
class OnlineRun:
    """One run at its checkpoints.

    Attributes
    ----------
    players : int
        K.
    player_losses : float64 array, shape (checkpoints,)
        Losses of all players so far: that of the arm, and 1 for a collision or a quiet round.
    arm_losses : float64 array, shape (checkpoints, arms)
        Losses of each arm so far, played or not.
    collisions : int64 array, shape (checkpoints,)
        Rounds on which a player collided (C_k^t = 1), summed over players.
    quiet : int64 array, shape (checkpoints,)
        Rounds on which a player stayed quiet, summed over players.

    """

    players: int
    player_losses: NDArray[np.float64]
    arm_losses: NDArray[np.float64]
    collisions: NDArray[np.int64]
    quiet: NDArray[np.int64]

    @property
    def regret(self) -> NDArray[np.float64]:
        """Online regret R_t: the players' losses minus those of the K arms best in [t]."""
        best = np.sort(self.arm_losses, axis=1)[:, : self.players]
        return np.asarray(self.player_losses - best.sum(axis=1))


def check_multiplayer_run(
    *, losses: Losses, players: int, horizon: int, checkpoints: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Return the checkpoints after checking them with the other arguments of every simulator.

    Raises
    ------
    TypeError
        If players or horizon is not an integer.
    ValueError
        If not 1 <= K < N < T, if the losses end before the horizon, or if the checkpoints do not
        increase up to it.

    """
    for name, value in (("players", players), ("horizon", horizon)):
        if isinstance(value, bool) or not isinstance(value, (int, np.integer)):
            raise TypeError(f"{name}: {value!r}; allowed: an integer")
    check_sizes(players=players, arms=losses.arms, horizon=horizon)
    rounds = losses.table.shape[0]
    if 0 < rounds < horizon:
        raise ValueError(f"horizon: {horizon}; allowed: at most the rounds of the losses, {rounds}")
    return check_checkpoints(checkpoints, horizon=horizon)
