"""Compiled ranking (Algorithm 4), round by round: rankings take some ten rounds."""

import numpy as np

from bandit_replications.bandits.arrays import Integers
from bandit_replications.bandits.compiled import kernel
from bandit_replications.bandits.interrupts import interruptible


@kernel
def unranked_players(
    rounds: int, arms: Integers, occupancy: Integers, generator: np.random.Generator
) -> int:
    """Return the number of players without rank after one ranking.

    A player with a rank stays on its arm, which is occupied from then on. Mutates arms, occupancy,
    both work arrays of shape (players,), and the generator.
    """
    players = left = arms.size
    occupancy[:] = 0
    work = 0
    for _ in range(rounds):
        work = interruptible(work + 1 + left)
        for place in range(left):
            arms[place] = int(generator.random() * players)
            occupancy[arms[place]] += 1
        collided = 0
        for place in range(left):
            if occupancy[arms[place]] > 1:
                arms[collided] = arms[place]
                collided += 1
        left = collided
        for place in range(left):
            occupancy[arms[place]] -= 1
    return left


@kernel
def failures(players: int, rounds: int, samples: int, generator: np.random.Generator) -> int:
    """Return the number of sampled rankings that leave a player without rank.

    Mutates the generator.
    """
    arms, occupancy = np.empty((2, players), dtype=np.int64)
    failed = 0
    work = 0
    for _ in range(samples):
        work = interruptible(work + rounds * players)
        failed += unranked_players(rounds, arms, occupancy, generator) > 0
    return failed
