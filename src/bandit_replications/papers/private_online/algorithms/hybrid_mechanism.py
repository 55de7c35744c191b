"""Hybrid mechanism of Chan, Shi and Song (2011): running sums of a stream of unknown length.

At the powers of two T = 1, 2, 4, … the logarithmic mechanism speaks; between T and 2T a binary
mechanism made for T items counts on from there. Each of the two has half of the budget.
"""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from bandit_replications.papers.private_online.algorithms import (
    binary_mechanism,
    logarithmic_mechanism,
)
from bandit_replications.papers.private_online.algorithms.binary_mechanism import check_stream


def release(
    *, stream: ArrayLike, epsilon: float, generator: np.random.Generator
) -> NDArray[np.float64]:
    """Return noisy prefix sums of the stream, one after each item.

    Source: Chan, Shi, Song, "Private and Continual Release of Statistics" (2011), Algorithm 4.
    Item 2T goes to the logarithmic mechanism only: the binary mechanism made for T = 2^r items
    meets T - 1 of them, an item is in r = log2(T) of its p-sums, and ε/2 each is exact.

    Parameters
    ----------
    stream : array, shape (length,)
        Items in [0, 1].
    epsilon : float
        Privacy parameter ε, > 0.
    generator : numpy.random.Generator

    Returns
    -------
    float64 array, shape (length,)

    Raises
    ------
    TypeError, ValueError
        If an argument is of a wrong type or out of range.

    """
    items = check_stream(stream)
    released = logarithmic_mechanism.release(stream=items, epsilon=epsilon / 2, generator=generator)
    for start, stop in _segments(items.size):
        since = binary_mechanism.release(
            stream=items[start:stop], epsilon=epsilon / 2, generator=generator, bound=start
        )
        released[start:stop] = released[start - 1] + since
    return released


def noised_sums(*, length: int, epsilon: float) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the noised sums of items, and the scale of each one's Laplace noise.

    First the logarithmic mechanism's sums, then each binary mechanism's. There is one for each
    time, and the released prefix sums are an invertible linear map of them: the same privacy loss.

    Returns
    -------
    matrix : float64 array, shape (length, length)
        Coefficient of each item in each noised sum.
    scales : float64 array, shape (length,)

    """
    matrix, scales = logarithmic_mechanism.noised_sums(length=length, epsilon=epsilon / 2)
    matrices, all_scales = [matrix], [scales]
    for start, stop in _segments(length):
        block, scales = binary_mechanism.noised_sums(
            length=stop - start, epsilon=epsilon / 2, bound=start
        )
        matrices.append(np.pad(block, ((0, 0), (start, length - stop))))
        all_scales.append(scales)
    return np.concatenate(matrices), np.concatenate(all_scales)


def _segments(length: int) -> list[tuple[int, int]]:
    """Return (T, end) for each power of two T: items T, …, end - 1 (from 0), if there are any."""
    powers = [1 << k for k in range(length.bit_length())]
    segments = [(start, min(2 * start - 1, length)) for start in powers]
    return [(start, stop) for start, stop in segments if start < stop]
