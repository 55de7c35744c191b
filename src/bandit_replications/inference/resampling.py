"""Resampling runs: means of resamples, and the tail that stands for a given confidence.

Resampling draws a fixed number of times, from a generator that is passed in or from streams of its
own, so the same runs give the same numbers.

References
----------
.. [1] Hesterberg (2015). What teachers should know about the bootstrap. The American Statistician
   69(4): expanded percentile intervals.

"""

import functools
import math
from collections.abc import Iterator

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import ndtr, stdtrit

from bandit_replications.bandits.arrays import Floats
from bandit_replications.bandits.streams import generator as stream
from bandit_replications.inference.proportions import check_confidence

_BLOCK = 50_000  # draws held at once: they stay in the processor's cache
_SHARED = 1000  # shared resamples drawn at once
_FEW, _SOME = 100, 1000  # runs of a table whose resamples are kept


def resampled_means(table: Floats, resamples: int, generator: np.random.Generator) -> Floats:
    """Return column means of resamples of the rows.

    Parameters
    ----------
    table : float64 array, shape (runs, columns)
        Rows are resampled whole.
    resamples : int
    generator : numpy.random.Generator

    Returns
    -------
    float64 array, shape (resamples, columns)

    """
    means = [means_of(table, chosen) for chosen in choices(len(table), resamples, generator)]
    return np.concatenate(means)


def choices(
    runs: int, resamples: int, generator: np.random.Generator
) -> Iterator[NDArray[np.int64]]:
    """Yield the rows of each resample, in blocks of shape (resamples, runs)."""
    block = max(1, _BLOCK // runs)
    for start in range(0, resamples, block):
        yield generator.integers(0, runs, (min(block, resamples - start), runs))


def means_of(table: Floats, chosen: NDArray[np.int64]) -> Floats:
    """Return column means over the chosen rows, shape (resamples, columns)."""
    resamples, drawn = chosen.shape
    if table.shape[1] == 1:
        return table[:, 0].take(chosen).mean(axis=1, keepdims=True)
    # For many columns, numbers of times each row was chosen are cheaper than the rows themselves.
    offsets = len(table) * np.arange(resamples)[:, None]
    counts = np.bincount((chosen + offsets).ravel(), minlength=resamples * len(table))
    return np.asarray(counts.reshape(resamples, len(table)) @ table / drawn)


def shared_means(table: Floats, resamples: int, sample: int = 0) -> Floats:
    """Return column means of resamples of the rows that all tables with as many rows share.

    Tests in their thousands need tens of thousands of resamples each. How often a row is in a
    resample is drawn once for each number of rows, so that a test is a product of matrices: a
    sixth of the time, minutes for all papers. Corrections for many tests hold in any dependence.

    Parameters
    ----------
    table : float64 array, shape (runs, columns)
    resamples : int
    sample : int
        Tables under different numbers are resampled independently.

    Returns
    -------
    float64 array, shape (resamples, columns)

    """
    means = np.empty((resamples, table.shape[1]))
    draw = _few_counts if len(table) <= _FEW else _some_counts if len(table) <= _SOME else _counts
    for number, start in enumerate(range(0, resamples, _SHARED)):
        part = means[start : start + _SHARED]
        counts = draw(len(table), sample, number)
        np.dot(counts[: len(part)].astype(np.float64), table / len(table), out=part)
    return means


def _counts(runs: int, sample: int, number: int) -> NDArray[np.uint8]:
    """Return the copies of each run in each resample of a block, shape (resamples, runs).

    That of many runs one were in a resample 256 times has a probability below 1 / 256!.
    """
    chosen = stream(0, "resamples", runs, sample, number).integers(0, runs, (_SHARED, runs))
    places = chosen + runs * np.arange(_SHARED)[:, None]
    counts = np.bincount(places.ravel(), minlength=_SHARED * runs).astype(np.uint8)
    return counts.reshape(_SHARED, runs)


# Blocks of 0.1 MB at most are kept for a fine test of 960 and two others, of 1 MB for four others.
_few_counts, _some_counts = (functools.lru_cache(maxsize=most)(_counts) for most in (1100, 240))


@functools.cache
def expanded_tail(runs: int, confidence: float) -> float:
    """Return the tail of resampled means that stands for (1 - confidence) / 2 with n runs [1]_.

    Parameters
    ----------
    runs : int
        n, at least 2.
    confidence : float
        In (0, 1).

    """
    check_confidence(confidence)
    student = stdtrit(runs - 1, 0.5 + confidence / 2)
    return float(ndtr(-math.sqrt(runs / (runs - 1)) * student))


def as_runs(values: ArrayLike) -> Floats:
    """Return runs as a table, shape (runs, columns), after checking them."""
    table = np.asarray(values, dtype=np.float64)
    if table.ndim not in (1, 2) or table.shape[0] == 0 or not np.all(np.isfinite(table)):
        raise ValueError(f"values: shape {table.shape}; allowed: finite, at least one run")
    return table[:, None] if table.ndim == 1 else table
