import itertools

import numpy as np
import pytest

from bandit_replications.papers.multiplayer.theory import lemma_4_1
from bandit_replications.papers.multiplayer.theory import theorem_4_1 as steps
from bandit_replications.papers.multiplayer.theory.coordinate_phase import played_block


def test_altered_steps_fail():
    assert not lemma_4_1.law_of_algorithm_5(one_vector=True).holds
    assert not lemma_4_1.marginals_are_sound(subtraction=True).holds
    assert not lemma_4_1.subtraction_loses_all(gap=2.0).holds
    assert lemma_4_1.marginals_are_sound(gap=2.0, subtraction=True).holds
    assert not any(check.holds for check in steps.unbiased())
    assert all(check.left < check.right for check in steps.unbiased())
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
