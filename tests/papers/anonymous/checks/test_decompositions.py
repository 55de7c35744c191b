"""Claims on the data set `decompositions` hold as made, flip on altered rows and need theirs."""

from types import SimpleNamespace

import pandas as pd
import pytest

from bandit_replications.ledger.scorecard import Verdict
from bandit_replications.papers.anonymous.checks import CHECKS
from support.anonymous_results import verdict

CONFIG = SimpleNamespace(decompositions=SimpleNamespace(arms=2))
CLAIMS = ("corollary-1-measured", "section-3-4-2-ratios-measured")


def results(*changes):
    columns = ["graph", "method", "users", "arms", "group_size", "demand"]
    columns += ["assignments", "least", "cluster"]
    rows = [
        ("full", "lp", 20, 2, 1, 100, 101, 100, 10),
        ("full", "all-open", 20, 2, 1, 100, 100, 100, 10),
        ("full", "greedy", 20, 2, 1, 100, 200, 100, 10),
        ("worst", "closing", 20, 2, 1, 100, 151, 100, 2),
        ("worst", "lp", 20, 2, 1, 100, float("nan"), 100, 2),
    ]
    frame = pd.DataFrame(rows, columns=columns)
    for row, assignments in changes:
        frame.loc[row, "assignments"] = assignments
    return {"decompositions": frame}


def judged(name, *changes):
    return verdict(name, results(*changes), CONFIG)


@pytest.mark.parametrize("name", CLAIMS)
def test_claims_hold(name):
    assert judged(name) == Verdict.NOT_CONTRADICTED  # of all graphs some are drawn
    nothing = pd.DataFrame(columns=["users", "arms", "group_size", "demand", "assignments"])
    nothing = nothing.assign(graph="", method="", cluster=0, least=0)
    assert verdict(name, {"decompositions": nothing}, CONFIG) == Verdict.NOT_APPLICABLE


@pytest.mark.parametrize(
    ("name", "row", "assignments"),
    [(CLAIMS[0], 0, 142), (CLAIMS[0], 1, 101), (CLAIMS[1], 2, 242), (CLAIMS[1], 3, 192)],
)
def test_claims_flip(name, row, assignments):
    assert judged(name, (row, assignments)) == Verdict.FALSE


def test_more_than_printed_is_said_and_refutes_nothing():
    assert judged(CLAIMS[0], (0, 104)) == Verdict.NOT_CONTRADICTED
    assert CHECKS[CLAIMS[0]].decide(results((0, 104)), CONFIG).caveat == "1 above D + KC + 1"
