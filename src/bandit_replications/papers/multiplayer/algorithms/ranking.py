"""The ranking (Algorithm 4): musical chairs on the first K arms; a player's arm is its rank.

Alatur, Levy, Krause: Multi-Player Bandits: The Adversarial Case (Algorithm 4, Section 4).

>>> generator = np.random.default_rng(1)
>>> count_failures(players=4, ranking_rounds=20, samples=10000, generator=generator)
68
"""

from collections.abc import Generator

import numpy as np

from bandit_replications.bandits.problems import check_integer
from bandit_replications.papers.multiplayer.algorithms.ranking_kernels import failures
from bandit_replications.papers.multiplayer.environments.game import Feedback


def rank(
    *, players: int, rounds: int, generator: np.random.Generator
) -> Generator[int, Feedback, int | None]:
    """Find a rank from 0 to K - 1, round by round; return None if the T_R rounds do not suffice."""
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
    """Return the number of simulated rankings that leave a player without rank.

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
    check_integer(least=1, players=players, ranking_rounds=ranking_rounds, samples=samples)
    return int(failures(players, ranking_rounds, samples, generator))
