"""Claims on the data sets: as published on the published results, refuted by altered rows."""

import functools

import pandas as pd
import pytest

from bandit_replications.configuration import validation as configuration
from bandit_replications.ledger.scorecard import Verdict, read_rows
from bandit_replications.papers.anonymous.checks import CHECKS, growth
from bandit_replications.runtime.errors import NotApplicable
from bandit_replications.runtime.paths import repo_root
from support.claims import row_of


@functools.cache
def results(name):
    return pd.read_parquet(repo_root() / "data" / "results" / "anonymous" / f"{name}.parquet")


@functools.cache
def published():
    rows = read_rows(repo_root() / "data" / "scorecard.csv")
    return {row.id: row.verdict for row in rows if row.paper == "anonymous"}


@functools.cache
def config():
    return configuration.load("anonymous")


def one_row(column, change, where="graph == graph"):
    """Return the change of the first of the rows for which a query holds."""

    def changed(frame):
        found = frame.copy()
        first = frame.query(where).index[0]
        found.loc[first, column] = change(found.loc[first])
        return found

    return changed


def times(factor):
    return lambda frame: frame.assign(regret=frame["regret"] * factor)


def steeper(claim):
    size = claim.split("growth-")[1].replace("-", "_")
    return lambda frame: frame.assign(regret=frame["regret"] * frame[size].astype(float))


LARGE = "cluster >= arms * (group_size + 1)"
ALTERED = [
    ("corollary-1-measured", "decompositions",
     one_row("assignments", lambda row: row.demand + row.users * row.arms + 2,
             f"{LARGE} and method == 'lp'")),
    ("corollary-1-measured", "decompositions",
     one_row("assignments", lambda row: row.least + 1, f"{LARGE} and method == 'all-open'")),
    ("section-3-4-2-ratios-measured", "decompositions",
     one_row("assignments", lambda row: row.arms * row.demand + 252, "method == 'greedy'")),
    ("section-3-4-2-ratios-measured", "decompositions",
     one_row("assignments", lambda row: 2 * row.demand + 252, "method == 'closing'")),
    ("open-problem-1-never-below", "beta", one_row("beta_dominated", lambda row: 0.5)),
    ("open-problem-1-attained", "beta",
     lambda frame: frame.assign(beta_dominated=frame["beta_dominated"] + 1e-3)),
    ("theorem-3-measured", "lower-bounds", times(0.4)),
    ("theorem-4-measured", "lower-bounds", times(0.01)),
    ("theorem-2-scaling", "scaling", times(1000)),
    *((name, "scaling", steeper(name)) for name in growth.CHECKS),
]  # fmt: skip


@pytest.mark.parametrize(("claim", "data", "change"), ALTERED)
def test_claim_follows_its_data(claim, data, change):
    frame = results(data)
    verdict = row_of("anonymous", claim, {data: frame}, config()).verdict
    assert verdict == published()[claim] or published()[claim] == Verdict.UNDECIDED
    altered = row_of("anonymous", claim, {data: change(frame)}, config()).verdict
    assert altered in (Verdict.FALSE, Verdict.NOT_REPRODUCED)


@pytest.mark.parametrize(
    "claim", [name for name, data, _ in ALTERED if data in ("decompositions", "beta")]
)
def test_claim_on_graphs_needs_some(claim):
    empty = {name: results(name).iloc[:0] for name in ("decompositions", "beta")}
    assert row_of("anonymous", claim, empty, config()).verdict == Verdict.NOT_APPLICABLE


def test_more_than_printed_is_said_and_refutes_nothing():
    change = one_row("assignments", lambda row: row.demand + 200, f"{LARGE} and method == 'lp'")
    altered = {"decompositions": change(results("decompositions"))}
    row = row_of("anonymous", "corollary-1-measured", altered, config())
    assert row.verdict == Verdict.NOT_CONTRADICTED
    assert row.caveat == ""
    assert "of them above D + KC + 1 2" in row.numbers


LONE = pd.DataFrame(
    [
        (2, 1, 2, "lone", 0.0, 2 / 3),
        (2, 1, 3, "lone", 1.0, 1.0),
        (3, 2, 4, "lone", 0.0, 3 / 4),
        (3, 2, 7, "all", 1.0, 1.0),
    ],
    columns=["arms", "group_size", "cluster", "graph", "beta", "beta_dominated"],
)


@pytest.mark.parametrize(
    ("claim", "column", "row", "value"),
    [
        ("open-problem-1-larger-cluster", "beta", 1, 0.99),
        ("open-problem-1-larger-cluster", "beta", 2, 0.01),
        ("open-problem-1-attained", "beta_dominated", 2, 0.76),
        ("open-problem-1-never-below", "beta_dominated", 2, 0.74),
    ],
)
def test_curve_follows_its_data_and_refuses_its_control(claim, column, row, value):
    finding = CHECKS[claim].decide({"beta": LONE}, config())
    assert finding.holds
    assert not finding.control.holds
    altered = LONE.copy()
    altered.loc[row, column] = value
    assert not CHECKS[claim].decide({"beta": altered}, config()).holds


def test_growth_over_a_short_span_is_not_testable():
    arms = {"scaling": {"arms": {"explore-then-commit": [2, 4]}}}
    short = configuration.load("anonymous", overrides=arms)
    row = row_of("anonymous", "theorem-2-growth-arms", {"scaling": results("scaling")}, short)
    assert row.verdict == Verdict.NOT_TESTABLE


def test_theorem_2_says_nothing_on_short_horizons():
    short = {"scaling": results("scaling").query("horizon < 10**6")}
    row = row_of("anonymous", "theorem-2-scaling", short, config())
    assert row.verdict == Verdict.NOT_APPLICABLE


def test_runs_of_other_constructions_do_not_do():
    case = {"construction": "theorem-4", "users": 3, "arms": 3, "group_size": 2, "horizons": [100]}
    other = configuration.load("anonymous", overrides={"lower_bounds": {"cases": [case]}})
    with pytest.raises(NotApplicable, match="theorem-3"):
        CHECKS["theorem-3-measured"].needs(other)
    assert CHECKS["theorem-4-measured"].needs(other)
