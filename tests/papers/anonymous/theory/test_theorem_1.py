"""Theorem 1: each Check comes out as stated, and an altered step flips it."""

import functools
import math

import numpy as np
import pytest

from bandit_replications.papers.anonymous.algorithms.decompositions import decompose
from bandit_replications.papers.anonymous.theory import theorem_1


@pytest.mark.parametrize("size", [1, 2, 16, 1000])
@pytest.mark.parametrize("alpha", [1.0, 3.0])
def test_orders_of_theorem_1(size, alpha):
    check = theorem_1.orders(group_size=size, approximation=alpha)
    assert check.holds
    assert check.left == pytest.approx(math.sqrt(2 + 2 / size))


def test_wrong_elimination_by_simulation():
    # six standard errors: false alarm below 1e-8
    size, pulls, product = 4, 50, 1e6
    check = theorem_1.wrong_elimination(group_size=size, product=product)
    stream = np.random.default_rng(0)
    averages = stream.normal(0, math.sqrt((4 * size + 1) / pulls), (2, 200_000))
    drop = averages[0] - averages[1] >= math.sqrt(6 * math.log(product) / pulls)
    error = math.sqrt(check.left / drop.size)
    assert abs(drop.mean() - check.left) < 6 * error


@pytest.mark.parametrize("size", [1, 4, 50])
def test_gamma_must_grow_with_the_group_size(size):
    assert not theorem_1.wrong_elimination(group_size=size).holds
    assert theorem_1.right_elimination(group_size=size).holds
    assert theorem_1.wrong_elimination(group_size=10**6, constant=100).left > 0.49


def test_theorem_1_as_printed():
    overrun = theorem_1.horizon_overrun()
    assert overrun.left == 100_000 + 10 * 4 * 251
    assert not overrun.holds
    assert not theorem_1.demand_at_least_root().holds
    assert theorem_1.demand_at_least_root(of_batch_horizon=True).holds
    assert not theorem_1.additive_term_negligible().holds
    assert not theorem_1.uneven_counts().holds
    assert theorem_1.uneven_counts(few=200, many=400).holds
    assert theorem_1.uneven_counts(tau="fewest").holds
    assert theorem_1.uneven_counts(tau="most").right == pytest.approx(0.2, abs=0.002)


@pytest.mark.parametrize("method", ["greedy", "lp", "exact", "closing"])
def test_every_pair_gets_its_feedback(method, monkeypatch):
    assert theorem_1.enough_feedback(method=method, graphs=5).holds
    cut = functools.partial(decompose, limit=20)
    monkeypatch.setattr(theorem_1, "decompose", cut)
    assert not theorem_1.enough_feedback(method=method, graphs=2).holds


def test_theorem_1_bound():
    assert theorem_1.order_constant().holds
    assert theorem_1.sublinear().holds
    assert not theorem_1.sublinear(log10_horizon=8).holds
    assert theorem_1.measured().holds


def test_measured_notices_runs_above_the_bound(monkeypatch):
    monkeypatch.setattr(theorem_1, "largest_regret", lambda *_, **__: 1e8)
    assert not theorem_1.measured().holds
