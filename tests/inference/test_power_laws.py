"""Fits find exact laws, agree with textbook formulas and cover the exponent."""

import numpy as np
import pytest
from scipy import stats

from bandit_replications.inference.power_laws import fit_exponent

X = np.array([8.0, 32.0, 128.0, 512.0])


rng = np.random.default_rng


def covers(hits):
    """Whether 2000 trials at 95% hold it as often: false alarm below 1e-4 if coverage is 94%."""
    return stats.binom.cdf(hits, 2000, 0.94) > 1e-4 and stats.binom.sf(hits, 2000, 0.97) > 1e-4


def test_fits_of_exact_and_bent_laws():
    fit = fit_exponent(X, [np.full(5, 3 * x**0.7) for x in X], confidence=0.95)
    assert (fit.slope, fit.intercept, fit.low, fit.high) == pytest.approx((0.7, 3, 0.7, 0.7))
    assert (fit.error, fit.misfit) == pytest.approx((0, 0), abs=1e-12)
    means = 10 * np.log(X)
    fit = fit_exponent(X, [[0.5 * mean, mean, 1.5 * mean] for mean in means], confidence=0.95)
    oracle = stats.linregress(np.log(X), np.log(means))
    assert fit.slope == pytest.approx(oracle.slope)
    assert fit.intercept == pytest.approx(np.exp(oracle.intercept))
    assert fit.misfit > 0.05


def test_two_points_give_welchs_interval():
    # With nearly equal runs ln(mean) is linear, and the slope a difference of two means.
    few, many = 1 + 1e-6 * rng(3).normal(size=5), 1 + 3e-6 * rng(4).normal(size=12)
    fit = fit_exponent([1.0, np.e], [few, many], confidence=0.9)
    oracle = stats.ttest_ind(many, few, equal_var=False).confidence_interval(0.9)
    # Whole degrees of freedom, rounded down: the interval is at most a little wider.
    assert oracle.low - 0.05 * (oracle.high - oracle.low) <= fit.low <= oracle.low + 1e-12
    assert oracle.high - 1e-12 <= fit.high <= oracle.high + 0.05 * (oracle.high - oracle.low)


def test_interval_covers_the_exponent():
    g, hits = rng(5), 0
    for _ in range(2000):
        fit = fit_exponent(X, X[:, None] ** 0.5 * g.gamma(20, 1 / 20, (4, 25)), confidence=0.95)
        hits += fit.low <= 0.5 <= fit.high
    assert covers(hits)


def test_paired_interval_covers_shared_instances():
    # Half of each run is its instance's. Apart, the interval is too wide.
    g, hits = rng(6), np.zeros(2)
    for _ in range(2000):
        runs = X[:, None] ** 0.5 * (g.gamma(20, 1 / 20, 25) + g.gamma(20, 1 / 20, (4, 25))) / 2
        fits = [fit_exponent(X, runs, confidence=0.95, paired=one) for one in (True, False)]
        hits += [fit.low <= 0.5 <= fit.high for fit in fits]
    assert covers(hits[0])
    assert stats.binom.sf(hits[1], 2000, 0.97) < 1e-4


def test_scatter_is_hc3_and_needs_three_points():
    # Long and Ervin (2000): (X'X)^-1 X' diag(e / (1 - h))^2 X (X'X)^-1, with matrices
    y = np.array([1.0, 7.0, 9.0, 60.0])
    design = np.column_stack([np.ones(4), np.log(X)])
    inverse = np.linalg.inv(design.T @ design)
    residuals = np.log(y) - design @ inverse @ design.T @ np.log(y)
    scaled = residuals / (1 - np.diag(design @ inverse @ design.T))
    error = np.sqrt((inverse @ design.T @ np.diag(scaled**2) @ design @ inverse)[1, 1])
    fit = fit_exponent(X, [[value, value] for value in y], confidence=0.95, scatter=True)
    assert fit.error == pytest.approx(error)
    assert fit.high - fit.slope == pytest.approx(error * stats.t.ppf(0.975, 2))
