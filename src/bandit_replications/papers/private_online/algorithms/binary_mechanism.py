"""Binary mechanism of Chan, Shi and Song (2011): private running sums of a stream in [0, 1].

The item of time t completes one p-sum: the last 2^i items, 2^i being the largest power of two
that divides t. Each p-sum is noised once, and a running sum adds the noisy p-sums that the binary
digits of t name.
"""

import math
from typing import Literal, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from bandit_replications.bandits.arguments import check_choice, check_positive
from bandit_replications.runtime.errors import BadValue

Levels = Literal["printed", "repaired"]


def release(
    *,
    stream: ArrayLike,
    epsilon: float,
    generator: np.random.Generator,
    bound: int | None = None,
    levels: Levels = "printed",
) -> NDArray[np.float64]:
    """Return noisy prefix sums of the stream, one after each item.

    Source: Chan, Shi, Song, "Private and Continual Release of Statistics" (2011), Algorithm 2.

    Parameters
    ----------
    stream : array, shape (length,)
        Items in [0, 1].
    epsilon : float
        Privacy parameter ε, > 0.
    generator : numpy.random.Generator
    bound : int, optional
        Largest length the mechanism is made for (their T), >= the length; default: the length.
    levels : {"printed", "repaired"}
        Number of p-sums that the noise is made for, see `noise_scale`.

    Returns
    -------
    float64 array, shape (length,)

    Raises
    ------
    TypeError, ValueError
        If an argument is of a wrong type or out of range.

    """
    items = check_stream(stream)
    bound = _check_bound(bound, items.size)
    scale = noise_scale(bound=bound, epsilon=epsilon, levels=levels)
    exact = np.zeros(bound.bit_length())
    noisy = np.zeros(bound.bit_length())
    released = np.empty(items.size)
    for t, item in enumerate(items, start=1):
        level = _lowest_bit(t)
        exact[level] = exact[:level].sum() + item
        noisy[level] = exact[level] + generator.laplace(0.0, scale)
        exact[:level] = 0.0
        noisy[:level] = 0.0
        released[t - 1] = noisy.sum()  # levels whose digit of t is 0 hold 0
    return released


def noise_scale(*, bound: int, epsilon: float, levels: Levels = "printed") -> float:
    """Return the scale of the Laplace noise on each p-sum.

    As printed log2(T)/ε for a stream of up to T items. But an item is in floor(log2 T) + 1
    p-sums (the first one of T = 2^r items is in those of 1, 2, 4, …, 2^r items), so that all T
    releases together are only ε (floor(log2 T) + 1) / log2(T) private; `repaired` puts that
    number of p-sums in place of log2(T). A stream that ends before T = 2^r (the segments of the
    hybrid mechanism) meets r p-sums at most and is ε-private as printed.
    """
    check_positive(bound=bound, epsilon=epsilon)
    check_choice("levels", levels, get_args(Levels))
    p_sums = math.log2(bound) if levels == "printed" else bound.bit_length()
    if p_sums == 0:
        raise BadValue("bound: 1; allowed: 2 or more, as log2(1) = 0 would add no noise")
    return p_sums / epsilon


def noised_sums(
    *, length: int, epsilon: float, bound: int | None = None, levels: Levels = "printed"
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the noised sums of items, and the scale of each one's Laplace noise.

    The released prefix sums are an invertible linear map of these noisy sums (each time adds one
    new p-sum), so that both have the same privacy loss.

    Returns
    -------
    matrix : float64 array, shape (length, length)
        Row t - 1: coefficients of the items in the p-sum that time t completes.
    scales : float64 array, shape (length,)

    """
    scale = noise_scale(bound=_check_bound(bound, length), epsilon=epsilon, levels=levels)
    matrix = np.zeros((length, length))
    for t in range(1, length + 1):
        matrix[t - 1, t - 2 ** _lowest_bit(t) : t] = 1.0
    return matrix, np.full(length, scale)


def privacy_loss(matrix: NDArray[np.float64], scales: NDArray[np.float64]) -> float:
    """Return the exact privacy loss of sums with independent Laplace noise.

    An item that moves by δ <= 1 moves each sum by its coefficient times δ; the largest log ratio
    of densities is the sum of |coefficient| / scale over the sums, reached at every outcome on
    one side of both; the loss is the largest over items.

    Parameters
    ----------
    matrix : float64 array, shape (sums, items)
        Coefficient of each item in each noised sum.
    scales : float64 array, shape (sums,)
        Scale of each sum's noise, > 0.

    """
    return float(np.max(np.sum(np.abs(matrix) / scales[:, None], axis=0)))


def check_stream(stream: ArrayLike) -> NDArray[np.float64]:
    """Return the stream as float64 after checking that its items lie in [0, 1]."""
    items = np.asarray(stream, dtype=np.float64)
    if items.ndim != 1 or not np.all((items >= 0) & (items <= 1)):
        raise BadValue("stream: allowed: a sequence of numbers in [0, 1]")
    return items


def _lowest_bit(time: int) -> int:
    return (time & -time).bit_length() - 1


def _check_bound(bound: int | None, length: int) -> int:
    if bound is None:
        return length
    if bound < length:
        raise BadValue(f"bound: {bound}; allowed: at least the stream's length, {length}")
    return bound
