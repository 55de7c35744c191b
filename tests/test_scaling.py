import numpy as np
import pytest
from scipy import stats

from bandit_replications.scaling import fit_exponent, fit_linear

X = np.array([8.0, 32.0, 128.0, 512.0])


def rng(seed):
    return np.random.default_rng(seed)


def test_exact_laws_are_found():
    power = fit_exponent(
        X, [np.full(5, 3 * x**0.7) for x in X], paired=False, confidence=0.95, generator=rng(1)
    )
    assert power.slope == pytest.approx(0.7)
    assert power.intercept == pytest.approx(3)
    assert (power.low, power.high) == pytest.approx((0.7, 0.7))
    assert power.misfit == pytest.approx(0, abs=1e-12)
    line = fit_linear(
        X, np.tile(5 - 0.25 * X, (4, 1)), paired=True, confidence=0.95, generator=rng(1)
    )
    assert (line.slope, line.intercept) == pytest.approx((-0.25, 5))
    assert line.misfit == pytest.approx(0, abs=1e-12)


def test_slope_agrees_with_scipy():
    values = rng(2).exponential(1, (6, 4)) * X
    fit = fit_exponent(X, values, paired=True, confidence=0.95, generator=rng(3))
    oracle = stats.linregress(np.log(X), np.log(values.mean(0)))
    assert fit.slope == pytest.approx(oracle.slope)
    assert fit.intercept == pytest.approx(np.exp(oracle.intercept))


@pytest.mark.parametrize("paired", [True, False])
def test_interval_covers_the_exponent(paired):
    # Paired runs share a factor; 300 trials at 95%, false alarm below 1e-4 if coverage is 93%.
    g = rng(4)
    hits = 0
    for _ in range(300):
        noise = g.gamma(20, 1 / 20, (25, 1 if paired else 4)) * g.gamma(50, 1 / 50, (25, 4))
        runs = X**0.5 * noise
        values = runs if paired else list(runs.T)
        fit = fit_exponent(X, values, paired=paired, confidence=0.95, generator=g)
        hits += fit.low <= 0.5 <= fit.high
    assert stats.binom.cdf(hits, 300, 0.93) > 1e-4


def test_pairing_matters():
    # Mutant: a shared factor treated as if the points had been simulated apart.
    g = rng(5)
    runs = X * g.gamma(4, 1 / 4, (50, 1)) * g.gamma(400, 1 / 400, (50, 4))
    together = fit_exponent(X, runs, paired=True, confidence=0.95, generator=g)
    apart = fit_exponent(X, list(runs.T), paired=False, confidence=0.95, generator=g)
    assert (apart.high - apart.low) > 3 * (together.high - together.low)


def test_a_bent_law_shows_as_misfit():
    bent = [np.full(3, 10 * np.log(x)) for x in X]
    fit = fit_exponent(X, bent, paired=False, confidence=0.95, generator=rng(6))
    assert fit.misfit > 0.05


@pytest.mark.parametrize(
    ("x", "values", "paired", "message"),
    [
        ([0.0, 1.0], [[1.0, 1.0]] * 2, False, "x: allowed"),
        ([1.0, 1.0], [[1.0, 1.0]] * 2, False, "different"),
        ([1.0, 2.0], [[0.0, 0.0], [1.0, 1.0]], False, "positive mean"),
        ([1.0, 2.0], [[1.0], [1.0]], False, "2 runs"),
        ([1.0, 2.0], [[1.0, 1.0, 1.0]] * 2, True, "when paired"),
    ],
)
def test_refuses(x, values, paired, message):
    with pytest.raises(ValueError, match=message):
        fit_exponent(x, values, paired=paired, confidence=0.95, generator=rng(0))
