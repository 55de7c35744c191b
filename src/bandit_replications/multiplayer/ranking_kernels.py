"""Compiled ranking (Algorithm 4), round by round: rankings take some ten rounds."""

import numpy as np
from numba import njit

from bandit_replications.multiplayer.losses import Integers

UNRANKED = -1


@njit(cache=True)
def draw_ranks(players: int, rounds: int, generator: np.random.Generator) -> Integers:
    """Return the rank of each player (players,), from 0, or -1 where it has none after the rounds.

    Mutates the generator.
    """
    ranks, arms, taken = np.empty((3, players), dtype=np.int64)
    play(rounds, ranks, arms, taken, generator)
    return ranks


@njit(cache=True)
def play(
    rounds: int,
    ranks: Integers,
    arms: Integers,
    taken: Integers,
    generator: np.random.Generator,
) -> int:
    """Rank from the beginning and return how many players are left without rank.

    Mutates ranks, which holds the result, the work arrays arms and taken, all of shape (players,),
    and the generator.
    """
    players = ranks.size
    left = players
    for player in range(players):
        ranks[player] = UNRANKED
    for _ in range(rounds):
        if left == 0:
            break
        for arm in range(players):
            taken[arm] = 0
        for player in range(players):
            if ranks[player] == UNRANKED:
                arms[player] = int(generator.random() * players)
            taken[arms[player]] += 1
        for player in range(players):
            if ranks[player] == UNRANKED and taken[arms[player]] == 1:
                ranks[player] = arms[player]
                left -= 1
    return left


@njit(cache=True)
def failures(players: int, rounds: int, samples: int, generator: np.random.Generator) -> int:
    """Return how many of the sampled rankings leave a player without rank.

    Mutates the generator.
    """
    ranks, arms, taken = np.empty((3, players), dtype=np.int64)
    failed = 0
    for _ in range(samples):
        if play(rounds, ranks, arms, taken, generator) > 0:
            failed += 1
    return failed
