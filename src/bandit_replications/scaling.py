"""Fits of a growth law to simulated means, with intervals from the runs themselves."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from bandit_replications.statistics import (
    INTERVAL_RESAMPLES,
    Floats,
    expanded_tail,
    resampled_means,
)


@dataclass(frozen=True, kw_only=True)
class Fit:
    """A fitted law, linear in x or in the logarithms.

    Attributes
    ----------
    slope : float
        Coefficient of x, or the exponent of a power law.
    low, high : float
        Interval of the slope: that of the runs' chance only, not of a wrong law.
    intercept : float
        Value at x = 0, or the factor of a power law.
    misfit : float
        Largest distance of a mean from the fit: absolute, or relative for a power law. What the
        interval does not say: whether the law bends.

    """

    slope: float
    low: float
    high: float
    intercept: float
    misfit: float


def fit_exponent(
    x: ArrayLike,
    values: Sequence[ArrayLike] | NDArray[np.float64],
    *,
    paired: bool,
    confidence: float,
    generator: np.random.Generator,
) -> Fit:
    """Fit mean(values) = factor x^exponent by least squares on logarithms (base irrelevant).

    Parameters
    ----------
    x : array, shape (points,)
        At least 2 different positive numbers.
    values : one array of runs for each point, or array of shape (runs, points)
        Nonnegative, each point's mean positive.
    paired : bool
        True if run i is the same run at every point (a curve): whole runs are resampled, and
        `values` has shape (runs, points). False if the points were simulated apart.
    confidence : float
        Of the interval, in (0, 1): expanded percentile bootstrap over runs.
    generator : numpy.random.Generator

    Returns
    -------
    Fit

    Raises
    ------
    ValueError
        If a logarithm does not exist or the shapes do not fit.

    """
    points = np.asarray(x, dtype=np.float64)
    if not np.all(points > 0):
        raise ValueError("x: allowed: numbers greater than 0")
    samples = _samples(values, points.size, paired=paired)
    means = np.array([sample.mean() for sample in samples])
    if not np.all(means > 0):
        raise ValueError("values: allowed: a positive mean at every point")
    resampled = _resampled(samples, generator, paired=paired)
    # A resample of rare events may consist of zeros; it stands for "as small as can be seen".
    tiny = np.min(means) * 1e-3
    slope, intercept = _least_squares(np.log(points), np.log(means))
    slopes, _ = _least_squares(np.log(points), np.log(np.maximum(resampled, tiny)))
    low, high = _interval(slopes, samples, confidence)
    fitted = np.exp(intercept + slope * np.log(points))
    return Fit(
        slope=float(slope),
        low=low,
        high=high,
        intercept=float(np.exp(intercept)),
        misfit=float(np.abs(means / fitted - 1).max()),
    )


def fit_linear(
    x: ArrayLike,
    values: Sequence[ArrayLike] | NDArray[np.float64],
    *,
    paired: bool,
    confidence: float,
    generator: np.random.Generator,
) -> Fit:
    """Fit mean(values) = intercept + slope x by least squares; for ln T give its logarithms as x.

    Parameters
    ----------
    x : array, shape (points,)
        At least 2 different numbers.
    values, paired, confidence, generator
        As in `fit_exponent`; values of any sign.

    Returns
    -------
    Fit

    """
    points = np.asarray(x, dtype=np.float64)
    samples = _samples(values, points.size, paired=paired)
    means = np.array([sample.mean() for sample in samples])
    slope, intercept = _least_squares(points, means)
    slopes, _ = _least_squares(points, _resampled(samples, generator, paired=paired))
    low, high = _interval(slopes, samples, confidence)
    return Fit(
        slope=float(slope),
        low=low,
        high=high,
        intercept=float(intercept),
        misfit=float(np.abs(means - intercept - slope * points).max()),
    )


def _least_squares(x: Floats, y: Floats) -> tuple[Floats, Floats]:
    """Return slope and intercept along the last axis of y."""
    centred = x - x.mean()
    squares = float(centred @ centred)
    if x.size < 2 or squares == 0:
        raise ValueError("x: allowed: at least 2 different numbers")
    slope = np.asarray(y @ centred / squares)
    return slope, np.asarray(y.mean(axis=-1) - slope * x.mean())


def _samples(
    values: Sequence[ArrayLike] | NDArray[np.float64], points: int, *, paired: bool
) -> list[Floats]:
    if paired:
        table = np.asarray(values, dtype=np.float64)
        if table.ndim != 2 or table.shape[1] != points:
            raise ValueError(f"values: shape {table.shape}; allowed: (runs, {points}) when paired")
        samples = list(table.T)
    else:
        samples = [np.asarray(sample, dtype=np.float64) for sample in values]
    if len(samples) != points or any(s.ndim != 1 or s.size < 2 for s in samples):
        raise ValueError(f"values: allowed: at least 2 runs for each of the {points} points")
    return samples


def _resampled(samples: list[Floats], generator: np.random.Generator, *, paired: bool) -> Floats:
    """Return resampled means, shape (resamples, points)."""
    if paired:
        return resampled_means(np.column_stack(samples), INTERVAL_RESAMPLES, generator)
    columns = [resampled_means(s[:, None], INTERVAL_RESAMPLES, generator) for s in samples]
    return np.column_stack(columns)


def _interval(slopes: Floats, samples: list[Floats], confidence: float) -> tuple[float, float]:
    tail = expanded_tail(min(sample.size for sample in samples), confidence)
    low, high = np.quantile(slopes, [tail, 1 - tail])
    return float(low), float(high)
