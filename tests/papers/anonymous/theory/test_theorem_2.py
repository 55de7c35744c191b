"""Theorem 2: each Check comes out as stated, and an altered step flips it."""

import pytest

from bandit_replications.papers.anonymous.theory import (
    bounds,
    theorem_2,
)


def test_theorem_2_as_printed():
    assert not theorem_2.exploration_fits().holds
    least = theorem_2.least_horizon()
    assert least == 1_583_741
    assert theorem_2.exploration_fits(horizon=least).holds
    assert not theorem_2.exploration_fits(horizon=least - 1).holds
    assert not theorem_2.estimates_per_pair().holds
    assert theorem_2.estimates_per_pair(runs=10, planned=10).holds
    assert theorem_2.estimates_repaired().holds
    assert not theorem_2.arm_index().holds
    assert not theorem_2.noise().holds
    cost = theorem_2.committed_cost(error=0.05)
    assert not cost.holds
    assert cost.left == pytest.approx(0.1, abs=1e-3)


def test_theorem_2_steps():
    for product in (10.0, 1e6):
        assert theorem_2.hoeffding(product=product).holds
    assert theorem_2.union(users=2, arms=1).holds
    assert not theorem_2.union(users=1, arms=1).holds
    for size in (1, 4, 64):
        assert theorem_2.noise_order(group_size=size).holds
        assert theorem_2.orders(group_size=size).holds
        assert theorem_2.order_constant(group_size=size).holds
    assert theorem_2.sublinear().holds
    assert not theorem_2.sublinear(log10_horizon=7).holds


def test_introduction_lacks_the_number_of_users():
    check = theorem_2.exploring_regret(users=50)
    assert check.left == pytest.approx(25 * check.right)
    assert theorem_2.exploring_regret(users=2).holds
    assert not theorem_2.users_factor_needed().holds


def test_theorem_2_measured():
    check = theorem_2.measured(horizon=10**6)
    assert check.holds
    assert check.right <= bounds.theorem_2(users=8, arms=2, group_size=1, horizon=10**6).trivial
