import math

import numpy as np
import pytest
from scipy import stats

from bandit_replications.papers.private_online.algorithms.binary_mechanism import (
    noised_sums,
    privacy_loss,
)


def test_p_sums_of_eight_items():
    # Chan, Shi, Song (2011), Section 3.2: the dyadic intervals that end at each time
    matrix, _ = noised_sums(length=8, epsilon=1.0)
    first = [1, 1, 3, 1, 5, 5, 7, 1]
    expected = [[start <= item <= t for item in range(1, 9)] for t, start in enumerate(first, 1)]
    np.testing.assert_array_equal(matrix, expected)


@pytest.mark.parametrize("length", [2, 3, 7, 8, 9, 31, 64])
def test_exact_privacy_loss_of_all_releases(length):
    levels = math.floor(math.log2(length)) + 1
    matrix, scales = noised_sums(length=length, epsilon=0.5)
    assert matrix.sum(axis=0).max() == levels
    loss = privacy_loss(matrix, scales)
    assert loss == pytest.approx(0.5 * levels / math.log2(length), rel=1e-12)
    assert loss > 0.5  # as printed, more than is promised for every T
    repaired = privacy_loss(*noised_sums(length=length, epsilon=0.5, levels="repaired"))
    assert repaired == pytest.approx(0.5, rel=1e-12)


def test_privacy_loss_is_the_largest_log_ratio_of_densities():
    """Never exceeded at random outcomes, and reached."""
    matrix, scales = noised_sums(length=8, epsilon=1.0)
    loss = privacy_loss(matrix, scales)
    assert loss == pytest.approx(4 / 3)
    rng = np.random.default_rng(0)
    stream = rng.integers(0, 2, 8).astype(float)
    first, second = np.append(0.0, stream[1:]), np.append(1.0, stream[1:])

    def log_ratio(outcome):
        densities = [
            stats.laplace.logpdf(outcome - matrix @ items, scale=scales)
            for items in (first, second)
        ]
        return np.sum(densities[0] - densities[1])

    outcomes = matrix @ stream + 5 * rng.standard_normal((500, 8))
    assert max(log_ratio(outcome) for outcome in outcomes) <= loss + 1e-9
    assert log_ratio(np.full(8, -50.0)) == pytest.approx(loss, rel=1e-9)
