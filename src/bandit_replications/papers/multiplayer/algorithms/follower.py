"""The follower of Coordinate and Play (Algorithm 3), round by round.

Alatur, Levy, Krause: Multi-Player Bandits: The Adversarial Case (Algorithm 3, Appendix A.3).
"""

from typing import Literal

import numpy as np

from bandit_replications.papers.multiplayer.algorithms.coordinator import Waiting
from bandit_replications.papers.multiplayer.environments.game import SinglePlayer

Tries = Literal["in-order", "random-start"]
Unranked = Literal["quiet", "uniform"]


def follow(
    rank: int,
    *,
    arms: int,
    players: int,
    block_length: int,
    waiting: Waiting = "quiet",
    tries: Tries = "in-order",
    unranked: Unranked = "quiet",
    generator: np.random.Generator,
) -> SinglePlayer:
    """Follow for one block: look for the coordinator in the own sub-block, then stay.

    Parameters
    ----------
    rank : int
        From 1 to K - 1.
    arms, players, block_length : int
        N, K and τ.
    waiting : {"quiet", "first-arm", "first-arm-repaired", "first-arm-stays"}
        What followers do in the sub-blocks of others. With the first arm, a collision there tells
        nothing, and one that meets nobody elsewhere concludes that the first arm is meant.
    tries : {"in-order", "random-start"}
        Whether the tries start on the first arm, or on one drawn anew.
    unranked : {"quiet", "uniform"}
        What a follower does in Play who was told no arm.
    generator : numpy.random.Generator

    """
    pause = None if waiting == "quiet" else 0
    found = None
    for follower in range(1, players):
        draws = tries == "random-start" and follower == rank
        start = int(generator.integers(0, arms)) if draws else 0
        for step in range(arms):
            tried = (start + step) % arms
            if follower != rank:
                yield pause
            elif found is None:
                collided, _ = yield tried
                if collided and (waiting == "quiet" or tried != 0):
                    found = tried
            else:
                yield found
    if found is None and waiting != "quiet":
        found = 0
    lost = found is None and unranked == "uniform"
    for _ in range(block_length - (players - 1) * arms):
        yield int(generator.integers(0, arms)) if lost else found
