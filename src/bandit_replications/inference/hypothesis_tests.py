"""Tests on runs of a simulation: studentised bootstrap of means and ratios, Holm's procedure.

References
----------
.. [1] Holm (1979). A simple sequentially rejective multiple test procedure. Scandinavian Journal
   of Statistics 6.
.. [2] Efron, Tibshirani (1993). An introduction to the bootstrap: studentised bootstrap.

"""

import functools
import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from bandit_replications.inference.resampling import Floats, shared_means

TEST_RESAMPLES = 60_000  # a p-value must survive Holm's correction, for up to 600 hypotheses

# Groups of runs that a test resamples where it has many runs.
GROUPS = 200

_ROUNDING = 1e-12  # relative size below which a spread is rounding error

# Samples whose resamples are kept, about 1 MB each: claims compare the same runs again and again.
_KEPT = 96


class OneSided(NamedTuple):
    """p-values of the two one-sided tests against a margin.

    `below` is small when the data show that the quantity is below the margin (its null hypothesis:
    at or above it), `above` when they show that it is above.
    """

    below: float
    above: float


def holm(p_values: Sequence[float]) -> list[float]:
    """Return p-values adjusted for their number by Holm's step-down procedure [1]_.

    Parameters
    ----------
    p_values : sequence of float
        Each in [0, 1]; in any dependence.

    Returns
    -------
    list of float
        In the given order. Rejecting those at most α errs at all with probability at most α.

    """
    raw = np.asarray(p_values, dtype=np.float64)
    if np.any(~((raw >= 0) & (raw <= 1))):
        raise ValueError("p_values: allowed: numbers in [0, 1]")
    order = np.argsort(raw, kind="stable")
    steps = np.maximum.accumulate(raw[order] * np.arange(raw.size, 0, -1))
    adjusted = np.empty_like(raw)
    adjusted[order] = np.minimum(steps, 1.0)
    return [float(p) for p in adjusted]


def mean_test(
    values: ArrayLike,
    *,
    bound: float,
    resamples: int = TEST_RESAMPLES,
) -> OneSided:
    """Return p-values for a mean below and above `bound`: studentised bootstrap [2]_.

    No p-value is below 2^-runs, the least that an exact sign-flip test could give. Many runs are
    taken in groups (see `grouped`), here as in all tests below.

    Parameters
    ----------
    values : array, shape (runs,)
        At least 2 independent runs.
    bound : float
    resamples : int
        Sets the smallest p-value, 1 / (resamples + 1).

    """
    sample = _sample(values, resamples)
    return _one_sided(
        sample.mean - bound,
        sample.variance,
        sample.deviations,
        sample.variances,
        least=0.5**sample.size,
    )


def grouped(values: ArrayLike) -> Floats:
    """Return means of groups of runs, `GROUPS` or a few more of them, or the runs if they are few.

    Means of groups are independent, have the mean of the runs and a law nearer to the normal one,
    and are resampled in a fraction of the time. A group takes runs from all over the sample; the
    last ones, too few to give one to each group, are left out.

    Parameters
    ----------
    values : array, shape (runs,)

    """
    runs = np.asarray(values, dtype=np.float64)
    if runs.ndim != 1 or runs.size < 2 * GROUPS:
        return runs
    size = runs.size // GROUPS
    groups = runs.size // size
    means: Floats = runs[: groups * size].reshape(size, groups).mean(axis=0)
    return means


def paired_tests(
    a: ArrayLike,
    b: ArrayLike,
    *,
    factors: Sequence[float],
    resamples: int = TEST_RESAMPLES,
) -> list[OneSided]:
    """Return p-values for mean(a) - factor mean(b) below and above 0, for each factor.

    As `mean_test` of the differences a - factor b, run by run, but all factors share the resamples:
    their means and variances follow from those of a and b and of their products. Further runs of
    the longer sample have no partner and are resampled by themselves; a single one has no spread of
    its own, and then both samples are compared as independent.

    Parameters
    ----------
    a, b : array, shape (runs,)
        Run i of one belongs to run i of the other; at least 2 independent pairs.
    factors : sequence of float
    resamples : int
        Sets the smallest p-value, 1 / (resamples + 1).

    """
    whole = np.asarray(a, dtype=np.float64), np.asarray(b, dtype=np.float64)
    pairs = min(sample.size for sample in whole)
    x, y = (grouped(sample[:pairs]) * (pairs / sample.size) for sample in whole)
    if x.ndim != 1 or x.size < 2 or not all(np.all(np.isfinite(sample)) for sample in whole):
        shapes = ", ".join(str(sample.shape) for sample in whole)
        raise ValueError(f"a, b: shapes {shapes}; allowed: at least 2 finite pairs")
    longer = max(whole, key=len)
    if longer.size == pairs + 1:
        return ratio_tests(*whole, margins=factors, resamples=resamples)
    none = _Sample(0, 0.0, 0.0, np.zeros(resamples), np.zeros(resamples))
    alone = _sample(longer[pairs:], resamples, number=1) if longer.size > pairs else none
    share = (longer.size - pairs) / longer.size
    u, v = x - x.mean(), y - y.mean()
    products = np.column_stack([u, v, u * u, u * v, v * v])
    drawn = shared_means(products, resamples).T
    tests = []
    for factor in factors:
        centred = u - factor * v
        centred[np.abs(centred) <= _ROUNDING * np.abs(x - factor * y).max()] = 0.0
        deviations = drawn[0] - factor * drawn[1]
        spreads = drawn[2] - 2 * factor * drawn[3] + factor**2 * drawn[4] - deviations**2
        spreads[spreads <= _ROUNDING * max(np.max(u**2), factor**2 * np.max(v**2))] = 0.0
        weight = share if whole[0].size > pairs else -factor * share
        tests.append(
            _one_sided(
                float(np.mean(x - factor * y)) + weight * alone.mean,
                float(np.mean(centred**2)) / (x.size - 1) + weight**2 * alone.variance,
                deviations + weight * alone.deviations,
                spreads / (x.size - 1) + weight**2 * alone.variances,
                least=0.5**x.size,
            )
        )
    return tests


def ratio_tests(
    a: ArrayLike,
    b: ArrayLike,
    *,
    margins: Sequence[float],
    resamples: int = TEST_RESAMPLES,
) -> list[OneSided]:
    """Return p-values for mean(a) / mean(b) below and above each margin.

    Over a positive mean(b) the ratio is below a margin exactly when mean(a) - margin mean(b) is
    negative, a linear contrast that needs no expansion of a ratio or logarithm; it is tested by
    the studentised bootstrap [2]_, each sample resampled by itself, once for all margins. No
    p-value is below the least one that an exact permutation of the two samples could give. As for
    every bootstrap, a value so rare that no run shows it is not reckoned with: samples of nearly
    discrete laws need many runs.

    Parameters
    ----------
    a, b : array, shape (runs,)
        At least 2 independent runs each, b with a positive mean.
    margins : sequence of float
        Each > 0.
    resamples : int
        Sets the smallest p-value, 1 / (resamples + 1).

    """
    above, below = _sample(a, resamples), _sample(b, resamples, number=1)
    if below.mean <= 0:
        raise ValueError(f"b: mean {below.mean:g}; allowed: a positive mean")
    for margin in margins:
        if not margin > 0:
            raise ValueError(f"margin: {margin}; allowed: a number greater than 0")
    return [
        _one_sided(
            above.mean - margin * below.mean,
            above.variance + margin**2 * below.variance,
            above.deviations - margin * below.deviations,
            above.variances + margin**2 * below.variances,
            least=1 / math.comb(above.size + below.size, above.size),
        )
        for margin in margins
    ]


class _Sample(NamedTuple):
    """Mean and its squared standard error, of a sample and of its resamples."""

    size: int
    mean: float
    variance: float
    deviations: Floats
    variances: Floats


def _sample(values: ArrayLike, resamples: int, number: int = 0) -> _Sample:
    data = grouped(values)
    if data.ndim != 1 or data.size < 2 or not np.all(np.isfinite(data)):
        raise ValueError(f"values: shape {data.shape}; allowed: at least 2 finite runs")
    resampled = _kept if resamples <= TEST_RESAMPLES else _kept_fine
    return resampled(data.tobytes(), resamples, number)


def _resampled(content: bytes, resamples: int, number: int) -> _Sample:
    data = np.frombuffer(content)
    mean = float(data.mean())
    centred = data - mean
    centred[np.abs(centred) <= _ROUNDING * np.abs(data).max()] = 0.0
    moments = np.column_stack([centred, centred**2])
    deviations, squares = shared_means(moments, resamples, number).T
    spreads = squares - deviations**2
    spreads[spreads <= _ROUNDING * np.max(centred**2)] = 0.0
    variance = float(np.mean(centred**2)) / (data.size - 1)
    return _Sample(data.size, mean, variance, deviations.copy(), spreads / (data.size - 1))


_kept = functools.lru_cache(maxsize=_KEPT)(_resampled)
_kept_fine = functools.lru_cache(maxsize=4)(_resampled)  # for a rule's interpretations


def _one_sided(
    difference: float, variance: float, deviations: Floats, variances: Floats, *, least: float
) -> OneSided:
    """Return p-values of the studentised difference under the law of studentised deviations."""
    least = max(least, 1 / (deviations.size + 1))
    if variance == 0:
        return OneSided(least if difference < 0 else 1.0, least if difference > 0 else 1.0)
    with np.errstate(divide="ignore", invalid="ignore"):
        pivots = deviations / np.sqrt(variances)
    # A resample without spread says nothing of the scale: it counts for both tails.
    blind = variances == 0
    observed = difference / math.sqrt(variance)
    ways = deviations.size + 1
    below = (1 + np.count_nonzero(blind | (pivots <= observed))) / ways
    above = (1 + np.count_nonzero(blind | (pivots >= observed))) / ways
    return OneSided(max(least, float(below)), max(least, float(above)))
