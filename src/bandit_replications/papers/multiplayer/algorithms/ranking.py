"""The ranking (Algorithm 4): musical chairs on the first K arms, and a rank for each chair.

Alatur, Levy, Krause: Multi-Player Bandits: The Adversarial Case (Algorithm 4, Section 4).
"""

from collections.abc import Generator

import numpy as np

from bandit_replications.bandits.arguments import check_positive
from bandit_replications.papers.multiplayer.algorithms.coordinator import Feedback
from bandit_replications.papers.multiplayer.algorithms.ranking_kernels import failures

Ranking = Generator[int | None, Feedback, int | None]


def rank(*, players: int, rounds: int, generator: np.random.Generator) -> Ranking:
    """Find a rank from 0 to K - 1, round by round; return None if the rounds do not suffice.

    Parameters
    ----------
    players, rounds : int
        K and T_R.
    generator : numpy.random.Generator

    """
    own = None
    for _ in range(rounds):
        arm = int(generator.integers(0, players)) if own is None else own
        collided, _ = yield arm
        if not collided:
            own = arm
    return own


def count_failures(
    *, players: int, ranking_rounds: int, samples: int, generator: np.random.Generator
) -> int:
    """Return how many of so many simulated rankings leave a player without rank.

    Parameters
    ----------
    players, ranking_rounds, samples : int
        K, T_R and the number of rankings, >= 1 each.
    generator : numpy.random.Generator

    Raises
    ------
    TypeError, ValueError
        If a number is of a wrong type or not positive.

    """
    check_positive(players=players, ranking_rounds=ranking_rounds, samples=samples)
    return int(failures(players, ranking_rounds, samples, generator))
