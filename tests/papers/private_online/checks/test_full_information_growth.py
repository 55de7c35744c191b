"""Exponents of exact regrets: they are in bounds, and those of the controls are not."""

import pytest
from tests.support.private_online_results import verdict

from bandit_replications.papers.private_online.checks import full_information_growth as growth


@pytest.mark.parametrize("claim_id", sorted(growth.CHECKS))
def test_growth_is_as_claimed_and_the_control_is_refused(claim_id, config):
    row = verdict(claim_id, {}, config)
    assert row.verdict == "reproduced"
    assert row.control.startswith("refused: ")


def test_growth_fails_for_a_law_that_is_not_linear(config, monkeypatch):
    monkeypatch.setattr(growth, "exact_regret", lambda arms, gap, epsilon, noise: arms / gap)
    assert verdict("theorem-7-growth", {}, config).verdict == "not reproduced"


def test_doubling_gaps_that_are_harder_are_found(config, monkeypatch):
    monkeypatch.setattr(growth, "doubling_ratios", growth.doubling_ratios.__wrapped__)
    monkeypatch.setattr(growth, "expected_regret", lambda means, **_: float(0.75 - means.min()))
    assert verdict("section-7-doubling-not-harder", {}, config).verdict == "not reproduced"
