"""Bounds by hand: closed forms and orders."""

import math

import pytest

from bandit_replications.papers.anonymous.theory import bounds

SIZES = {"users": 50, "arms": 5, "group_size": 4}


@pytest.mark.parametrize(
    ("approximation", "horizon", "budget"), [(1, 100_000, 10_000), (5, 10**9, 2 * 10**7)]
)
def test_theorem_1_by_hand(approximation, horizon, budget):
    # oracle: batches computed here from the definition of the grid; a decomposition may give a
    # pair up to T/(2C+2) estimates, alpha times what it asks for
    batches = math.ceil(math.log2(math.log2(budget)))
    a = budget ** (1 / (2 - 2.0 ** (1 - batches)))
    ends = [0, *(int(a ** (2 - 2.0 ** (1 - b))) for b in range(1, batches)), budget]
    gamma = 8 * 17 * math.log(2 * 50 * 5 * (horizon / 10) * horizon)
    total = 0.0
    for b in range(batches):
        gap = 1.0 if b == 0 else min(1.0, 2 * math.sqrt(gamma * 5 / ends[b]))
        total += 50 * 10 * (approximation * (ends[b + 1] - ends[b]) + 251) * gap
    found = bounds.theorem_1(**SIZES, horizon=horizon, approximation=approximation)
    assert found.exploring == pytest.approx(total, rel=1e-12)
    assert found.trivial == 50 * horizon
    assert found.order == pytest.approx(50 * 4 * math.sqrt(approximation * 5 * horizon))
    assert found.informative == min(found.total, found.trivial)


def test_regrouping_by_hand():
    # L = ln(2 * 500 * 1e18), B = ⌈log2 log2 1e9⌉ = 5
    logarithm = math.log(1000) + 18 * math.log(10)
    later = 34 * 4 * math.sqrt(4 * 5 * 10**9 * logarithm)
    found = bounds.regrouping(users=100, arms=5, group_size=4, horizon=10**9)
    assert found == pytest.approx(100 * (1 + 5 * 501 + 2 * math.sqrt(10**9) + later))
    assert bounds.regrouping(users=100, arms=5, group_size=4, horizon=10**5) == 10**7


def test_theorem_2_by_hand():
    horizon = 10**9
    logarithm = math.log(50 * 5 * horizon)
    exploring = 10 * 4 ** (2 / 3) * 5 ** (1 / 3) * horizon ** (2 / 3) * logarithm ** (1 / 3)
    runs = math.ceil(exploring / 10)
    error = math.sqrt(4 * 17 * logarithm / (runs // 5))
    found = bounds.theorem_2(**SIZES, horizon=horizon)
    assert found.exploring == pytest.approx(50 * runs * 10)
    assert found.committed == pytest.approx(50 * (horizon - 10 * runs) * min(1, 2 * error))


def test_theorem_2_explores_throughout_short_horizons():
    assert bounds.exploration_rounds(**SIZES, horizon=100_000) == pytest.approx(238_857, abs=1)
    found = bounds.theorem_2(**SIZES, horizon=100_000)
    assert found.exploring == found.trivial
    assert found.committed == 0


@pytest.mark.parametrize("arms", [2, 10])
def test_theorem_3_is_at_least_an_eighth(arms):
    gap = bounds.theorem_3_gap(arms=arms, group_size=4, horizon=10**6)
    found = bounds.theorem_3(users=7, arms=arms, group_size=4, horizon=10**6, gap=gap)
    order = 7 * math.sqrt(4 * arms * 10**6)
    assert found == pytest.approx(order * (1 - 1 / arms) ** 2 / 2)
    assert found <= 7 * 10**6 * gap  # no algorithm loses more


@pytest.mark.parametrize("horizon", [9, 10**9])
def test_theorem_4_solves_its_equation(horizon):
    found = bounds.theorem_4(horizon=horizon)
    epsilon = horizon ** (-1 / 3)
    divergence = 2 * epsilon * math.log((0.5 + epsilon) / (0.5 - epsilon))
    assert found == pytest.approx(epsilon * horizon * math.exp(-found * divergence), rel=1e-9)


def test_bad_input_is_refused():
    with pytest.raises(ValueError, match="approximation"):
        bounds.theorem_1(**SIZES, horizon=100, approximation=0.5)
    with pytest.raises(ValueError, match="gap"):
        bounds.theorem_4(horizon=8)
