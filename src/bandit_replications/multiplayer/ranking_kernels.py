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
    ranks = np.full(players, UNRANKED)
    left = players
    for _ in range(rounds):
        if left == 0:
            break
        left -= play_round(ranks, generator)
    return ranks


@njit(cache=True)
def play_round(ranks: Integers, generator: np.random.Generator) -> int:
    """Play one round and return how many players got a rank.

    Mutates ranks (players,) and the generator.
    """
    players = ranks.size
    taken = np.zeros(players, dtype=np.int64)
    arms = ranks.copy()
    for player in range(players):
        if ranks[player] == UNRANKED:
            arms[player] = int(generator.random() * players)
        taken[arms[player]] += 1
    ranked = 0
    for player in range(players):
        if ranks[player] == UNRANKED and taken[arms[player]] == 1:
            ranks[player] = arms[player]
            ranked += 1
    return ranked


@njit(cache=True)
def failures(players: int, rounds: int, samples: int, generator: np.random.Generator) -> int:
    """Return how many of the sampled rankings leave a player without rank.

    Mutates the generator.
    """
    failed = 0
    for _ in range(samples):
        if (draw_ranks(players, rounds, generator) == UNRANKED).any():
            failed += 1
    return failed
