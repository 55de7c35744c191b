"""Corollary 9 and the potential bound: beyond the steps of test_steps.py."""

import numpy as np
import pytest

from bandit_replications.papers.private_online.theory import corollaries as steps


def test_corollary_9():
    for epsilon in (0.01, 1.0):
        assert steps.corollary_9(means=[0.75, 0.65, 0.65], epsilon=epsilon).holds
    for horizon in (1, 2, 3, 65535):
        assert steps.corollary_9(
            means=[1.0, 0.0], law="deterministic", epsilon=0.001, horizon=horizon
        ).holds


@pytest.mark.parametrize("arms", [3, 11])
def test_doubling_is_not_harder_than_equal_gaps(arms):
    check = steps.doubling_not_harder(arms=arms)
    assert check.holds
    assert check.margin < 0.001 * check.left


@pytest.mark.parametrize(
    "gaps",
    [
        np.array([0.0] + [0.01] * 127),
        np.concatenate([[1.0], np.repeat(2.0 ** -np.arange(4.0), 8), [0.0]]),
    ],
)
def test_potential_bounds_the_regret_without_brackets(gaps):
    assert steps.potential_bound(gaps=gaps).holds
    assert not steps.potential_bound(gaps=gaps, constant=1.0).holds
