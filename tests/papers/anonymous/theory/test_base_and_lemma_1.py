"""Appendix A's grid and Lemma 1: each Check comes out as stated, and an altered step flips it."""

import math

import pytest

from bandit_replications.papers.anonymous.algorithms import (
    batched_elimination,
    batched_successive_elimination,
)
from bandit_replications.papers.anonymous.algorithms.batched_successive_elimination import grid
from bandit_replications.papers.anonymous.theory import base_grid, lemma_1


@pytest.mark.parametrize("horizon", [1e3, 1e5, 1e9])
@pytest.mark.parametrize("batches", [2, 4, 6])
def test_grid(horizon, batches):
    assert base_grid.ends_at_horizon(horizon=horizon, batches=batches).holds
    assert base_grid.closed_form(horizon=horizon, batches=batches).holds
    assert lemma_1.product_is_first_batch(horizon=horizon, batches=batches).holds


def test_grid_notices_another_first_batch(altered):
    wrong = altered(
        base_grid,
        "    a = first_batch(horizon=horizon, batches=batches)\n    u = a\n",
        "    u = a = horizon**0.5\n",
    )
    assert not wrong.ends_at_horizon().holds


@pytest.mark.parametrize("log2_horizon", [2, 2.5, 4, 16.6, 100, 1e6, 1e300])
def test_binary_logarithm_suffices(log2_horizon):
    assert base_grid.binary_logarithm(log2_horizon=log2_horizon).holds
    assert lemma_1.root_horizon(log2_horizon=log2_horizon).holds


def test_natural_logarithm_does_not():
    assert not base_grid.natural_logarithm_at().holds
    for power in (1, 5, 10, 20):
        assert not base_grid.natural_logarithm(log_horizon=1e16, power=power).holds
    assert base_grid.natural_logarithm(log_horizon=1e4).holds  # far away only


def test_excess_is_that_of_the_first_batch():
    excess = base_grid.log_first_batch_excess(log_horizon=math.log(1e6), batches=3)
    a = base_grid.first_batch(horizon=1e6, batches=3)
    assert excess == pytest.approx(math.log(a / 1e3))


def test_last_loop():
    printed, mended = base_grid.last_loop(), base_grid.last_loop(printed=False)
    ends = grid(horizon=100_000, batches=5)
    assert printed.left == ends[3] + ends[3] - ends[2]
    assert not printed.holds
    assert mended.holds
    assert base_grid.few_batches().holds


def test_lemma_1_steps():
    for product in (4, 10, 10**6):
        assert lemma_1.large_enough(arms=2, horizon=product // 2).holds
        assert not lemma_1.large_enough(arms=2, horizon=product // 2, constant=4).holds
    assert not lemma_1.hoeffding_direction().holds
    for check in (
        lemma_1.union_over_batches(),
        lemma_1.union_over_counts(),
        lemma_1.failing_term(),
        lemma_1.survivor(),
        lemma_1.pulls_of_survivors(),
        lemma_1.explicit(),
    ):
        assert check.holds, check


def test_measured_batches():
    assert lemma_1.measured().holds
    # by hand: the first batch explores all arms
    costs = lemma_1.batch_costs(means=(0.6, 0.4, 0.4), horizon=10_000, runs=20)
    assert costs[0] == pytest.approx(0.2 * grid(horizon=10_000, batches=4)[0])


def test_measured_notices_an_elimination_that_never_happens(altered, monkeypatch):
    wrong = altered(
        batched_successive_elimination, "averages[arm] < width]", "averages[arm] < 2 + width]"
    )
    monkeypatch.setattr(lemma_1, "alive_arms", wrong.alive_arms)
    monkeypatch.setattr(lemma_1, "Options", wrong.Options)
    assert not lemma_1.measured(horizon=10**7).holds


def test_survivor_notices_another_threshold(altered, monkeypatch):
    assert lemma_1.survivor().left == pytest.approx(1.0, abs=1e-3)
    wrong = altered(batched_elimination, "math.sqrt(gamma / pulls)", "math.sqrt(2 * gamma / pulls)")
    monkeypatch.setattr(lemma_1, "survivors", wrong.survivors)
    assert not lemma_1.survivor().holds
