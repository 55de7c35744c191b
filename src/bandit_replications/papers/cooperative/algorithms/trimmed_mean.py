"""The robust trimmed mean (Section 4.1): half of the samples find an interval, half are averaged.

Of 2N samples X_1, Y_1, …, X_N, Y_N with contamination ε, let α = max(ε, ln(1/δ)/N). The interval Z
is the shortest that holds N (1 - 2α - sqrt(2α ln(4/δ)/N) - ln(4/δ)/N) of the Y; the estimate is the
mean of the X in Z. The definition says nothing for a number of points that is not positive (small
N) or when no X lies in Z; then all samples are averaged here. Nor does it say which of several
shortest intervals is meant, and coins have two of length 0, {0} and {1}, once the interval needs
few points. Three interpretations:

`most-points`  the one that holds most of the Y; of several, the average of their estimates.
`average`      the average of the estimates of all of them.
`leftmost`     the first, as a search from the left finds it: 0 for coins of any mean.

>>> samples = [0.4, 0.5, 0.6] * 30 + [9.0] * 10
>>> trimmed_mean(samples, samples, log_inverse_delta=1.0, contamination=0.1)
0.5
"""

import math
from typing import Literal, NamedTuple, get_args

import numpy as np
from numpy.typing import ArrayLike

from bandit_replications.bandits.arguments import check_choice
from bandit_replications.bandits.arrays import Floats
from bandit_replications.bandits.compiled import kernel
from bandit_replications.bandits.quantities import Corruption, check_quantity
from bandit_replications.runtime.errors import BadValue

LOG_4 = math.log(4.0)

Ties = Literal["most-points", "average", "leftmost"]
TIES: tuple[Ties, ...] = get_args(Ties)


def trimmed_mean(
    x: ArrayLike,
    y: ArrayLike,
    *,
    log_inverse_delta: float,
    contamination: float,
    ties: Ties = "most-points",
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
    ties : {"most-points", "average", "leftmost"}
        Which of several shortest intervals counts.

    Raises
    ------
    ValueError
        If there is no sample, or an argument is out of range.

    """
    check_choice("ties", ties, TIES)
    averaged, finding = (np.asarray(half, dtype=float).tolist() for half in (x, y))
    if not averaged + finding:
        raise BadValue("x, y: no samples; allowed: at least one")
    check_quantity(Corruption, contamination=contamination)
    every = math.fsum(averaged + finding) / len(averaged + finding)
    needed = points_in_interval.py_func(float(len(finding)), log_inverse_delta, contamination)
    points = math.ceil(needed)
    if points <= 0:
        return every
    ordered = sorted(finding)
    spans = {(ordered[i], ordered[i + points - 1]) for i in range(len(ordered) - points + 1)}
    length = min(high - low for low, high in spans)
    tied = sorted((low, high) for low, high in spans if high - low == length)
    held = [sum(low <= value <= high for value in finding) for low, high in tied]
    if ties == "leftmost":
        tied = tied[:1]
    elif ties == "most-points":
        tied = [span for span, number in zip(tied, held, strict=True) if number == max(held)]
    inside = [[value for value in averaged if low <= value <= high] for low, high in tied]
    estimates = [math.fsum(values) / len(values) for values in inside if values]
    return math.fsum(estimates) / len(estimates) if estimates else every


class Trim(NamedTuple):
    """The parameters of an estimate; `ties` is the place of an interpretation in TIES."""

    log_inverse_delta: float
    contamination: float
    ties: int


@kernel
def points_in_interval(number: float, log_inverse_delta: float, contamination: float) -> float:
    """Return the least number of the N = `number` samples Y in the interval; may be negative.

    Source: the definition, multiplied out: N - 2 N α - sqrt(2 N α ln(4/δ)) - ln(4/δ).
    """
    trimmed = max(contamination * number, log_inverse_delta)
    log_4 = log_inverse_delta + LOG_4
    return number - 2 * trimmed - math.sqrt(2 * trimmed * log_4) - log_4


@kernel
def weighted_trimmed_mean(
    values: Floats,
    x: Floats,
    y: Floats,
    number_x: float,
    number_y: float,
    total_x: float,
    trim: Trim,
) -> float:
    """Return the trimmed mean of samples given by their different values.

    `values` (size,) rises; `x` and `y` (size,) say how often each occurs in the two halves, the
    numbers how many samples each half has, and `total_x` is the sum of the X. Mutates nothing.
    """
    points = points_in_interval(number_y, trim.log_inverse_delta, trim.contamination)
    most, total, number = 0.0, 0.0, 0
    if points > 0.0:  # a negative number may be beyond an int64
        for low, high, among in _shortest_intervals(values, y, number_y, math.ceil(points)):
            held = among if trim.ties == 0 else 1.0
            if held < most or (trim.ties == 2 and most > 0):
                continue
            if held > most:
                most, total, number = held, 0.0, 0
            estimate = _mean_inside(values, x, low, high, number_x, total_x)
            if not math.isnan(estimate):
                total += estimate
                number += 1
    if number > 0:
        return total / number
    return _sums(values, x + y, 0, values.size)[1] / (number_x + number_y)


@kernel
def _shortest_intervals(
    values: Floats, y: Floats, number_y: float, points: int
) -> list[tuple[int, int, float]]:
    """Return the shortest intervals with so many of the Y, from the left: ends and number of Y.

    Takes time in the number of values beside the interval only.
    """
    held, end = number_y, values.size - 1
    while held - y[end] >= points:
        held -= y[end]
        end -= 1
    held -= y[end]
    found, first = [(0, 0, 0.0)][:0], 0
    length = np.inf
    for last in range(end, values.size):
        held += y[last]
        while held - y[first] >= points:
            held -= y[first]
            first += 1
        if y[first] > 0 and y[last] > 0 and values[last] - values[first] <= length:
            if values[last] - values[first] < length:
                found.clear()
                length = values[last] - values[first]
            found.append((first, last, held))
    return found


@kernel
def _mean_inside(
    values: Floats, x: Floats, low: int, high: int, number_x: float, total_x: float
) -> float:
    """Return the mean of the X at the places low, …, high; nan if there is none.

    They are subtracted from the whole or added up, whichever are fewer.
    """
    if 2 * (high - low) < values.size:
        inside, total = _sums(values, x, low, high + 1)
    else:
        left, left_total = _sums(values, x, 0, low)
        right, right_total = _sums(values, x, high + 1, values.size)
        inside, total = number_x - left - right, total_x - left_total - right_total
    return total / inside if inside > 0 else math.nan


@kernel
def _sums(values: Floats, numbers: Floats, first: int, last: int) -> tuple[float, float]:
    """Return the number and the sum of the samples at the places first, …, last - 1."""
    number, total = 0.0, 0.0
    for i in range(first, last):
        number += numbers[i]
        total += values[i] * numbers[i]
    return number, total


@kernel(error_model="numpy")
def two_valued_trimmed_mean(
    zeros_x: float, ones_x: float, zeros_y: float, ones_y: float, trim: Trim
) -> float:
    """Return the trimmed mean of binary samples, given the numbers of 0 and 1.

    Where one value alone holds enough of the Y, the interval is that value and so is the estimate.
    One division at the end and no early return: so compilers can do several estimates at once.
    """
    points = np.ceil(
        points_in_interval(zeros_y + ones_y, trim.log_inverse_delta, trim.contamination)
    )
    number_x = zeros_x + ones_x
    total, number = ones_x + ones_y, number_x + (zeros_y + ones_y)
    if points > 0:
        low, high = zeros_y >= points, ones_y >= points  # whether {0} and {1} hold enough
        if not (low or high):
            if number_x > 0:
                total, number = ones_x, number_x
        else:
            if low and high:
                low = trim.ties > 0 or zeros_y >= ones_y
                high = trim.ties == 1 or (trim.ties == 0 and ones_y >= zeros_y)
            at_0 = 1.0 if low and zeros_x > 0 else 0.0
            at_1 = 1.0 if high and ones_x > 0 else 0.0
            if at_0 + at_1 > 0:
                total, number = at_1, at_0 + at_1
    return total / number
