"""Lemma 13 and Theorem 7's proof: each Check comes out as stated, and flips when altered."""

import math

import pytest

from bandit_replications.papers.private_online.theory import theorem_7 as steps


@pytest.mark.parametrize("rounds", [1, 16, 256])
@pytest.mark.parametrize("gap", [0.05, 0.5])
def test_hoeffding(rounds, gap):
    assert steps.hoeffding_step(rounds=rounds, gap=gap).holds


def test_hoeffding_flips_with_a_larger_exponent():
    check = steps.hoeffding_step(rounds=256, gap=0.25)
    assert check.left > math.exp(-256 * 0.25**2)


def test_laplace_union_bound():
    assert all(check.holds for check in steps.laplace_step())
    assert all(check.holds for check in steps.laplace_step(distance=0.1))


@pytest.mark.parametrize("epoch", range(9))
@pytest.mark.parametrize("epsilon", [0.05, 0.5, 5.0])
def test_lemma_13_from_the_first_epoch_on(epoch, epsilon):
    assert steps.lemma_13(epoch=epoch, gap=0.2, bracket_gap=0.1, epsilon=epsilon).holds


def test_lemma_13_flips_when_the_bracket_is_wrong():
    assert not steps.lemma_13(epoch=8, gap=0.05, bracket_gap=0.4, epsilon=5.0).holds


def test_epochs():
    assert all(check.holds for check in steps.epoch_bookkeeping())
    assert not steps.first_epoch().holds
    assert steps.first_epoch(best_first=True).holds


def test_series():
    assert not steps.split_in_halves(first_epoch=0).holds
    assert steps.split_in_halves(first_epoch=1).holds
    assert all(steps.series_bound(first_epoch=r).holds for r in range(8))
    assert not steps.series_bound(constant=1.0).holds
    assert steps.exponential_step().holds
    assert not steps.exponential_step(largest=1.8).holds
    assert steps.constant_128().holds


@pytest.mark.parametrize("actions", [2, 7, 127])
@pytest.mark.parametrize("gap", [0.05, 0.3, 1.0])
@pytest.mark.parametrize("epsilon", [0.03, 7.0])
def test_starting_epoch(actions, gap, epsilon):
    parameters = {"actions": actions, "gap": gap, "epsilon": epsilon}
    assert steps.starting_epoch(**parameters) >= 4
    assert steps.starting_epoch_constant(constant=64.0, **parameters).holds
    assert not steps.starting_epoch_constant(**parameters).holds
    assert steps.starting_epoch_tail(**parameters).holds


def test_brackets_of_one_action():
    assert not steps.singleton_start().holds
    assert steps.singleton_start(actions=2).holds
    assert steps.singleton_repair().holds
    assert steps.starting_epoch(actions=1, gap=0.1, epsilon=0.1) == 0


def test_bracket_constant():
    assert all(steps.bracket_constant(actions=n).holds for n in (1, 2, 100, 10**9))
    assert not steps.bracket_constant(actions=100, constant=200.0).holds
