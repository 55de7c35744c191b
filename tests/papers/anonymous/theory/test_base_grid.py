"""Appendix A's grid: each Check comes out as stated, and an altered step flips it."""

import math

import pytest

from bandit_replications.papers.anonymous.algorithms.batched_successive_elimination import grid
from bandit_replications.papers.anonymous.theory import (
    base_grid,
    lemma_1,
)


@pytest.mark.parametrize("horizon", [1e3, 1e5, 1e9])
@pytest.mark.parametrize("batches", [2, 4, 6])
def test_grid(horizon, batches):
    assert base_grid.ends_at_horizon(horizon=horizon, batches=batches).holds
    assert base_grid.closed_form(horizon=horizon, batches=batches).holds
    assert lemma_1.product_is_first_batch(horizon=horizon, batches=batches).holds


def test_grid_notices_another_first_batch(altered):
    wrong = altered(
        base_grid,
        "    u = a\n    for _ in range",
        "    u = a = horizon**0.5\n    for _ in range",
    )
    assert not wrong.ends_at_horizon().holds


@pytest.mark.parametrize("log2_horizon", [2, 2.5, 4, 16.6, 100, 1e6, 1e300])
def test_base_2_suffices(log2_horizon):
    for rounded in (False, True):
        assert base_grid.first_batch_over_root(log2_horizon=log2_horizon, rounded=rounded).holds


def test_natural_logarithms_do_not_suffice():
    assert not base_grid.first_batch_over_root(log2_horizon=math.log2(1e5), base=math.e).holds
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
