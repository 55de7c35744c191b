import itertools
import math

import numpy as np
import pytest

from bandit_replications.papers.cooperative.algorithms.trimmed_mean import (
    points_in_interval,
    trimmed_mean,
    two_valued_trimmed_mean,
    weighted_trimmed_mean,
)


def by_definition(x, y, *, log_inverse_delta, contamination):
    """Return the estimate by trying every interval between two of the Y."""
    n = len(y)
    log_4 = log_inverse_delta + math.log(4)
    alpha = max(contamination, log_inverse_delta / n)
    points = n * (1 - 2 * alpha - math.sqrt(2 * alpha * log_4 / n) - log_4 / n)
    if points <= 0:
        return np.mean([*x, *y])
    intervals = [
        (high - low, low, high)
        for low, high in itertools.product(sorted(y), repeat=2)
        if low <= high and np.sum((np.array(y) >= low) & (np.array(y) <= high)) >= points
    ]
    _, low, high = min(intervals)
    inside = [value for value in x if low <= value <= high]
    return np.mean(inside) if inside else np.mean([*x, *y])


@pytest.mark.parametrize("seed", range(10))
def test_it_is_the_mean_in_the_shortest_interval(seed):
    generator = np.random.default_rng(seed)
    x = generator.normal(size=30) * generator.choice([1, 20], size=30, p=[0.9, 0.1])
    y = generator.normal(size=25) * generator.choice([1, 20], size=25, p=[0.9, 0.1])
    numbers = {"log_inverse_delta": 0.3 * (seed % 5), "contamination": 0.02 * (seed % 4)}
    assert trimmed_mean(x, y, **numbers) == pytest.approx(by_definition(x, y, **numbers))


@pytest.mark.parametrize("seed", range(20))
def test_weighted_and_two_valued_forms_agree_with_it(seed):
    generator = np.random.default_rng(seed)
    atoms = np.array([-2.0, 0.0, 0.25, 1.0, 7.0]) if seed % 2 else np.array([0.0, 1.0])
    x = generator.integers(0, 40, atoms.size).astype(float)
    y = generator.integers(0, 40, atoms.size).astype(float)
    log_delta, contamination = 0.5 * (seed % 4), 0.03 * (seed % 3)
    expected = trimmed_mean(
        np.repeat(atoms, x.astype(int)),
        np.repeat(atoms, y.astype(int)),
        log_inverse_delta=log_delta,
        contamination=contamination,
    )
    found = weighted_trimmed_mean(
        atoms, x, y, x.sum(), y.sum(), x @ atoms, log_delta, contamination
    )
    assert found == pytest.approx(expected)
    if atoms.size == 2:
        two = two_valued_trimmed_mean(x[0], x[1], y[0], y[1], log_delta, contamination)
        assert two == pytest.approx(expected)


def test_few_samples_are_averaged_and_many_alike_collapse():
    assert points_in_interval(10.0, math.log(100), 0.0) < 0
    assert trimmed_mean([0, 1], [0, 0], log_inverse_delta=4.0, contamination=0.0) == 0.25
    # 190 of 200 Bernoulli samples are 1: the interval is {1} and so is the estimate
    x = [1.0] * 190 + [0.0] * 10
    assert trimmed_mean(x, x, log_inverse_delta=math.log(100), contamination=0.0) == 1.0


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"x": [], "y": []}, "no samples"),
        ({"contamination": 0.5}, "contamination: 0.5; allowed"),
    ],
)
def test_bad_arguments_are_refused(change, message):
    arguments = {"x": [1.0], "y": [0.0], "log_inverse_delta": 1.0, "contamination": 0.1}
    with pytest.raises(ValueError, match=message):
        trimmed_mean(**{**arguments, **change})
