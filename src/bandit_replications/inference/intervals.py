"""Intervals from runs of a simulation, without a normal law.

The final regret of an event-driven algorithm is nearly discrete and skewed, so means get bootstrap
intervals.

References
----------
.. [1] Hesterberg (2015). What teachers should know about the bootstrap. The American Statistician
   69(4): expanded percentile intervals.

"""

import numpy as np
from numpy.typing import ArrayLike

from bandit_replications.inference.resampling import (
    Floats,
    as_runs,
    expanded_tail,
    means_of,
    resampled_means,
)

INTERVAL_RESAMPLES = 4000


def mean_interval(
    values: ArrayLike, *, confidence: float, generator: np.random.Generator
) -> tuple[Floats, Floats]:
    """Return the interval of a mean: expanded percentile bootstrap [1]_.

    The percentiles of resampled means are taken further out, by what Student's t and the factor
    sqrt(n / (n - 1)) ask of n runs; for many runs it is the plain percentile bootstrap. It never
    leaves the range of the values. A value so rare that no run shows it is beyond any bootstrap.

    Parameters
    ----------
    values : array, shape (runs,) or (runs, columns)
        Columns (checkpoints of a curve) are resampled together.
    confidence : float
        In (0, 1).
    generator : numpy.random.Generator

    Returns
    -------
    low, high : float64 array, shape () or (columns,)
        NaN for a single run.

    """
    table = as_runs(values)
    means = resampled_means(table, INTERVAL_RESAMPLES, generator)
    return _expanded_percentiles(means, len(table), confidence, np.shape(values)[1:])


def predictive_mean_band(
    values: ArrayLike, *, runs: int, confidence: float, generator: np.random.Generator
) -> tuple[Floats, Floats]:
    """Return the band of a mean over `runs` new runs, from runs at hand.

    The resampled means are those of `runs` runs drawn from a resample of the runs at hand, so
    that both kinds of chance count: that of the new mean and that of the runs at hand. Percentiles
    are expanded as in `mean_interval` [1]_.

    Parameters
    ----------
    values : array, shape (runs at hand,) or (runs at hand, columns)
    runs : int
        Runs of the mean to be predicted (the paper's number), >= 1.
    confidence : float
        Probability with which a new mean falls into the band, in (0, 1), for each column.
    generator : numpy.random.Generator

    Returns
    -------
    low, high : float64 array, shape () or (columns,)
        NaN for a single run at hand.

    """
    if runs < 1:
        raise ValueError(f"runs: {runs}; allowed: at least 1")
    table = as_runs(values)
    shape = (INTERVAL_RESAMPLES, runs)
    # The outer resample is drawn only at the places that the inner one asks for: a place asked
    # for twice holds the same run both times.
    places = generator.integers(0, len(table), shape)
    drawn = generator.integers(0, len(table), shape)
    first = (places[:, :, None] == places[:, None, :]).argmax(axis=2)
    chosen = np.take_along_axis(drawn, first, axis=1)
    means = means_of(table, chosen)
    return _expanded_percentiles(means, len(table), confidence, np.shape(values)[1:])


def ratio_interval(
    a: ArrayLike, b: ArrayLike, *, confidence: float, generator: np.random.Generator
) -> tuple[float, float]:
    """Return the interval of mean(a) / mean(b): expanded percentile bootstrap [1]_.

    Parameters
    ----------
    a, b : array, shape (runs,)
        Independent of each other, nonnegative; resampled each by itself.
    confidence : float
        In (0, 1).
    generator : numpy.random.Generator

    Returns
    -------
    low, high : float
        NaN if a sample is a single run; infinite where resamples of b have mean 0.

    """
    above, below = as_runs(a), as_runs(b)
    means = [resampled_means(one, INTERVAL_RESAMPLES, generator) for one in (above, below)]
    return _of_ratios(np.hstack(means), min(len(above), len(below)), confidence)


def paired_ratio_interval(
    a: ArrayLike, b: ArrayLike, *, confidence: float, generator: np.random.Generator
) -> tuple[float, float]:
    """Return the interval of mean(a) / mean(b) for runs on shared instances, see `ratio_interval`.

    Run i of both has the same instance, so that what instances differ by cancels: pairs are
    resampled whole. Further runs of the longer sample have no partner and are resampled alone.

    Parameters
    ----------
    a, b : array, shape (runs,)
        Nonnegative; run i of one belongs to run i of the other.
    confidence : float
        In (0, 1).
    generator : numpy.random.Generator

    Returns
    -------
    low, high : float
        NaN if a sample is a single run; infinite where resamples of b have mean 0.

    """
    samples = as_runs(a), as_runs(b)
    pairs = min(len(sample) for sample in samples)
    together = np.column_stack([sample[:pairs] for sample in samples])
    means = resampled_means(together, INTERVAL_RESAMPLES, generator)
    for column, sample in enumerate(samples):
        alone = len(sample) - pairs
        if alone:
            further = resampled_means(sample[pairs:], INTERVAL_RESAMPLES, generator)[:, 0]
            means[:, column] = (pairs * means[:, column] + alone * further) / len(sample)
    return _of_ratios(means, pairs, confidence)


def _of_ratios(means: Floats, runs: int, confidence: float) -> tuple[float, float]:
    """Return the interval of the ratios of two columns of resampled means."""
    with np.errstate(divide="ignore", invalid="ignore"):
        ratios = means[:, :1] / means[:, 1:]
    low, high = _expanded_percentiles(np.nan_to_num(ratios, nan=1.0), runs, confidence, (1,))
    return float(low[0]), float(high[0])


def _expanded_percentiles(
    means: Floats, runs: int, confidence: float, shape: tuple[int, ...]
) -> tuple[Floats, Floats]:
    if runs == 1:
        return np.full(shape, np.nan), np.full(shape, np.nan)
    tail = expanded_tail(runs, confidence)
    low, high = np.quantile(means, [tail, 1 - tail], axis=0)
    return low.reshape(shape), high.reshape(shape)
