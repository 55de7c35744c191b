"""Claims on the data set `beta` hold as made, flip on altered rows and need theirs."""

import pandas as pd
import pytest

from bandit_replications.ledger.scorecard import Verdict
from support.anonymous_results import verdict

ROWS = [
    (2, 1, 2, "all", 0.0, 2 / 3),
    (2, 1, 2, "all", 1.0, 1.0),
    (2, 1, 3, "all", 0.0, 0.8),
    (2, 1, 4, "all", 1.0, 1.0),
    (3, 1, 2, "worst", 0.0, 0.6),
    (4, 1, 2, "search", 0.0, 4 / 7),
    (4, 1, 2, "search", 0.2, 0.6),
]


def judged(name, frame):
    return verdict(f"open-problem-1-{name}", {"beta": frame}, None)


def data():
    columns = ["arms", "group_size", "cluster", "graph", "beta", "beta_dominated"]
    return pd.DataFrame(ROWS, columns=columns)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("never-below", Verdict.NOT_CONTRADICTED),  # some graphs of all
        ("attained", Verdict.CHECKED),  # all graphs of the sizes that it names
        ("search", Verdict.NOT_CONTRADICTED),
        ("larger-cluster", Verdict.CHECKED),
    ],
)
def test_claims_hold(name, expected):
    assert judged(name, data()) == expected
    assert judged(name, data().iloc[:0]) == Verdict.NOT_APPLICABLE


@pytest.mark.parametrize(
    ("name", "row", "value"),
    [
        ("never-below", 1, 0.66),
        ("attained", 0, 0.7),
        ("search", 5, 0.58),
        ("larger-cluster", 2, 0.5),
        ("larger-cluster", 3, 0.9),
    ],
)
def test_claims_flip(name, row, value):
    changed = data()
    changed.loc[row, "beta_dominated"] = value
    assert judged(name, changed) == Verdict.FALSE
