"""Lemma B.5 against other ways to the same numbers."""

import math

import numpy as np
import pytest

from bandit_replications.papers.distributed.algorithms import demab
from bandit_replications.papers.distributed.theory import lemma_b_5


def test_keeping_all_arms_is_a_coin_at_phase_1():
    horizon = lemma_b_5.smallest_horizon(agents=4, arms=100)
    size = {"agents": 4, "arms": 100, "horizon": horizon, "phases": 1}
    keep, drop = lemma_b_5.keeps_all(**size), lemma_b_5.drops_all(**size)
    assert keep + drop == pytest.approx(1)
    assert keep == pytest.approx(0.5, abs=0.01)


def test_keeping_all_arms_at_phase_2_is_hardly_less():
    size = {"agents": 4, "arms": 100, "horizon": 10**12}
    one = lemma_b_5.keeps_all(**size, phases=1)
    two = lemma_b_5.keeps_all(**size, phases=2)
    assert two == pytest.approx(one, abs=0.01)


def test_expected_moves_against_draws():
    # the lower bound on the instance with constant rewards, by drawing allocation and coins
    agents, arms = 8, 500
    generator = np.random.default_rng(5)
    moved = []
    for _ in range(2000):
        keeps = generator.random(agents) < 0.5
        owners = generator.integers(agents, size=arms)
        counts = np.bincount(owners[1:][keeps[owners[1:]]], minlength=agents)
        counts[owners[0]] += 1
        unbalanced = counts.sum() > agents and counts.max() > 2 * counts.min()
        moved.append(np.maximum(counts - counts.sum() // agents, 0).sum() if unbalanced else 0)
    bound = lemma_b_5.expected_moved(agents=agents, arms=arms)
    assert bound <= np.mean(moved) <= bound + agents + 6


def test_imbalance_vanishes_without_enough_time():
    horizon = lemma_b_5.smallest_horizon(agents=4, arms=60) // 2
    means = np.full(60, 0.25)
    means[0] = 0.75
    run = demab.simulate(
        means=means,
        agents=4,
        horizon=horizon,
        checkpoints=np.array([horizon]),
        generator=np.random.default_rng(0),
    )
    assert set(run.burn_in_phases.tolist()) == {0}


def test_three_groups_of_arms_by_drawing_allocations():
    # coins decide who keeps the zeros; every agent keeps the last quarter
    agents, arms, draws = 16, 100_000, 300
    generator = np.random.default_rng(9)
    unbalanced = 0
    for _ in range(draws):
        keeps = generator.random(agents) < 0.5
        zeros = generator.multinomial(3 * arms // 4, np.full(agents, 1 / agents))
        others = generator.multinomial(arms // 4, np.full(agents, 1 / agents))
        counts = others + zeros * keeps
        unbalanced += counts.max() > 2 * counts.min()
    # all agents agree with probability 2^-15 only
    assert unbalanced == draws
    assert lemma_b_5.reallocation_is_rare().left == pytest.approx(1 - 2.0**-15, abs=1e-5)


def test_the_probable_communication_flips_where_the_bound_allows_for_it():
    assert not lemma_b_5.communication_is_likely().holds
    assert lemma_b_5.communication_is_likely(arms=10**4).holds
    assert lemma_b_5.depends_on_horizon(arms=10**4).holds


def test_coins_unbalance_many_arms_only():
    assert not lemma_b_5.with_coins(draws=50).holds
    assert lemma_b_5.with_coins(arms=10**4, draws=50).holds
    assert not lemma_b_5.coins_are_balanced(draws=50).holds


def test_skipping_a_reallocate_at_large_horizons():
    # the leading term by hand: 683/sqrt(C2) over C6 sqrt(K) M, doubled at most by roundings
    assert 683 / math.sqrt(67 / 3) / 322 / math.sqrt(2) >= lemma_b_5.cost_of_skipping().left
    assert lemma_b_5.cost_of_skipping().holds
