"""The empirical claims: each holds on data made for it and flips on altered data."""

import pytest

from bandit_replications.ledger.claims import find_claim
from bandit_replications.ledger.samples import Reader
from bandit_replications.ledger.scorecard import Verdict
from bandit_replications.ledger.verdicts import judge
from bandit_replications.papers.anonymous.analysis.series import with_series
from bandit_replications.papers.anonymous.checks import LEDGER
from bandit_replications.papers.anonymous.checks.samples import (
    BEST,
    GREEDY,
    GREEDY_INTERPRETATION,
    LP,
    RANDOM,
    SAME_ARM,
    SAMPLES,
    under,
)
from support import anonymous_results as synthetic
from support.anonymous_results import verdict

RECORDS = {record.id: record.compare for record in LEDGER.records if record.compare}
UCB = "ucb"
COMMITTED = "last-batch-committed"
SIXTY = {"generator": "uniform", "users": 60, "arms": 5}
# Whatever a configuration may name beside the default.
NAMED = ("default", "ucb", "explore-then-commit", "greedy", "random", "lp", "same-arm")


@pytest.fixture(scope="module")
def config():
    committed = {"last_batch": "committed"}
    variant = {"reading": COMMITTED, "algorithm": "batched-elimination", "options": committed}
    replicates = dict.fromkeys(NAMED, 12)
    return synthetic.load(
        regret={
            "replicates": replicates,
            "variants": [variant],
            "variant_replicates": {"default": 12},
        }
    )


@pytest.fixture(scope="module")
def regret(config):
    return synthetic.results(config, "regret", runs=12)


def test_a_verdict_that_differs_under_a_reading_depends_on_it(config, regret):
    name = "appendix-b-random-like-lp"
    frame = regret.copy()
    concerned = (frame["reading"] == COMMITTED) & (with_series(frame)["series"] == RANDOM)
    frame.loc[concerned, "regret"] *= 3
    for data, expected in ((regret, Verdict.REPRODUCED), (frame, Verdict.READING)):
        (row,) = judge([find_claim(LEDGER.claims, name)],
                       [LEDGER.checks[name].decide({"regret": data}, config)],
                       paper="anonymous", config=config)  # fmt: skip
        assert row.verdict == expected
        assert COMMITTED in row.readings


def test_interpretations_concern_their_series_only(config, regret):
    frame = regret.copy()
    frame.loc[frame["reading"] == COMMITTED, "regret"] *= 3
    reader = Reader(SAMPLES, {"regret": frame}, config)

    def mean(series, reading="main"):
        place = {"data": "regret", "instance": "uniform", "algorithm": series}
        return reader({**place, "reading": reading}).mean()

    assert mean(LP, COMMITTED) == pytest.approx(3 * mean(LP), rel=0.1)
    assert mean(GREEDY, GREEDY_INTERPRETATION) == mean(SAME_ARM)
    changed = under(config, RECORDS["appendix-b-ucb-best"], COMMITTED)["replace"]["algorithm"]
    assert set(changed) == {GREEDY, RANDOM, LP, BEST}


def test_a_reading_that_was_not_run_is_left_out(config, regret):
    there = (regret["reading"] == COMMITTED) & (with_series(regret)["series"] == RANDOM)
    found = LEDGER.checks["appendix-b-random-like-lp"].decide({"regret": regret[~there]}, config)
    assert COMMITTED not in found.readings


def test_correlation_on_shared_instances_is_shown(config, regret):
    frame = regret.copy()
    twins = frame["instance"].eq("uniform") & with_series(frame)["series"].isin([RANDOM, LP])
    frame.loc[twins, "regret"] = 100 + frame.loc[twins, "replicate"]
    finding = LEDGER.checks["appendix-b-random-like-lp"].decide({"regret": frame}, config)
    assert finding.numbers["correlation on shared instances:"] == "1.00 to 1.00"


@pytest.mark.parametrize(
    "regret",
    [
        {"group_size": 5},
        {"instances": [SIXTY | {"name": "uniform"}, SIXTY | {"name": "linear"}]},
        {"decompositions": ["lp", "random"]},
        {"options": {"ucb": {"exploration_constant": 1.0}}},
    ],
)
def test_other_runs_are_not_the_papers(regret):
    config = synthetic.load(regret={**regret})
    assert verdict("appendix-b-linear-similar", {}, config) == Verdict.NOT_APPLICABLE
