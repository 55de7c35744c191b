"""Lemma 13 and Theorem 7's proof: each Check comes out as stated, and flips when altered."""

import math

import pytest

from bandit_replications.papers.private_online.theory import theorem_7 as steps


def test_hoeffding():
    assert steps.hoeffding_step(rounds=1, gap=0.05).holds
    check = steps.hoeffding_step(rounds=256, gap=0.25)
    assert check.holds
    assert check.left > math.exp(-256 * 0.25**2)  # a larger exponent would be too much


@pytest.mark.parametrize("actions", [2, 127])
@pytest.mark.parametrize("gap", [0.05, 1.0])
@pytest.mark.parametrize("epsilon", [0.03, 7.0])
def test_starting_epoch(actions, gap, epsilon):
    parameters = {"actions": actions, "gap": gap, "epsilon": epsilon}
    assert steps.starting_epoch(**parameters) >= 4
    assert steps.starting_epoch_constant(constant=64.0, **parameters).holds
    assert not steps.starting_epoch_constant(**parameters).holds


def test_a_bracket_of_one_action_starts_at_once():
    assert steps.starting_epoch(actions=1, gap=0.1, epsilon=0.1) == 0
