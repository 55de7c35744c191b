"""The robust trimmed mean (Section 4.1): half of the samples find an interval, half are averaged.

Of 2N samples X_1, Y_1, …, X_N, Y_N with contamination ε, let α = max(ε, ln(1/δ)/N). The interval Z
is the shortest that holds N (1 - 2α - sqrt(2α ln(4/δ)/N) - ln(4/δ)/N) of the Y; the estimate is the
mean of the X in Z. The definition says nothing for a number of points that is not positive (small
N) or when no X lies in Z; then all samples are averaged here.
"""

import math

import numpy as np
from numba import njit
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]

LOG_4 = math.log(4.0)


def trimmed_mean(
    x: ArrayLike, y: ArrayLike, *, log_inverse_delta: float, contamination: float
) -> float:
    """Return the robust trimmed mean.

    Source: the definition of the robust trimmed estimator, (8).

    Parameters
    ----------
    x, y : arrays of one dimension, not both empty
        The two halves of the samples; N is the number of the Y.
    log_inverse_delta : float
        ln(1/δ) >= 0.
    contamination : float
        0 <= ε < 1/2.

    Raises
    ------
    ValueError
        If there is no sample, or a number is out of range.

    """
    averaged, finding = (np.asarray(half, dtype=float).tolist() for half in (x, y))
    if not averaged + finding:
        raise ValueError("x, y: no samples; allowed: at least one")
    check_contamination(contamination)
    every = math.fsum(averaged + finding) / len(averaged + finding)
    needed = points_in_interval.py_func(float(len(finding)), log_inverse_delta, contamination)
    points = math.ceil(needed)
    if points <= 0:
        return every
    ordered = sorted(finding)
    lengths = [ordered[i + points - 1] - ordered[i] for i in range(len(ordered) - points + 1)]
    start = lengths.index(min(lengths))
    low, high = ordered[start], ordered[start + points - 1]
    inside = [value for value in averaged if low <= value <= high]
    return math.fsum(inside) / len(inside) if inside else every


def check_contamination(contamination: float) -> None:
    """Check that 0 <= ε < 1/2, without which no estimator can work.

    Raises
    ------
    ValueError
        If it is not.

    """
    if not 0 <= contamination < 1 / 2:
        raise ValueError(f"contamination: {contamination!r}; allowed: at least 0, less than 1/2")


@njit(cache=True)
def points_in_interval(number: float, log_inverse_delta: float, contamination: float) -> float:
    """Return how many of the N = `number` samples Y the interval must hold; may be negative.

    Source: the definition, multiplied out: N - 2 N α - sqrt(2 N α ln(4/δ)) - ln(4/δ).
    """
    trimmed = max(contamination * number, log_inverse_delta)
    log_4 = log_inverse_delta + LOG_4
    return number - 2 * trimmed - math.sqrt(2 * trimmed * log_4) - log_4


@njit(cache=True)
def weighted_trimmed_mean(
    atoms: Floats,
    x: Floats,
    y: Floats,
    used: int,
    number_x: float,
    number_y: float,
    total_x: float,
    log_inverse_delta: float,
    contamination: float,
) -> float:
    """Return the trimmed mean of samples given by their different values.

    `atoms` (size,), rising in its first `used` places, holds the values; `x` and `y` (size,) how
    often each occurs in the two halves; the numbers how many samples each half has, and `total_x`
    the sum of the X. Many samples take time for those that are trimmed only. Mutates nothing.
    """
    points = math.ceil(points_in_interval(number_y, log_inverse_delta, contamination))
    if points <= 0:
        return _sums(atoms, x[:used] + y[:used], 0, used)[1] / (number_x + number_y)
    # the leftmost interval: everything but what may be left out on the right
    held, end = number_y, used - 1
    while held - y[end] >= points:
        held -= y[end]
        end -= 1
    held -= y[end]
    low, high, first = -1, -1, 0
    length = np.inf
    for last in range(end, used):
        held += y[last]
        while held - y[first] >= points:
            held -= y[first]
            first += 1
        if y[first] > 0 and atoms[last] - atoms[first] < length:
            low, high, length = first, last, atoms[last] - atoms[first]
    if 2 * (high - low) < used:
        inside, total = _sums(atoms, x, low, high + 1)
    else:
        left, left_total = _sums(atoms, x, 0, low)
        right, right_total = _sums(atoms, x, high + 1, used)
        inside, total = number_x - left - right, total_x - left_total - right_total
    if inside > 0:
        return total / inside
    return _sums(atoms, x[:used] + y[:used], 0, used)[1] / (number_x + number_y)


@njit(cache=True)
def _sums(atoms: Floats, x: Floats, first: int, last: int) -> tuple[float, float]:
    """Return the number and the sum of the samples at the places first, …, last - 1."""
    number, total = 0.0, 0.0
    for i in range(first, last):
        number += x[i]
        total += atoms[i] * x[i]
    return number, total


@njit(cache=True, error_model="numpy")
def two_valued_trimmed_mean(
    zeros_x: float,
    ones_x: float,
    zeros_y: float,
    ones_y: float,
    log_inverse_delta: float,
    contamination: float,
) -> float:
    """Return the trimmed mean of samples that are all 0 or 1, given how often each occurs.

    Where one value alone holds enough of the Y, the interval is that value and so is the estimate.
    One division at the end and no early return: so compilers can do several estimates at once.
    """
    points = np.ceil(points_in_interval(zeros_y + ones_y, log_inverse_delta, contamination))
    number_x = zeros_x + ones_x
    total, number = ones_x + ones_y, number_x + (zeros_y + ones_y)
    if points > 0:
        if zeros_y >= points:
            if zeros_x > 0:
                total, number = 0.0, 1.0
        elif ones_y >= points:
            if ones_x > 0:
                total, number = 1.0, 1.0
        elif number_x > 0:
            total, number = ones_x, number_x
    return total / number
