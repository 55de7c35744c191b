import math

import numpy as np
import pytest
from scipy import stats

from bandit_replications.papers.private_online.theory.audits.hybrid_decisions import (
    Scenario,
    decision_loss,
    log_probability_bounds,
)

SAMPLES = 200_000


def index_holds(scenario, reward, generator):
    """Simulate the decisions' inequalities one by one, for narrow widths: True where all hold."""
    b, node, next_node = 2 / scenario.epsilon, 2 / scenario.epsilon, 4 / scenario.epsilon
    arms, leaders = scenario.arms, scenario.leaders
    first = generator.laplace(0, b, (arms, SAMPLES))
    first[1:] += 1.0  # rewards of the first rounds
    second_sums = first + generator.laplace(0, node, (arms, SAMPLES))
    array_1 = generator.laplace(0, b, SAMPLES)
    arm_0 = [
        first[0],
        second_sums[0] + reward,
        first[0] + generator.laplace(0, node, SAMPLES) + reward,
        first[0] + array_1 + generator.laplace(0, next_node, SAMPLES) + reward,
    ]
    pulls = np.ones(arms, dtype=int)
    holds = np.ones(SAMPLES, dtype=bool)
    for t in range(arms + 1, scenario.horizon + 1):
        chosen = t - arms if t <= arms + leaders else 0
        index = np.stack(
            [
                (arm_0[pulls[0] - 1] if arm == 0 else (first, second_sums)[pulls[arm] - 1][arm])
                / pulls[arm]
                + scenario.radius(t, int(pulls[arm]))
                for arm in range(arms)
            ]
        )
        holds &= np.argmax(index, axis=0) == chosen
        pulls[chosen] += 1
    return holds


@pytest.mark.parametrize(("arms", "leaders", "reward"), [(3, 1, 0.0), (4, 2, 1.0)])
def test_bounds_hold_for_narrow_widths(arms, leaders, reward):
    # Without widths the decisions are frequent enough to be seen. False alarm 1e-4.
    scenario = Scenario(
        epsilon=1.0,
        arms=arms,
        leaders=leaders,
        width_constant=0.0,
        noise_width_constant=0.02,
    )
    lower, upper = log_probability_bounds(scenario=scenario, reward=reward)
    holds = index_holds(scenario, reward, np.random.default_rng(arms))
    low, high = stats.binomtest(int(holds.sum()), SAMPLES).proportion_ci(1 - 1e-4)
    assert holds.sum() > 100
    assert lower < math.log(high)
    assert upper > math.log(low)


def test_decisions_break_the_claim_and_the_repairs_meet_it():
    epsilon = 2.0
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
