"""Lemma B.5 against draws and other ways to the same numbers."""

import numpy as np
import pytest

from bandit_replications.papers.distributed.theory import lemma_b_5


def test_keeping_all_arms_is_a_coin_at_phase_1_and_hardly_less_at_phase_2():
    size = {"agents": 4, "arms": 100}
    size["horizon"] = lemma_b_5.smallest_horizon(**size)
    keep, drop = (f(**size, phases=1) for f in (lemma_b_5.keeps_all, lemma_b_5.drops_all))
    assert keep + drop == pytest.approx(1)
    assert keep == pytest.approx(0.5, abs=0.01)
    size["horizon"] = 10**12
    one, two = (lemma_b_5.keeps_all(**size, phases=phases) for phases in (1, 2))
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
