"""Claims on instances and bounds follow their numbers."""

import itertools

import pandas as pd
import pytest

from bandit_replications.configuration import validation as configuration
from bandit_replications.ledger.scorecard import Verdict
from bandit_replications.ledger.verdicts import refuses
from bandit_replications.papers.anonymous.checks import CHECKS, appendix_b
from support.claims import finding_of, row_of


@pytest.fixture(scope="module")
def config():
    return configuration.load("anonymous", scale="quick")


RUNS = pd.DataFrame(
    itertools.product(
        ["batched-elimination"], ["greedy", "random", "lp"], ["uniform", "linear"], ["main"], [2.0]
    ),
    columns=["algorithm", "decomposition", "instance", "reading", "constant"],
)


@pytest.fixture(autouse=True)
def counted(monkeypatch):
    """Give every decomposition 400 runs of two graphs, so many of them with a U of 4, not 5."""
    found = {"short": 0}

    def graphs_of_runs(*args, **words):
        return [[10, 4]] * found["short"] + [[10, 5]] * (400 - found["short"])

    monkeypatch.setattr(appendix_b, "graphs_of_runs", graphs_of_runs)
    monkeypatch.setattr(appendix_b, "matched_cluster", lambda graph: graph)
    return found


def judged(name, config):
    return row_of("anonymous", name, {"regret": RUNS}, config).verdict


def test_share_of_clustered_instances_by_enumeration():
    users, arms = 7, 3
    counted = sum(
        min(best.count(arm) for arm in range(arms)) >= 2
        for best in itertools.product(range(arms), repeat=users)
    )
    expected = counted / arms**users
    assert appendix_b.share_clustered(users=users, arms=arms, cluster=2) == expected


def test_clusters_are_not_almost_always_large(config, monkeypatch, counted):
    assert judged("appendix-b-clusters-uniform", config) == Verdict.READING
    counted["short"] = 80
    assert judged("appendix-b-clusters-uniform", config) == Verdict.NOT_REPRODUCED
    assert judged("appendix-b-clusters-linear", config) == Verdict.NOT_REPRODUCED
    counted["short"] = 0
    monkeypatch.setattr(appendix_b, "SELDOM", 0.2)
    assert judged("appendix-b-clusters-uniform", config) == Verdict.REPRODUCED


def test_runs_count_and_not_their_batches(config, counted):
    counted["short"] = 40  # of 400 runs, 5% of 800 batches
    decision = CHECKS["appendix-b-clusters-uniform"]
    found = decision.decide({"regret": RUNS}, config).readings["graphs_of_the_batches"]
    assert set(found.numbers.values()) == {0.1}
    assert refuses(decision.method, found)
    assert refuses(decision.method, found.control)  # no run has U = 6


def test_preconditions_follow_the_sizes(config, monkeypatch, counted):
    name = "appendix-b-preconditions"
    assert judged(name, config) == Verdict.READING  # of the batches' graphs
    counted["short"] = 200
    assert judged(name, config) == Verdict.NOT_REPRODUCED
    monkeypatch.setattr(appendix_b, "SELDOM", 0.25)  # then U >= C + 1 holds, U >= K(C+1) does not
    assert judged(name, config) == Verdict.READING
    monkeypatch.setattr(appendix_b, "SELDOM", 0.12)  # of the uniform instances only
    assert judged(name, config) == Verdict.NOT_REPRODUCED


def test_one_user_more_of_each_arm_is_refused(config, monkeypatch):
    monkeypatch.setattr(appendix_b, "SELDOM", 0.2)
    for place in ("uniform", "linear"):
        decision = CHECKS[f"appendix-b-clusters-{place}"]
        assert refuses(decision.method, decision.decide({"regret": RUNS}, config).control)


def test_prediction_follows_what_is_proved(config, monkeypatch):
    assert judged("section-4-predicted", config) == Verdict.READING
    monkeypatch.setattr(appendix_b, "known_cluster", lambda size: 5 * (size + 1))
    assert judged("section-4-predicted", config) == Verdict.CHECKED  # formulas at the sizes run
    monkeypatch.setattr(appendix_b, "PAPER_HORIZON", 10)  # Theorem 2 is smaller
    assert judged("section-4-predicted", config) == Verdict.FALSE


def test_group_size_factor_follows_the_bounds(config, monkeypatch):
    name = "appendix-b-group-size-factor"
    lower = finding_of("anonymous", name, {}, config).readings["what_is_proved_to_be_lost"]
    assert lower.numbers["power of C, lower bound"] == pytest.approx(0.5)
    assert judged(name, config) == Verdict.READING
