import math

import numpy as np
import pytest
from scipy import stats

from bandit_replications.papers.private_online.theory.audits.hybrid_decisions import (
    Scenario,
    decision_loss,
    log_probability_bounds,
)

SAMPLES = 400_000


@pytest.mark.parametrize(("arms", "leaders", "reward"), [(3, 1, 0.0), (4, 2, 1.0), (5, 1, 1.0)])
def test_upper_bound_is_the_probability_without_the_leaders_second_means(arms, leaders, reward):
    scenario = Scenario(
        epsilon=1.0, arms=arms, leaders=leaders, width_constant=0.0, noise_width_constant=0.02
    )
    # Without widths the decisions are frequent enough to be seen. False alarm 1e-4.
    _, upper = log_probability_bounds(scenario=scenario, reward=reward)
    generator = np.random.default_rng(10 + arms)
    first = generator.laplace(0, 2, (arms, SAMPLES))
    first[1:] += 1.0
    waiting = first[1 + leaders :].max(axis=0)
    # leaders in order, then arm 0, then the waiting arms
    order = np.stack([*first[1 : 1 + leaders], first[0], waiting])
    holds = np.all(np.diff(order, axis=0) <= 0, axis=0)
    sums = first[0] + reward + generator.laplace(0, 2, (2, SAMPLES))
    third = first[0] + reward + generator.laplace(0, 2, SAMPLES) + generator.laplace(0, 4, SAMPLES)
    for pulls, total in zip((2, 3, 4), (*sums, third), strict=True):
        t = arms + leaders + pulls
        lead = scenario.radius(t, 1) - scenario.radius(t, pulls)
        holds &= total >= pulls * (waiting + lead)
    low, high = stats.binomtest(int(holds.sum()), SAMPLES).proportion_ci(1 - 1e-4)
    assert holds.sum() > 100
    assert low <= math.exp(upper) <= high


@pytest.mark.parametrize("epsilon", [0.1, 32.0])
def test_decisions_break_the_claim_and_the_repairs_meet_it(epsilon):
    printed = decision_loss(scenario=Scenario(epsilon=epsilon))
    # leaf, root and the cheaper explanation of the fourth sum: 1/2 + 1/2 + 1/4, from below
    assert 1.24 * epsilon < printed < 1.25 * epsilon * (1 + 1e-9)
    for levels in ("repaired", "first-tree-repaired"):
        assert decision_loss(scenario=Scenario(epsilon=epsilon, levels=levels)) < epsilon


def test_the_bounds_are_close():
    scenario = Scenario(epsilon=1.0)
    for reward in (0.0, 1.0):
        lower, upper = log_probability_bounds(scenario=scenario, reward=reward)
        assert 0 < upper - lower < 1e-3
        assert upper < -100  # an event that no run will ever show
