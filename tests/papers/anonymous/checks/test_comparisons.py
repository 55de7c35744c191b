"""Samples that the comparisons of Section 4 and Appendix B read, on published replicates."""

import itertools

import numpy as np
import pandas as pd
import pytest

from bandit_replications.configuration import validation as configuration
from bandit_replications.configuration.sections import MAIN
from bandit_replications.ledger.samples import Reader
from bandit_replications.ledger.scorecard import Verdict
from bandit_replications.papers.anonymous.analysis import contrast
from bandit_replications.papers.anonymous.analysis.contrast import GREEDIES
from bandit_replications.papers.anonymous.analysis.series import (
    GREEDY,
    GREEDY_WORDS,
    LP,
    RANDOM,
    with_series,
)
from bandit_replications.papers.anonymous.checks import LEDGER
from bandit_replications.papers.anonymous.checks.samples import BEST, SAMPLES, under
from support.claims import finding_of, row_of

COMMITTED = "last-batch-committed"
ALIKE = "appendix-b-random-like-lp"


@pytest.fixture(scope="module")
def config(published):
    return published("anonymous")[0]


@pytest.fixture(scope="module")
def regret(published):
    return published("anonymous")[1]["regret"]


def test_interpretations_concern_their_series_only(config, regret):
    main = regret[regret["reading"] == "main"]
    frame = regret[regret["reading"] != COMMITTED]
    frame = pd.concat([frame, main.assign(reading=COMMITTED, regret=3 * main["regret"])])
    reader = Reader(SAMPLES, {"regret": frame}, config)

    def mean(series, reading="main"):
        place = {"data": "regret", "instance": "uniform", "algorithm": series}
        return reader({**place, "reading": reading}).mean()

    assert mean(LP, COMMITTED) == pytest.approx(3 * mean(LP))
    for name, series in GREEDY_WORDS.items():
        if series in set(with_series(regret)["series"]):
            assert mean(GREEDY, name) == mean(series)
    records = {record.id: record.compare for record in LEDGER.records}
    changed = under(config, records["appendix-b-ucb-best"], COMMITTED)["replace"]["algorithm"]
    assert set(changed) == {GREEDY, RANDOM, LP, BEST}


def test_interpretation_that_was_not_run_is_left_out(config, regret):
    there = (regret["reading"] == COMMITTED) & (with_series(regret)["series"] == RANDOM)
    for frame, expected in ((regret, True), (regret[~there], False)):
        found = finding_of("anonymous", ALIKE, {"regret": frame}, config)
        assert (COMMITTED in found.readings) is expected


def test_correlation_on_shared_instances_is_shown(config, regret):
    frame = regret.copy()
    twins = frame["instance"].eq("uniform") & with_series(frame)["series"].isin([RANDOM, LP])
    frame.loc[twins, "regret"] = 100.0 + frame.loc[twins, "replicate"]
    finding = finding_of("anonymous", ALIKE, {"regret": frame}, config)
    assert finding.numbers["correlation on shared instances:"] == "1.00 to 1.00"


def final_regrets(config, means):
    """Return rows of final regrets with these means, by decomposition, product and instance."""
    rows = [("explore-then-commit", None, MAIN, place, 1.0) for place in ("uniform", "linear")]
    for series, reading in itertools.product(GREEDIES, contrast.products_of(config)):
        method = series.removeprefix("batched-elimination-")
        for place, mean in zip(("uniform", "linear"), means(method, reading), strict=True):
            rows.append(("batched-elimination", method, reading, place, mean))
    columns = ["algorithm", "decomposition", "reading", "instance", "regret"]
    frame = pd.DataFrame(rows, columns=columns).assign(round=config.regret.horizon)
    noise = np.random.default_rng(0).normal(1, 0.02, (60, len(frame)))
    return pd.concat([frame.assign(regret=frame["regret"] * one) for one in noise])


@pytest.mark.parametrize(
    ("planted", "verdict"), [(None, "reproduced"), ((0.9, 1.5), "not reproduced")]
)
def test_one_product_with_the_contrast_refutes(planted, verdict):
    config = configuration.load("anonymous")
    place = ("same-arm", "product: last-batch-committed, factor-one")
    frame = final_regrets(config, lambda *at: planted if planted and at == place else (0.9, 1.0))
    row = row_of("anonymous", "appendix-b-no-contrast", {"regret": frame}, config)
    assert row.verdict == verdict


SIXTY = {"generator": "uniform", "users": 60, "arms": 5}


@pytest.mark.parametrize(
    "changes",
    [
        {"group_size": 5},
        {"instances": [SIXTY | {"name": "uniform"}, SIXTY | {"name": "linear"}]},
        {"decompositions": ["lp", "random"]},
        {"options": {"ucb": {"exploration_constant": 1.0}}},
    ],
)
def test_other_runs_are_not_the_papers(changes):
    config = configuration.load("anonymous", scale="quick", overrides={"regret": changes})
    row = row_of("anonymous", "appendix-b-linear-similar", {}, config)
    assert row.verdict == Verdict.NOT_APPLICABLE
