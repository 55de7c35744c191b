"""Fits of a power law to simulated means, with intervals from the runs or from the scatter.

References
----------
.. [1] Welch (1947). The generalization of "Student's" problem when several different population
   variances are involved. Biometrika 34.
.. [2] MacKinnon, White (1985). Some heteroskedasticity-consistent covariance matrix estimators with
   improved finite sample properties. Journal of Econometrics 29: HC3.

"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import stdtrit

from bandit_replications.inference.resampling import Floats

ROUNDING = 1e-12  # relative differences up to it are rounding errors


@dataclass(frozen=True, kw_only=True)
class Fit:
    """A fitted power law, a line in the logarithms.

    Attributes
    ----------
    slope : float
        The exponent.
    error : float
        Standard error of the slope.
    low, high : float
        Interval of the slope.
    intercept : float
        The factor of the power law.
    misfit : float
        Largest relative distance of a mean from the fit: whether the law bends. 0 where it is
        rounding error, as for two points.

    """

    slope: float
    error: float
    low: float
    high: float
    intercept: float
    misfit: float


def fit_exponent(
    x: ArrayLike,
    values: Sequence[ArrayLike],
    *,
    confidence: float,
    scatter: bool = False,
    paired: bool = False,
) -> Fit:
    """Fit mean(values) = factor x^exponent by least squares on logarithms (base irrelevant).

    The slope is a sum of weight times ln(mean) over the points. Few points with many runs: its
    error is that of the means, divided by their squares and weighted, with Welch's degrees of
    freedom [1]_; it knows the runs' chance only, not a wrong law. Many points with few runs,
    `scatter`: that of the points about the line [2]_, since the logarithm of a mean of a few
    skewed runs scatters more than these runs show.

    Parameters
    ----------
    x : array, shape (points,)
        At least 2 different positive numbers; 3 with `scatter`.
    values : sequence of arrays, shapes (runs,)
        Nonnegative runs of each point, at least 2; each point's mean positive.
    confidence : float
        Of the interval, in (0, 1).
    scatter : bool
        Whether the points' scatter about the line gives the error, or the runs.
    paired : bool
        Whether run i of all points has the same instance; else the points' runs are independent.

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
    samples = _samples(values, points.size)
    means = np.array([sample.mean() for sample in samples])
    if not np.all(means > 0):
        raise ValueError("values: allowed: a positive mean at every point")
    logarithms = np.log(points)
    weights = _slope_weights(logarithms)
    slope = float(weights @ np.log(means))
    intercept = float(np.log(means).mean() - slope * logarithms.mean())
    fitted = np.exp(intercept + slope * logarithms)
    misfit = float(np.abs(means / fitted - 1).max())
    if scatter:
        error, freedom = _scatter_error(np.log(means / fitted), weights)
    else:
        factors = weights / means
        if paired:  # each run's weighted sum over the points is one observation
            samples, factors = [factors @ np.stack(samples)], np.ones(1)
        error, freedom = _runs_error(samples, factors)
    reach = error * float(stdtrit(freedom, 0.5 + confidence / 2))
    return Fit(
        slope=slope,
        error=error,
        low=slope - reach,
        high=slope + reach,
        intercept=float(np.exp(intercept)),
        misfit=misfit if misfit > ROUNDING else 0.0,
    )


def _slope_weights(x: Floats) -> Floats:
    """Return w such that the slope of least squares is w @ y."""
    centred = x - x.mean()
    squares = float(centred @ centred)
    if x.size < 2 or squares == 0:
        raise ValueError("x: allowed: at least 2 different numbers")
    return np.asarray(centred / squares)


def _samples(values: Sequence[ArrayLike], points: int) -> list[Floats]:
    samples = [np.asarray(sample, dtype=np.float64) for sample in values]
    if len(samples) != points or any(s.ndim != 1 or s.size < 2 for s in samples):
        raise ValueError(f"values: allowed: at least 2 runs for each of the {points} points")
    return samples


def _runs_error(samples: list[Floats], weights: Floats) -> tuple[float, int]:
    """Return the standard error of the weighted sum of means, and Welch's degrees of freedom."""
    sizes = np.array([sample.size for sample in samples])
    parts = weights**2 * np.array([sample.var(ddof=1) for sample in samples]) / sizes
    total = float(parts.sum())
    if total == 0:
        return 0.0, 1
    return float(np.sqrt(total)), int(total**2 / float((parts**2 / (sizes - 1)).sum()))


def _scatter_error(residuals: Floats, weights: Floats) -> tuple[float, int]:
    """Return the standard error of the slope after HC3, and the degrees of freedom."""
    if residuals.size < 3:
        raise ValueError(f"x: {residuals.size} points; allowed: at least 3 for a scatter")
    # 1 / n and the share of the squares, which is weight^2 over the sum of all weights^2.
    leverage = 1 / residuals.size + weights**2 / float(weights @ weights)
    parts = (weights * residuals / (1 - leverage)) ** 2
    return float(np.sqrt(parts.sum())), residuals.size - 2
