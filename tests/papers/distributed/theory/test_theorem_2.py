"""Theorem 2 against other ways to the same numbers."""

import math

import numpy as np
import pytest

from bandit_replications.papers.distributed.theory import bounds, theorem_2


@pytest.mark.parametrize("ratio", [1.0, 3.0, 100.0])
def test_the_best_gap_of_the_two_instance_proof(ratio):
    gaps = np.linspace(1e-4, 0.2499, 5000)
    constants = math.sqrt(ratio) / 8 * gaps * (1 - 16 * gaps**2) ** (ratio / 2)
    assert theorem_2.two_instances(ratio=ratio) == pytest.approx(constants.max(), rel=1e-6)


def test_least_fractions():
    assert theorem_2.least_fraction(arms=2) == pytest.approx(5700 * math.sqrt(2))


@pytest.mark.parametrize("horizon", [2, 3, 4])
def test_averaged_bound_against_every_strategy(horizon):
    # all deterministic strategies on two arms, by backward induction over posterior weights
    epsilon = math.sqrt(2 / horizon) / 4

    def least(weights, left):
        if left == 0:
            return 0.0
        values = []
        for arm in (0, 1):
            value = epsilon * weights[1 - arm]
            for reward in (0, 1):
                means = [0.5 + epsilon * (arm == good) for good in (0, 1)]
                chances = [mean if reward else 1 - mean for mean in means]
                value += least([w * c for w, c in zip(weights, chances, strict=True)], left - 1)
            values.append(value)
        return min(values)

    best = least([0.5, 0.5], horizon)
    assert best >= bounds.uniform_good_arm_constant(arms=2) * math.sqrt(2 * horizon)
    if horizon == 2:
        assert best == pytest.approx(theorem_2.uniform_prior_by_hand().left)
