"""Theorem 6: each Check comes out as stated, and flips when the step is altered."""

import itertools
import math

import pytest

from bandit_replications.papers.private_online.theory import theorem_6 as steps


@pytest.mark.parametrize("epsilon", [0.01, 1.0, 8.0])
@pytest.mark.parametrize("rounds", [1, 2, 4096])
def test_choice_is_private_in_the_first_epoch_only(rounds, epsilon):
    printed = steps.claim_3_9(rounds=rounds, epsilon=epsilon)
    assert printed.holds == (rounds == 1)
    assert printed.left < 2 * epsilon
    assert steps.claim_3_9(rounds=rounds, epsilon=epsilon, noise_scale=2.0).holds
    monotone = steps.two_action_loss(rounds=rounds, epsilon=epsilon, monotone=True)
    assert monotone <= epsilon


def test_loss_has_the_stated_closed_form_and_limit():
    for n, e in itertools.product((2, 4, 64), (0.1, 1.0, 4.0)):
        expected = 2 * e - math.log(1 + 2 * e / (2 + e * (n - 2)))
        assert steps.two_action_loss(rounds=n, epsilon=e) == pytest.approx(expected, rel=1e-12)
    assert steps.two_action_loss(rounds=10**9, epsilon=1.0) == pytest.approx(2, abs=1e-8)


@pytest.mark.parametrize(("arms", "holds"), [(2, True), (3, False), (8, False), (32, False)])
def test_first_round_with_more_actions(arms, holds):
    assert steps.claim_3_9_first_round(arms=arms).holds == holds
    assert steps.claim_3_9_first_round(arms=arms, noise_scale=2.0).holds


INSTANCES = [[1.0, 0.0], [0.0, 1.0], [0.3, 0.9, 0.5], [0.6, 0.6, 0.9, 0.2]]


@pytest.mark.parametrize("means", INSTANCES)
@pytest.mark.parametrize("epsilon", [0.1, 1.0, 4.0])
@pytest.mark.parametrize("horizon", [3, 7, 101, 16383])
def test_twice_the_noise_halves_the_rounds(means, epsilon, horizon):
    assert all(
        check.holds for check in steps.doubled_noise(means=means, epsilon=epsilon, horizon=horizon)
    )


def test_halved_rounds_need_three_rounds():
    identity, _ = steps.doubled_noise(means=[0.0, 1.0], epsilon=1.0, horizon=1)
    assert not identity.holds


def test_halved_rounds_need_rewards_without_variance():
    identity, _ = steps.doubled_noise(means=[0.5, 0.75], epsilon=4.0, horizon=1023, law="bernoulli")
    assert not identity.holds


@pytest.mark.parametrize(("epsilon", "factor"), [(1.0, 2.57), (4.0, 6.64)])
def test_regret_can_more_than_double(epsilon, factor):
    check = steps.at_most_doubled(epsilon=epsilon)
    assert not check.holds
    assert 2 * check.left / check.right == pytest.approx(factor, abs=0.005)
