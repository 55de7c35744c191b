"""Compiled ranking (Algorithm 4), round by round: rankings take some ten rounds."""

import numpy as np
from numba import njit

from bandit_replications.papers.multiplayer.environments.losses import Integers

UNRANKED = -1


@njit(cache=True)
def draw_ranks(players: int, rounds: int, generator: np.random.Generator) -> Integers:
    """Return the rank of each player (players,), from 0, or -1 where it has none after the rounds.

    Mutates the generator.
    """
    ranks, waiting, arms, taken = np.empty((4, players), dtype=np.int64)
    play(rounds, ranks, waiting, arms, taken, generator)
    return ranks


@njit(cache=True)
def play(
    rounds: int,
    ranks: Integers,
    waiting: Integers,
    arms: Integers,
    taken: Integers,
    generator: np.random.Generator,
) -> int:
    """Rank from the beginning and return how many players are left without rank.

    Only players without rank, the first of `waiting`, are gone through: those with one stay on
    their arm, which is taken for good. Mutates ranks, which holds the result, the work arrays
    waiting, arms and taken, all of shape (players,), and the generator.
    """
    players = ranks.size
    for player in range(players):
        ranks[player], waiting[player], taken[player] = UNRANKED, player, 0
    left = players
    for _ in range(rounds):
        if left == 0:
            break
        for place in range(left):
            arms[place] = int(generator.random() * players)
            taken[arms[place]] += 1
        still = 0
        for place in range(left):
            if taken[arms[place]] == 1:
                ranks[waiting[place]] = arms[place]
            else:
                waiting[still], arms[still] = waiting[place], arms[place]
                still += 1
        left = still
        for place in range(left):
            taken[arms[place]] -= 1
    return left


@njit(cache=True)
def failures(players: int, rounds: int, samples: int, generator: np.random.Generator) -> int:
    """Return how many of the sampled rankings leave a player without rank.

    Mutates the generator.
    """
    ranks, waiting, arms, taken = np.empty((4, players), dtype=np.int64)
    failed = 0
    for _ in range(samples):
        if play(rounds, ranks, waiting, arms, taken, generator) > 0:
            failed += 1
    return failed
