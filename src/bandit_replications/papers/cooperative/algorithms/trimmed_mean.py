"""The robust trimmed mean (Section 4.1): half of the samples find an interval, half are averaged.

Of 2N samples X_1, Y_1, …, X_N, Y_N with contamination ε, let α = max(ε, ln(1/δ)/N). The interval Z
is the shortest that holds N (1 - 2α - sqrt(2α ln(4/δ)/N) - ln(4/δ)/N) of the Y; the estimate is the
mean of the X in Z. The definition says nothing for a number of points that is not positive (small
N) or when no X lies in Z; then all samples are averaged here. Of several shortest intervals, on
which it says nothing either, the leftmost is taken.

>>> samples = [0.4, 0.5, 0.6] * 30 + [9.0] * 10
>>> trimmed_mean(samples, samples, log_inverse_delta=1.0, contamination=0.1)
0.5
"""

import math

import numpy as np
from numba import njit
from numpy.typing import ArrayLike

from bandit_replications.bandits.problems import Floats
from bandit_replications.papers.cooperative.environments.problems import check_contamination

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
    values: Floats,
    x: Floats,
    y: Floats,
    number_x: float,
    number_y: float,
    total_x: float,
    log_inverse_delta: float,
    contamination: float,
) -> float:
    """Return the trimmed mean of samples given by their different values.

    `values` (size,) rises; `x` and `y` (size,) say how often each occurs in the two halves, the
    numbers how many samples each half has, and `total_x` is the sum of the X. Values inside the
    interval are subtracted from the whole or added up, whichever are fewer. Mutates nothing.
    """
    points, size = points_in_interval(number_y, log_inverse_delta, contamination), values.size
    if math.ceil(points) <= 0:
        return _sums(values, x + y, 0, size)[1] / (number_x + number_y)
    low, high = _shortest_interval(values, y, number_y, math.ceil(points))
    if 2 * (high - low) < size:
        inside, total = _sums(values, x, low, high + 1)
    else:
        left, left_total = _sums(values, x, 0, low)
        right, right_total = _sums(values, x, high + 1, size)
        inside, total = number_x - left - right, total_x - left_total - right_total
    if inside > 0:
        return total / inside
    return _sums(values, x + y, 0, size)[1] / (number_x + number_y)


@njit(cache=True)
def _shortest_interval(values: Floats, y: Floats, number_y: float, points: int) -> tuple[int, int]:
    """Return the places of the ends of the leftmost shortest interval with so many of the Y.

    Takes time in the number of values beside the interval only.
    """
    held, end = number_y, values.size - 1
    while held - y[end] >= points:
        held -= y[end]
        end -= 1
    held -= y[end]
    low, high, first = -1, -1, 0
    length = np.inf
    for last in range(end, values.size):
        held += y[last]
        while held - y[first] >= points:
            held -= y[first]
            first += 1
        if y[first] > 0 and values[last] - values[first] < length:
            low, high, length = first, last, values[last] - values[first]
    return low, high


@njit(cache=True)
def _sums(values: Floats, numbers: Floats, first: int, last: int) -> tuple[float, float]:
    """Return the number and the sum of the samples at the places first, …, last - 1."""
    number, total = 0.0, 0.0
    for i in range(first, last):
        number += numbers[i]
        total += values[i] * numbers[i]
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
