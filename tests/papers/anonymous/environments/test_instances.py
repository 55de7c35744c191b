import numpy as np
import pytest
from pydantic import ValidationError
from scipy import stats

from bandit_replications.papers.anonymous.environments.instances import (
    MeansEntry,
    clustered,
    cosine_means,
    min_cluster,
)


def entry(**changed):
    return MeansEntry(**{"name": "x", **changed})


def test_uniform_means_are_uniform():
    """Kolmogorov-Smirnov; false alarms at 1e-4."""
    made = entry(generator="uniform", users=400, arms=5)
    means = made.draw(np.random.default_rng(1)).ravel()
    assert stats.kstest(means, "uniform").pvalue > 1e-4


def test_linear_means_are_cosines_of_random_directions():
    """Appendix B: the first coordinate z of a uniform unit vector has (z + 1)/2 ~ Beta(4.5, 4.5).

    One user and one arm of each matrix: the means of one matrix are dependent. KS at 1e-4.
    """
    made = entry(generator="linear-model", users=1, arms=2, dimension=10)
    generator = np.random.default_rng(2)
    means = [made.draw(generator)[0, 0] for _ in range(800)]
    assert stats.kstest(means, stats.beta(4.5, 4.5).cdf).pvalue > 1e-4


def test_cosines_by_hand():
    found = cosine_means(np.array([[2.0, 0.0], [1.0, 1.0]]), np.array([[0.0, 3.0], [-1.0, 0.0]]))
    half = 0.5 * (np.sqrt(0.5) + 1)
    np.testing.assert_allclose(found, [[0.5, 0.0], [half, 1 - half]], atol=1e-12)


def test_clustered_means_keep_values_and_balance_arms():
    means = np.random.default_rng(3).random((23, 5))
    moved = clustered(means)
    np.testing.assert_array_equal(np.sort(moved, axis=1), np.sort(means, axis=1))
    np.testing.assert_array_equal(moved.argmax(axis=1), np.arange(23) % 5)
    assert min_cluster(moved) == 4
    gap = entry(generator="gap", users=23, arms=5, gap=0.25).draw(np.random.default_rng(0))
    np.testing.assert_array_equal(np.unique(gap), [0.5, 0.75])
    assert min_cluster(gap) == 4


def test_means_may_be_given_in_four_ways(tmp_path):
    file = tmp_path / "means.csv"
    file.write_text("0.1,0.9\n0.5,0.25\n")
    generator = np.random.default_rng(0)
    expected = [[0.1, 0.9], [0.5, 0.25]]
    np.testing.assert_array_equal(entry(file=str(file)).draw(generator), expected)
    np.testing.assert_array_equal(entry(means=expected).draw(generator), expected)
    features = entry(user_features=[[1.0, 0.0]], arm_features=[[1.0, 0.0], [-1.0, 0.0]])
    np.testing.assert_allclose(features.draw(generator), [[1.0, 0.0]])


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({}, "no means"),
        ({"means": [[0.1, 0.2]], "generator": "uniform"}, "exactly one"),
        ({"means": [[0.1, 1.5]]}, r"means in \[0, 1\]"),
        ({"means": [[0.1]]}, "at least 2 arms"),
        ({"means": [[0.1, 0.2], [0.3]]}, "rows of one length"),
        ({"generator": "linear-model", "users": 5, "arms": 2}, "dimension is missing"),
        ({"file": "nowhere.csv"}, "nowhere.csv"),
        ({"user_features": [[0.0]], "arm_features": [[1.0], [2.0]]}, "none of them zero"),
    ],
)
def test_entries_that_cannot_be_used_are_refused(values, message):
    with pytest.raises(ValidationError, match=message):
        entry(**values)
