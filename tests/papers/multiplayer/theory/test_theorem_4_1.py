"""Theorem 4.1: terms, total, and what the coordinator is told; bounds as functions."""

import itertools
import math

import numpy as np
import pytest

from bandit_replications.papers.multiplayer.theory import bounds, lemma_4_1
from bandit_replications.papers.multiplayer.theory import theorem_4_1 as steps
from bandit_replications.papers.multiplayer.theory.coordinate_phase import played_block


def test_altered_steps_fail():
    assert not lemma_4_1.law_of_algorithm_5(one_vector=True).holds
    assert not lemma_4_1.marginals_are_sound(subtraction=True).holds
    assert not lemma_4_1.subtraction_loses_all(gap=2.0).holds
    assert lemma_4_1.marginals_are_sound(gap=2.0, subtraction=True).holds
    assert not any(check.holds for check in steps.unbiased())
    assert all(check.margin < 0 and check.left < check.right for check in steps.unbiased())
    assert not steps.order_of_estimates().holds
    assert steps.order_of_estimates(gap=0.007).holds


@pytest.mark.parametrize("arms", [4, 5])
def test_own_rounds_are_those_of_the_literal_coordinator(arms):
    for order in itertools.permutations(range(arms), 3):
        played = played_block(order, arms=arms)
        own = steps.own_rounds(order, arms=arms, block_length=len(played))
        assert own.tolist() == (played[:, 0] == order[0]).tolist()


def test_expected_share_is_that_of_the_enumerated_estimate():
    means = steps.estimate_means(np.ones((30, 6)), log_weights=np.zeros(6), players=3)
    shares = [steps.expected_share(n, players=3, arms=6, block_length=30) for n in range(1, 7)]
    assert means == pytest.approx(shares)
    assert np.all(np.diff(shares) > 0)


def test_bounds_at_round_numbers():
    e = math.e
    assert bounds.lemma_3_1_regret(players=3, arms=4, horizon=100) == pytest.approx(
        6 * math.sqrt(400 * math.log(4))
    )
    assert bounds.theorem_4_1_regret(players=4, arms=8, horizon=240000) == pytest.approx(
        4 * (4**4 * 8**2 * math.log(8) * 240000**2) ** (1 / 3) + 32 * e * math.log(240000)
    )
    terms = bounds.theorem_4_1_terms(players=2, arms=4, horizon=1000, block_length=50)
    play = 4 * math.sqrt(4 * math.log(4) * 1000 * 50)
    assert terms == pytest.approx(play + 100 + 320 + 4 * e * math.log(1000) + 4)
