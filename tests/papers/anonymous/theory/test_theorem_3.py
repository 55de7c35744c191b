"""Theorem 3: distances and clusters by simulation."""

import numpy as np

from bandit_replications.papers.anonymous.theory import theorem_3


def test_pinsker_s_distance_by_simulation():
    # six standard errors: false alarm below 1e-8
    check = theorem_3.pinsker(strength=1.0)
    draws = np.random.default_rng(1).normal(size=(2, 400_000))
    apart = (draws[0] + 1 > 0.5).mean() - (draws[1] > 0.5).mean()
    assert abs(apart - check.left) < 6 * (0.5 / 400_000) ** 0.5


def test_cluster_failure_by_simulation():
    # six standard errors: false alarm below 1e-8
    bound = theorem_3.cluster_failure(users=40)
    counts = np.random.default_rng(2).multinomial(40, [1 / 3] * 3, size=100_000)
    share = (counts.min(axis=1) < 9).mean()
    assert share <= bound + 6 * (bound / 100_000) ** 0.5
    assert share > bound / 2
