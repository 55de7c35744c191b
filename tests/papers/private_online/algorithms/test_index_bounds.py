import itertools

import numpy as np

from bandit_replications.papers.private_online.algorithms import index_bounds


def test_the_surest_arm_and_its_rival_by_hand():
    lower, upper = np.array([0.0, 2.0, 1.0]), np.array([5.0, 3.0, 1.5])
    assert index_bounds.surest(lower, upper) == (1, 5.0)
    assert index_bounds.surest(lower, np.array([0.5, 3.0, 1.5])) == (1, 1.5)
    assert index_bounds.highest_of_others(upper, 0) == 3.0
    assert index_bounds.highest_of_others(upper, 2) == 5.0


def never_misled(module):
    """Whether an arm that the bounds call the leader alone is it, for all indices within them."""
    generator = np.random.default_rng(0)
    sure = 0
    for _ in range(2000):
        lower = generator.integers(0, 12, 3).astype(float)
        upper = lower + generator.integers(0, 3, 3)
        arm, rival = module.surest(lower, upper)
        if lower[arm] <= rival:
            continue
        sure += 1
        for indices in itertools.product(*zip(lower, upper, strict=True)):
            if max(indices) != indices[arm] or indices.count(max(indices)) > 1:
                return False
    return sure > 300


def test_bounds_that_leave_no_doubt_name_the_leader(altered):
    assert never_misled(index_bounds)
    for old, new in (
        ("lower[arm] > lower[best]", "lower[arm] < lower[best]"),
        ("highest_of_others(upper, best)", "highest_of_others(lower, best)"),
        ("upper[other] > highest", "highest == -np.inf"),
    ):
        assert not never_misled(altered(index_bounds, old, new))
