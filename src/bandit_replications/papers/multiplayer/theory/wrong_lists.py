"""Lists of Musical Chairs that lack one of the K best arms (Section 5), against T_0."""

import numpy as np

from bandit_replications.bandits.arrays import Floats


def wrong_share(
    means: Floats, *, players: int, exploration: int, generator: np.random.Generator
) -> float:
    """Return the share of one player's lists that are wrong after T_0 rounds, by simulation.

    A round shows an arm with probability (1/N) (1 - 1/N)^(K - 1): it is chosen, and by nobody else.

    Parameters
    ----------
    means : float64 array, shape (lists, arms)
        Mean losses, a row for each simulated list.
    players, exploration : int
        K and T_0.
    generator : numpy.random.Generator

    """
    lists, arms = means.shape
    chance = (1 - 1 / arms) ** (players - 1) / arms
    shown = [chance] * arms + [1 - arms * chance]
    counts = generator.multinomial(exploration, shown, size=lists)[:, :arms]
    found = generator.binomial(counts, means) / np.maximum(counts, 1)
    found[counts == 0] = 1.0
    best, listed = (np.sort(np.argsort(one, axis=1)[:, :players]) for one in (means, found))
    return float((best != listed).any(axis=1).mean())
