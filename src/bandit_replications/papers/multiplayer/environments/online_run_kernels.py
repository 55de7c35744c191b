"""Compiled accounting of the game of Section 2.2, shared by the simulators that play rounds.

A round draws the losses that somebody sees. What nobody sees is drawn at once for a whole piece of
rounds in which no mean changes: given the choices these losses are independent, and only their sum
enters the regret.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from bandit_replications.papers.multiplayer.environments.losses import (
    Floats,
    Integers,
    Losses,
    segment_of,
)

Flags = NDArray[np.bool_]


def piece_ends(losses: Losses, checkpoints: Integers, *others: int) -> Integers:
    """Return the rounds after which a piece ends: checkpoints, changes of means, and others."""
    ends = np.concatenate([checkpoints, losses.starts[1:], np.array(others, dtype=np.int64)])
    return np.unique(ends[(ends >= 1) & (ends <= checkpoints[-1])])


@njit(cache=True)
def play_round(
    means: Floats,
    table: Floats,
    first: int,
    choices: Integers,
    taken: Integers,
    collided: Flags,
    incurred: Floats,
    seen: Integers,
    seen_losses: Floats,
    generator: np.random.Generator,
) -> int:
    """Play round first + 1 with these choices (players,); return the number of collided players.

    Losses are those of the table if it is not empty, else draws with means (arms,).

    Mutates collided and incurred (players,), the counts `taken` (arms,), the rounds `seen` and the
    losses `seen_losses` (arms,) of arms that one player chose, and the generator.
    """
    given = table.shape[0] > 0
    for arm in range(taken.size):
        taken[arm] = 0
    for arm in choices:
        taken[arm] += 1
    collisions = 0
    for player in range(choices.size):
        arm = choices[player]
        collided[player] = taken[arm] > 1
        if collided[player]:
            incurred[player] = 1.0
            collisions += 1
        else:
            if given:
                incurred[player] = table[first, arm]
            else:
                incurred[player] = 1.0 if generator.random() < means[arm] else 0.0
            seen[arm] += 1
            seen_losses[arm] += incurred[player]
    return collisions


@njit(cache=True)
def end_piece(
    losses: Losses,
    first: int,
    rounds: int,
    seen: Integers,
    seen_losses: Floats,
    arm_losses: Floats,
    generator: np.random.Generator,
) -> None:
    """Add the losses of all arms in rounds first + 1, …, first + rounds, one piece, to arm_losses.

    Mutates arm_losses, sets seen and seen_losses (arms,) to zero, and mutates the generator.
    """
    given = losses.table.shape[0] > 0
    segment = segment_of(losses, first)
    for arm in range(arm_losses.size):
        if given:
            arm_losses[arm] += losses.sums[first + rounds, arm] - losses.sums[first, arm]
        else:
            hidden = generator.binomial(rounds - seen[arm], losses.means[segment, arm])
            arm_losses[arm] += seen_losses[arm] + hidden
    seen[:] = 0
    seen_losses[:] = 0.0
