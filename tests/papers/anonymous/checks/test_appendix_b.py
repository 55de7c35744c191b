"""What is said of instances, bounds and tuning follows their numbers."""

import itertools

import pytest

from bandit_replications.ledger.verdicts import Verdict
from bandit_replications.papers.anonymous.checks import CHECKS, appendix_b
from bandit_replications.papers.anonymous.theory import bounds
from support import anonymous_results as synthetic
from support.anonymous_results import verdict


@pytest.fixture(scope="module")
def config():
    return synthetic.load()


def test_share_of_clustered_instances_by_enumeration():
    users, arms = 7, 3
    counted = sum(
        min(best.count(arm) for arm in range(arms)) >= 2
        for best in itertools.product(range(arms), repeat=users)
    )
    expected = counted / arms**users
    assert appendix_b.share_clustered(users=users, arms=arms, cluster=2) == expected


def test_clusters_are_not_almost_always_large(config, monkeypatch):
    assert verdict("appendix-b-clusters-uniform", {}, config) == Verdict.NOT_REPRODUCED
    assert verdict("appendix-b-clusters-linear", {}, config) == Verdict.NOT_REPRODUCED
    monkeypatch.setattr(appendix_b, "SELDOM", 0.2)
    assert verdict("appendix-b-clusters-uniform", {}, config) == Verdict.REPRODUCED


def test_preconditions_follow_the_sizes(config, monkeypatch):
    assert verdict("appendix-b-preconditions", {}, config) == Verdict.FALSE
    monkeypatch.setitem(appendix_b.PAPER_SIZES, "users", 125)
    assert verdict("appendix-b-preconditions", {}, config) == Verdict.REPRODUCED


def test_prediction_follows_what_is_proved(config, monkeypatch):
    assert verdict("section-4-predicted", {}, config) == Verdict.FALSE
    monkeypatch.setattr(appendix_b, "known_cluster", lambda size: 5 * (size + 1))
    assert verdict("section-4-predicted", {}, config) == Verdict.REPRODUCED
    monkeypatch.setattr(appendix_b, "PAPER_HORIZON", 10)  # Theorem 2 is smaller
    assert verdict("section-4-predicted", {}, config) == Verdict.FALSE


def test_least_price_follows_the_lower_bound(config, monkeypatch):
    name = "appendix-b-group-size-factor"
    finding = CHECKS[name].decide({}, config)
    assert finding.numbers["power of C, upper bound"] == pytest.approx(1)
    assert finding.numbers["power of C, lower bound"] == pytest.approx(0.5)
    assert verdict(name, {}, config) == Verdict.FALSE
    theorem_3 = bounds.theorem_3

    def steeper(*, group_size, **rest):
        return theorem_3(group_size=group_size, **rest) * group_size**0.5

    monkeypatch.setattr(bounds, "theorem_3", steeper)
    assert verdict(name, {}, config) == Verdict.REPRODUCED
