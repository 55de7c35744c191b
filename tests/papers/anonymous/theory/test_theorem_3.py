"""Theorem 3: clusters by simulation."""

import numpy as np

from bandit_replications.papers.anonymous.theory import theorem_3


def test_cluster_failure_by_simulation():
    # six standard errors: false alarm below 1e-8
    bound = theorem_3.cluster_failure(users=40)
    counts = np.random.default_rng(2).multinomial(40, [1 / 3] * 3, size=100_000)
    share = (counts.min(axis=1) < 9).mean()
    assert share <= bound + 6 * (bound / 100_000) ** 0.5
    assert share > bound / 2
