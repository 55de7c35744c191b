"""Lemma H.1 against other ways to the same numbers."""

import pytest

from bandit_replications.papers.distributed.theory import lemma_h_1


def test_an_agents_data_are_a_martingale_only_if_ends_do_not_depend_on_rewards():
    assert lemma_h_1.data_orders().left == pytest.approx(1.8)
    # One action; and two, but T so short that no epoch's end depends on rewards.
    assert lemma_h_1.data_orders(actions=(1.0,)).holds
    assert lemma_h_1.data_orders(horizon=4).holds
