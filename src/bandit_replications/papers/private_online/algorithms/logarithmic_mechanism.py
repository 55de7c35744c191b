"""Logarithmic mechanism of Chan, Shi and Song (2011): running sums at powers of two.

A running sum collects items; whenever the time is a power of two, fresh noise joins it and it is
released. Each item reaches the outcomes through one noised sum: that of the items since the last
release.
"""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from bandit_replications.bandits.arguments import check_positive
from bandit_replications.papers.private_online.algorithms.binary_mechanism import check_stream


def release(
    *, stream: ArrayLike, epsilon: float, generator: np.random.Generator
) -> NDArray[np.float64]:
    """Return noisy prefix sums at the powers of two, nan at all other times.

    Source: Chan, Shi, Song, "Private and Continual Release of Statistics" (2011), Algorithm 3.

    Parameters
    ----------
    stream : array, shape (length,)
        Items in [0, 1].
    epsilon : float
        Privacy parameter ε, > 0; the noise is Lap(1/ε).
    generator : numpy.random.Generator

    Returns
    -------
    float64 array, shape (length,)

    Raises
    ------
    TypeError, ValueError
        If an argument is of a wrong type or out of range.

    """
    check_positive(epsilon=epsilon)
    items = check_stream(stream)
    released = np.full(items.size, np.nan)
    running = 0.0
    for t, item in enumerate(items, start=1):
        running += item
        if t.bit_count() == 1:
            running += generator.laplace(0.0, 1 / epsilon)
            released[t - 1] = running
    return released


def noised_sums(*, length: int, epsilon: float) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the noised sums of items, and the scale of each one's Laplace noise.

    The released prefix sums are the running sums of these noisy sums: the same privacy loss.

    Returns
    -------
    matrix : float64 array, shape (releases, length)
        Row k: coefficients of the items of times 2^(k-1) + 1, …, 2^k (row 0: the first item).
    scales : float64 array, shape (releases,)

    """
    check_positive(epsilon=epsilon)
    releases = length.bit_length()
    matrix = np.zeros((releases, length))
    for k in range(releases):
        matrix[k, 2**k // 2 : 2**k] = 1.0
    return matrix, np.full(releases, 1 / epsilon)
