import itertools
import math
from fractions import Fraction

import numpy as np
import pytest

from bandit_replications.papers.cooperative.algorithms.trimmed_mean import (
    TIES,
    Trim,
    points_in_interval,
    trimmed_mean,
    two_valued_trimmed_mean,
    weighted_trimmed_mean,
)


def by_definition(x, y, *, log_inverse_delta, contamination, ties="most-points"):
    """Return the estimate by trying every interval between two of the Y, with exact lengths."""
    n = len(y)
    log_4 = log_inverse_delta + math.log(4)
    alpha = max(contamination, log_inverse_delta / n)
    points = n * (1 - 2 * alpha - math.sqrt(2 * alpha * log_4 / n) - log_4 / n)
    if points <= 0:
        return np.mean([*x, *y])
    intervals = {
        (low, high): sum(low <= value <= high for value in y)
        for low, high in itertools.combinations_with_replacement(sorted(set(y)), 2)
    }
    enough = {ends: held for ends, held in intervals.items() if held >= points}
    length = min(Fraction(high) - Fraction(low) for low, high in enough)
    tied = [(low, high) for low, high in enough if Fraction(high) - Fraction(low) == length]
    if ties == "leftmost":
        tied = [min(tied)]
    if ties == "most-points":
        tied = [ends for ends in tied if enough[ends] == max(enough[other] for other in tied)]
    found = [[value for value in x if low <= value <= high] for low, high in tied]
    estimates = [np.mean(inside) for inside in found if inside]
    return np.mean(estimates) if estimates else np.mean([*x, *y])


@pytest.mark.parametrize("seed", range(10))
def test_it_is_the_mean_in_the_shortest_interval(seed):
    generator = np.random.default_rng(seed)
    x = generator.normal(size=30) * generator.choice([1, 20], size=30, p=[0.9, 0.1])
    y = generator.normal(size=25) * generator.choice([1, 20], size=25, p=[0.9, 0.1])
    numbers = {"log_inverse_delta": 0.3 * (seed % 5), "contamination": 0.02 * (seed % 4)}
    assert trimmed_mean(x, y, **numbers) == pytest.approx(by_definition(x, y, **numbers))


@pytest.mark.parametrize("ties", TIES)
@pytest.mark.parametrize("seed", range(40))
def test_all_forms_agree_on_repeated_values(seed, ties):
    generator = np.random.default_rng(seed)
    atoms = np.array([-2.0, 0.0, 0.25, 1.0, 7.0]) if seed % 2 else np.array([0.0, 1.0])
    x = generator.integers(0, 40, atoms.size).astype(float)
    y = generator.integers(0 if seed % 3 else 30, 40, atoms.size).astype(float)
    numbers = {"log_inverse_delta": 0.7 * (seed % 7), "contamination": 0.03 * (seed % 3)}
    samples = [np.repeat(atoms, counts.astype(int)).tolist() for counts in (x, y)]
    expected = by_definition(*samples, ties=ties, **numbers)
    assert trimmed_mean(*samples, ties=ties, **numbers) == pytest.approx(expected)
    trim = Trim(*numbers.values(), TIES.index(ties))
    found = weighted_trimmed_mean(atoms, x, y, x.sum(), y.sum(), x @ atoms, trim)
    assert found == pytest.approx(expected)
    if atoms.size == 2:
        two = two_valued_trimmed_mean(x[0], x[1], y[0], y[1], trim)
        assert two == pytest.approx(expected)


def test_each_interpretation_takes_its_own_atom():
    # 100 samples in each half, δ = 1/t² at t = 10³: 1 point is needed, 60 of the Y are ones
    y = [1.0] * 60 + [0.0] * 40
    needed = points_in_interval(100.0, 13.8, 0.0)
    assert 0 < needed <= 40
    numbers = {"log_inverse_delta": 13.8, "contamination": 0.0}
    found = {ties: trimmed_mean(y, y, ties=ties, **numbers) for ties in TIES}
    assert found == {"most-points": 1.0, "average": 0.5, "leftmost": 0.0}


def test_few_samples_are_averaged_and_many_alike_collapse():
    assert points_in_interval(10.0, math.log(100), 0.0) < 0
    assert trimmed_mean([0, 1], [0, 0], log_inverse_delta=4.0, contamination=0.0) == 0.25
    # 190 of 200 Bernoulli samples are 1: the interval is {1} and so is the estimate
    x = [1.0] * 190 + [0.0] * 10
    assert trimmed_mean(x, x, log_inverse_delta=math.log(100), contamination=0.0) == 1.0


@pytest.mark.parametrize(
    ("change", "message"),
    [({"x": [], "y": []}, "no samples"), ({"contamination": 0.5}, "contamination: 0.5; allowed")],
)
def test_bad_arguments_are_refused(change, message):
    arguments = {"x": [1.0], "y": [0.0], "log_inverse_delta": 1.0, "contamination": 0.1}
    with pytest.raises(ValueError, match=message):
        trimmed_mean(**{**arguments, **change})
