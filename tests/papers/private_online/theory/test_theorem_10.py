"""Theorem 10: each Check comes out as stated, and flips when the step is altered."""

import pytest

from bandit_replications.papers.private_online.theory import theorem_10 as steps


@pytest.mark.parametrize(("min_gap", "low"), [(0.3, 0.5), (0.5, 0.5), (0.9, 0.05)])
def test_packing(min_gap, low):
    assert all(check.holds for check in steps.packing_distance(min_gap=min_gap, low=low))
    assert steps.packing_range(min_gap=0.5).holds
    assert not steps.packing_range().holds
    assert steps.packing_witness().holds


def test_statement_needs_gaps_away_from_one():
    assert not steps.range_of_statement().holds
    assert steps.range_of_statement(arms=16).holds
    assert not steps.range_of_statement(arms=2**200, constant=0.01).holds


def test_inequality_of_acharya_et_al():
    assert not steps.asz_inequality().holds
    assert steps.asz_inequality(hypotheses=100).holds
    assert steps.asz_repair().holds
    assert not steps.asz_repair(constant=0.46).holds


@pytest.mark.parametrize("arms", [2, 3])
def test_selectors(arms):
    assert all(check.holds for check in steps.private_selectors(arms=arms))
    assert steps.error_at_critical_samples().holds
    assert not steps.error_at_critical_samples(target=0.23).holds


def test_samples_needed_exceed_the_critical_number_far():
    check = steps.samples_needed()
    assert check.holds
    assert check.left > 20 * check.right


def test_batch_to_online():
    assert not steps.rounds_are_whole().holds
    assert steps.rounds_below_one().holds
    assert not steps.rounds_below_one(epsilon=0.1).holds
    assert steps.majority_share().holds
    assert not steps.majority_share(share=0.49).holds


@pytest.mark.parametrize("arms", [2, 8, 32])
@pytest.mark.parametrize("epsilon", [0.01, 0.03])
def test_ftnl_obeys_the_lower_bound(arms, epsilon):
    assert steps.theorem_10(arms=arms, epsilon=epsilon).holds
    assert not steps.theorem_10(arms=arms, epsilon=epsilon, factor=20).holds


@pytest.mark.parametrize("arms", [2, 3, 32, 1000])
@pytest.mark.parametrize("min_gap", [0.03, 0.1, 0.5])
def test_non_private_term(arms, min_gap):
    assert steps.non_private_term(arms=arms, min_gap=min_gap).holds
    assert not steps.non_private_term(arms=arms, min_gap=min_gap, constant=0.4).holds
