"""Section 4.1: the trimmed mean of Bernoulli rewards, by enumeration.

Two halves of N Bernoulli samples each: the estimate depends on the numbers of ones x and y alone,
so its law is a sum over (N + 1)² pairs.
"""

import math

import numpy as np
from scipy.stats import binom

from bandit_replications.bandits.runs import Floats
from bandit_replications.inference.checks import Check, above, at_most, erratum
from bandit_replications.papers.cooperative.algorithms.trimmed_mean import (
    Trim,
    points_in_interval,
    two_valued_trimmed_mean,
)


def law(
    *, number: int, mean: float, log_inverse_delta: float, assumed: float = 0.0
) -> tuple[Floats, Floats]:
    """Return estimates and probabilities over all numbers of ones (N + 1, N + 1).

    No sample is false; `assumed` is the ε that the estimator is given.
    """
    ones = np.arange(number + 1)
    chance = binom.pmf(ones, number, mean)

    trim = Trim(log_inverse_delta, assumed, 0)

    def estimate(x: float, y: float) -> float:
        return two_valued_trimmed_mean.py_func(number - x, x, number - y, y, trim)

    estimates = np.vectorize(estimate, otypes=[float])(ones[:, None], ones)
    return estimates, np.outer(chance, chance)


def width(*, number: int, mean: float, delta: float) -> float:
    """Return the printed width sqrt(σ ln(1/δ)/N) for Bernoulli samples of this mean."""
    return math.sqrt(math.sqrt(mean * (1 - mean)) * math.log(1 / delta) / number)


@erratum("trimmed-mean-few-samples")
def negative_points(*, number: int = 20, delta: float = 0.01) -> Check:
    """The definition asks for an interval with a negative number of points when N is small."""
    points = points_in_interval.py_func(float(number), math.log(1 / delta), 0.0)
    return above(f"points of the interval at N = {number}, δ = {delta:g}", points, 0.0)


def first_useful_number(*, t: int = 1000) -> int:
    """Return the least N for which the number of points is positive at δ = 1/t², ε = 0."""
    number = 1
    while points_in_interval.py_func(float(number), 2 * math.log(t), 0.0) <= 0:
        number += 1
    return number


@erratum("trimmed-mean-collapse")
def confidence_bound(
    *, number: int = 100, mean: float = 0.8, delta: float = 0.01, assumed: float = 0.0
) -> Check:
    """Deviations beyond sqrt(σ ln(1/δ)/N), by exact enumeration, are far more likely than δ.

    The confidence bound of Section 4.1 without contamination. A finding about the definition with
    the printed constants; Prasad et al. have others. N is taken as half of the samples; with all of
    them the bound is narrower still.
    """
    level = math.log(1 / delta)
    estimates, chance = law(number=number, mean=mean, log_inverse_delta=level, assumed=assumed)
    bias = math.sqrt(mean * (1 - mean) * assumed)
    beyond = np.abs(estimates - mean) > bias + width(number=number, mean=mean, delta=delta)
    place = f"N = {number}, mean {mean:g}" + f", ε' = {assumed:g}" * (assumed > 0)
    name = f"P{{deviation > width}} at {place}, against δ"
    return at_most(name, float(chance[beyond].sum()), delta)


@erratum("overestimated-contamination")
def overestimated(*, assumed: float = 0.2) -> Check:
    """With ε' assumed and no false sample the bound fails where with ε = 0 it holds."""
    return confidence_bound(number=200, mean=0.5, assumed=assumed)


def mean_in_the_bound(*, number: int = 100, mean: float = 0.8, delta: float = 0.01) -> Check:
    """The plain mean of the same 2N samples keeps within that width with the same δ, exactly."""
    ones = np.arange(2 * number + 1)
    deviation = np.abs(ones / (2 * number) - mean)
    beyond = deviation > width(number=number, mean=mean, delta=delta)
    name = f"P{{deviation of the mean > width}} at 2N = {2 * number}, mean {mean:g}, against δ"
    return at_most(name, float(binom.pmf(ones, 2 * number, mean)[beyond].sum()), delta)
