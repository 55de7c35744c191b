"""Section 4.1: what the trimmed mean does with Bernoulli rewards, by enumeration.

Two halves of N Bernoulli samples each: the estimate depends on the numbers of ones x and y alone,
so its law is a sum over (N + 1)² pairs.
"""

import math

import numpy as np
from numpy.typing import NDArray
from scipy.stats import binom

from bandit_replications.inference.checks import Check, above, at_most, equal
from bandit_replications.papers.cooperative.algorithms.trimmed_mean import (
    Trim,
    points_in_interval,
    trimmed_mean,
    two_valued_trimmed_mean,
)
from bandit_replications.papers.cooperative.theory.printed import erratum

Floats = NDArray[np.float64]


def law(*, number: int, mean: float, log_inverse_delta: float) -> tuple[Floats, Floats]:
    """Return estimates and probabilities over all numbers of ones (N + 1, N + 1); ε = 0."""
    ones = np.arange(number + 1)
    chance = binom.pmf(ones, number, mean)

    trim = Trim(log_inverse_delta, 0.0, 0)

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
def collapse(*, number: int = 100, mean: float = 0.8, delta: float = 0.01) -> Check:
    """With Bernoulli rewards the interval may be one atom, and the estimate 0 or 1.

    The chance of that, exactly, against δ: at N = 100, mean 0.8 the interval needs 78 of the Y.
    """
    estimates, chance = law(number=number, mean=mean, log_inverse_delta=math.log(1 / delta))
    name = f"P{{estimate is 0 or 1}} at N = {number}, mean {mean:g}, against δ = {delta:g}"
    return at_most(name, float(chance[(estimates == 0) | (estimates == 1)].sum()), delta)


@erratum("trimmed-mean-collapse")
def confidence_bound(*, number: int = 100, mean: float = 0.8, delta: float = 0.01) -> Check:
    """Deviations beyond sqrt(σ ln(1/δ)/N), by exact enumeration, are far more likely than δ.

    The confidence bound of Section 4.1 without contamination. A finding about the definition with
    the printed constants; Prasad et al. have others. N is taken as half of the samples; with all of
    them the bound is narrower still.
    """
    estimates, chance = law(number=number, mean=mean, log_inverse_delta=math.log(1 / delta))
    beyond = np.abs(estimates - mean) > width(number=number, mean=mean, delta=delta)
    name = f"P{{deviation > width}} at N = {number}, mean {mean:g}, against δ"
    return at_most(name, float(chance[beyond].sum()), delta)


def mean_in_the_bound(*, number: int = 100, mean: float = 0.8, delta: float = 0.01) -> Check:
    """The plain mean of the same 2N samples keeps within that width with the same δ, exactly."""
    ones = np.arange(2 * number + 1)
    deviation = np.abs(ones / (2 * number) - mean)
    beyond = deviation > width(number=number, mean=mean, delta=delta)
    name = f"P{{deviation of the mean > width}} at 2N = {2 * number}, mean {mean:g}, against δ"
    return at_most(name, float(binom.pmf(ones, 2 * number, mean)[beyond].sum()), delta)


@erratum("width-units")
def units(*, factor: float = 100.0, number: int = 1000, delta: float = 0.01) -> Check:
    """σ ln(1/δ)/N under the root is not in units of the samples squared: σ² ln(1/δ)/N would be.

    Samples times 100 have 100 times the deviation and 10 times the printed width. In [0, 1],
    where σ <= 1/2, the printed width is the wider one and no harm is done.
    """
    once = width(number=number, mean=0.5, delta=delta)
    scaled = math.sqrt(factor) * once
    return equal("width for samples 100 times as large, against 100 widths", scaled, factor * once)


def outliers(*, plain: bool, share: float = 0.05, number: int = 2000) -> Check:
    """What trimming is good for: 5% of the samples at 100 move the mean and not the estimate.

    The error against the printed width, σ sqrt(ε) + sqrt(σ ln(1/δ)/N) with δ = 0.01 and uniform
    samples, of the trimmed mean or of the `plain` one.
    """
    generator = np.random.default_rng(1)
    x, y = generator.random(number), generator.random(number)
    x[: int(share * number)] = y[: int(share * number)] = 100.0
    if plain:
        estimate, name = float(np.concatenate([x, y]).mean()), "mean"
    else:
        estimate = trimmed_mean(x, y, log_inverse_delta=math.log(100), contamination=share)
        name = "trimmed mean"
    sigma = math.sqrt(1 / 12)
    printed = sigma * math.sqrt(share) + math.sqrt(sigma * math.log(100) / number)
    compare = above if plain else at_most
    name = f"error of the {name} with 5% outliers, against the printed width"
    return compare(name, abs(estimate - 0.5), printed)
