"""Theorem 3: each Check comes out as stated, and an altered step flips it."""

import numpy as np
import pytest

from bandit_replications.papers.anonymous.theory import theorem_3


def test_printed_gap_fails_by_the_root_of_the_arms():
    assert not theorem_3.printed_gap_reaches(arms=100).holds
    assert theorem_3.printed_gap_reaches(arms=60).holds  # constant many arms
    for constant in (0.1, 0.01):
        assert not theorem_3.printed_gap_reaches(
            arms=int(1 / constant**2) + 10, constant=constant
        ).holds


@pytest.mark.parametrize("arms", [2, 3, 10, 1000])
def test_mended_gap(arms):
    assert theorem_3.repaired_gap_gives(arms=arms).holds
    assert theorem_3.gap_is_best(arms=arms).holds
    assert theorem_3.average_pulls(arms=arms).holds


@pytest.mark.parametrize("strength", [0.01, 0.5, 1.0, 3.0])
def test_pinsker(strength):
    assert theorem_3.pinsker(strength=strength).holds


def test_pinsker_s_distance_by_simulation():
    # six standard errors: false alarm below 1e-8
    check = theorem_3.pinsker(strength=1.0)
    draws = np.random.default_rng(1).normal(size=(2, 400_000))
    apart = (draws[0] + 1 > 0.5).mean() - (draws[1] > 0.5).mean()
    assert abs(apart - check.left) < 6 * (0.5 / 400_000) ** 0.5


def test_reduction_and_clusters():
    assert theorem_3.observation_variance().holds
    assert not theorem_3.group_is_not_arm().holds
    assert theorem_3.group_is_not_arm(users_on_arm=4).holds
    assert theorem_3.clustered_instances().holds
    assert not theorem_3.clustered_instances(users=30).holds
    assert theorem_3.means_in_range().holds
    assert not theorem_3.means_in_range(horizon=5).holds


def test_cluster_failure_by_simulation():
    # six standard errors: false alarm below 1e-8
    bound = theorem_3.cluster_failure(users=40)
    counts = np.random.default_rng(2).multinomial(40, [1 / 3] * 3, size=100_000)
    share = (counts.min(axis=1) < 9).mean()
    assert share <= bound + 6 * (bound / 100_000) ** 0.5
    assert share > bound / 2


@pytest.mark.parametrize("size", [1, 4, 100])
def test_factors_between_bounds(size):
    assert theorem_3.upper_over_lower(group_size=size).holds
    assert theorem_3.worst_factor(group_size=size, arms=7).holds
