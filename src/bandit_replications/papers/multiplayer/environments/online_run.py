"""Results of runs with several players, and their regret against the K best arms so far.

Alatur, Levy, Krause: Multi-Player Bandits: The Adversarial Case (Section 2.2, Section 5).
"""

from dataclasses import dataclass

import numpy as np

from bandit_replications.bandits.arrays import Floats, Integers


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
    player_losses: Floats
    arm_losses: Floats
    collisions: Integers
    quiet: Integers

    @property
    def regret(self) -> Floats:
        """Online regret R_t: the players' losses minus those of the K arms best in [t]."""
        best = np.sort(self.arm_losses, axis=1)[:, : self.players]
        return np.asarray(self.player_losses - best.sum(axis=1))
