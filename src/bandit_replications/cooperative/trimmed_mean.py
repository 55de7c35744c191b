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
    """Return how many of the N = `number` samples Y the interval must hold; may be negative."""
    if number == 0:
        return 0.0
    alpha = max(contamination, log_inverse_delta / number)
    log_4 = log_inverse_delta + math.log(4.0)
    return number * (1 - 2 * alpha - math.sqrt(2 * alpha * log_4 / number) - log_4 / number)


@njit(cache=True)
def weighted_trimmed_mean(
    atoms: Floats, x: Floats, y: Floats, used: int, log_inverse_delta: float, contamination: float
) -> float:
    """Return the trimmed mean of samples given by their different values.

    `atoms` (size,), rising in its first `used` places, holds the values; `x` and `y` (size,) how
    often each occurs in the two halves. Mutates nothing.
    """
    number_x, number_y, total = 0.0, 0.0, 0.0
    for i in range(used):
        number_x += x[i]
        number_y += y[i]
        total += atoms[i] * (x[i] + y[i])
    every = total / (number_x + number_y)
    points = math.ceil(points_in_interval(number_y, log_inverse_delta, contamination))
    if points <= 0:
        return every
    low, high = -1, -1
    length = np.inf
    first, held = 0, 0.0
    for last in range(used):
        held += y[last]
        while held - y[first] >= points:
            held -= y[first]
            first += 1
        if held >= points and y[first] > 0 and atoms[last] - atoms[first] < length:
            low, high, length = first, last, atoms[last] - atoms[first]
    inside, mean = 0.0, 0.0
    for i in range(low, high + 1):
        inside += x[i]
        mean += atoms[i] * x[i]
    return mean / inside if inside > 0 else every


@njit(cache=True)
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
    """
    points = math.ceil(points_in_interval(zeros_y + ones_y, log_inverse_delta, contamination))
    if points > 0:
        if zeros_y >= points:
            if zeros_x > 0:
                return 0.0
        elif ones_y >= points:
            if ones_x > 0:
                return 1.0
        elif zeros_x + ones_x > 0:
            return ones_x / (zeros_x + ones_x)
    return (ones_x + ones_y) / (zeros_x + ones_x + zeros_y + ones_y)
