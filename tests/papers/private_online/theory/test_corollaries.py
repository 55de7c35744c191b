"""Corollaries, minimax bound, Conclusion: each Check comes out as stated; altered, it flips."""

import numpy as np
import pytest

from bandit_replications.papers.private_online.theory import corollaries as steps


def test_corollary_8():
    assert not steps.corollary_8_first_bracket().holds
    assert steps.corollary_8_two_brackets().holds


def test_corollary_9():
    assert not steps.corollary_9_groups().holds
    assert steps.corollary_9_groups(min_gap=0.05).holds
    assert steps.corollary_9_order().holds
    for epsilon in (0.01, 1.0):
        assert steps.corollary_9(means=[0.75, 0.65, 0.65], epsilon=epsilon).holds
    deterministic = {"means": [1.0, 0.0], "law": "deterministic"}
    assert all(
        steps.corollary_9(**deterministic, epsilon=0.001, horizon=t).holds for t in (1, 2, 3, 65535)
    )


def test_minimax_bound():
    assert steps.minimax_horizon().holds
    assert not steps.minimax_gap().holds
    assert steps.minimax_gap(epsilon=0.05).holds
    assert steps.minimax_private_term().holds
    assert not steps.minimax_private_term(factor=0.5).holds


@pytest.mark.parametrize(("arms", "fits"), [(6, True), (7, False), (32, False)])
def test_doubling_instance_fits_few_actions(arms, fits):
    assert steps.doubling_fits(arms=arms).holds == fits


def test_order_at_the_doubling_instance():
    assert not steps.doubling_order().holds
    # a constant saves it for a while, then ln K exceeds that too
    assert steps.doubling_order(constant=4.0).holds
    assert not steps.doubling_order(arms=200, constant=4.0).holds
    assert not steps.widest_gap().holds
    assert steps.widest_gap(per_bracket=1).holds


@pytest.mark.parametrize("arms", [3, 6, 11])
def test_doubling_is_not_harder_than_equal_gaps(arms):
    check = steps.doubling_not_harder(arms=arms)
    assert check.holds
    assert check.margin < 0.001 * check.left


@pytest.mark.parametrize(
    "gaps",
    [
        np.append(0.0, 2.0 ** -np.arange(10.0)),
        np.array([0.0] + [0.01] * 127),
        np.concatenate([[1.0], np.repeat(2.0 ** -np.arange(4.0), 8), [0.0]]),
    ],
)
def test_potential_bounds_the_regret_without_brackets(gaps):
    assert steps.potential_bound(gaps=gaps).holds
    assert not steps.potential_bound(gaps=gaps, constant=1.0).holds
