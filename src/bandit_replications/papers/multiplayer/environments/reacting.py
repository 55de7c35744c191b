"""Adversaries that react to the players of Coordinate and Play or of Coordinate in bits.

Ours; Alatur, Levy, Krause: Multi-Player Bandits: The Adversarial Case (Section 2.2 and after
Theorem 4.1) mentions such adversaries. Their losses are 0 or 1, the means of the current round, and
change in the course of a run: compiled code of these algorithms alone knows when. One reacts within
a block, to the arms in use in its first round of Play; the other one between blocks, to the
coordinator's chances before she draws.
"""

from typing import Literal

import numpy as np

from bandit_replications.bandits.arrays import Floats, Integers
from bandit_replications.bandits.compiled import kernel
from bandit_replications.papers.multiplayer.environments.losses import (
    BETWEEN_BLOCKS,
    IN_ROUND,
    Losses,
)

Reacts = Literal["in-round", "between-blocks"]
CODES = {"in-round": IN_ROUND, "between-blocks": BETWEEN_BLOCKS}


def reacting_losses(arms: int, reacts: Reacts) -> Losses:
    """Return losses of 0 that change where the adversary reacts."""
    zero, starts = np.zeros((1, arms)), np.zeros(1, dtype=np.int64)
    return Losses(starts, zero, np.empty((0, arms)), np.zeros((1, arms)), CODES[reacts])


def of_this_run(losses: Losses) -> Losses:
    """Return losses that a run may change without changing those of others."""
    return losses._replace(means=losses.means.copy()) if losses.reacts else losses


@kernel
def react_to_arms(losses: Losses, choices: Integers) -> None:
    """From now on arms in use lose 1 and the others 0. Mutates the means."""
    losses.means[:] = 0.0
    for arm in choices:
        if arm >= 0:
            losses.means[0, arm] = 1.0


@kernel
def react_to_chances(losses: Losses, chances: Floats, size: int) -> None:
    """For this block let the `size` arms that are in use most probably lose 1, the others 0.

    Mutates the means.
    """
    losses.means[:] = 0.0
    for _ in range(size):  # a sort takes a second and a half to compile
        losses.means[0, np.argmax(chances - 2.0 * losses.means[0])] = 1.0
