"""Figures on decompositions and β: what they show is what the data sets say."""

from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest

from bandit_replications.papers.anonymous.figures import beta, decompositions

BETA = pd.DataFrame(
    [
        (2, 1, 2, "all", 0.0, 2 / 3),
        (2, 1, 2, "all", 1.0, 1.0),
        (2, 1, 4, "all", 1.0, 1.0),
        (3, 1, 2, "worst", 0.0, 0.6),
    ],
    columns=["arms", "group_size", "cluster", "graph", "beta", "beta_dominated"],
)
FRAME = pd.DataFrame(
    [
        ("full", "all-open", 4, 10, 10.0, 10.0),
        ("full", "all-open", 4, 10, 12.0, 12.0),
        ("full", "all-open", 1, 10, 99.0, 10.0),
        ("worst", "lp", 4, 10, np.nan, 10.0),
        ("worst", "all-open", 4, 10, 18.0, 10.0),
    ],
    columns=["graph", "method", "group_size", "demand", "assignments", "least"],
)
CONFIG = SimpleNamespace(
    decompositions=SimpleNamespace(
        group_sizes=[1, 4], methods=("all-open", "lp"), graphs=["full", "worst"]
    )
)


def test_beta_shows_the_least():
    data = beta.plot_beta({"beta": BETA}, None)[""].data
    left = data[data["panel"] == beta.PANELS[0]].set_index(["series", "x"])["estimate"]
    assert left[f"all: {beta.DOMINATED}", 2.0] == pytest.approx(2 / 3)
    assert left[f"all: {beta.LITERAL}", 2.0] == 0
    assert left[beta.FORMULA, 3.0] == pytest.approx(0.6)
    right = data[data["panel"] == beta.PANELS[1]]
    shown = right[right["series"] == f"K = 2, C = 1: {beta.DOMINATED}"]
    assert shown["x"].tolist() == [0.5, 1.0]
    assert shown["estimate"].tolist() == pytest.approx([2 / 3, 1.0])


def test_decompositions_shows_ratios_with_their_range():
    data = decompositions.plot_decompositions({"decompositions": FRAME}, CONFIG)[""].data
    full = data[(data["panel"] == "full") & (data["series"] == "all-open")].iloc[0]
    assert (full["estimate"], full["low"], full["high"]) == pytest.approx((1.1, 1.0, 1.2))
    assert full["n"] == 2
    assert "lp" not in set(data["series"])
    assert decompositions.decompositions_needs(CONFIG)[0].where == {"group_size": (4,)}
