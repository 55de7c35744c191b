"""Rows of the figures by hand, and figures of other runs."""

import numpy as np
import pandas as pd
import pytest

from bandit_replications.configuration import validation as configuration
from bandit_replications.papers.anonymous.analysis import scaling, series
from bandit_replications.papers.anonymous.analysis.ratios import interpretation_ratios
from bandit_replications.papers.anonymous.figures import FIGURES, beta, decompositions
from bandit_replications.runtime.errors import NotApplicable

SPECS = {spec.id: spec for spec in FIGURES}
BETA = pd.DataFrame(
    [
        (2, 1, 2, "all", 0.0, 2 / 3),
        (2, 1, 2, "all", 1.0, 1.0),
        (2, 1, 4, "all", 1.0, 1.0),
        (3, 1, 2, "worst", 0.0, 0.6),
    ],
    columns=["arms", "group_size", "cluster", "graph", "beta", "beta_dominated"],
)
ASSIGNMENTS = pd.DataFrame(
    [
        ("full", "all-open", 10, 10.0, 10.0),
        ("full", "all-open", 10, 12.0, 12.0),
        ("worst", "lp", 10, np.nan, 10.0),
        ("worst", "all-open", 10, 18.0, 10.0),
    ],
    columns=["graph", "method", "demand", "assignments", "least"],
)


def test_beta_shows_the_least_on_the_curve():
    data = beta.least_betas(BETA)
    shown = data[data["series"] == "K = 2: all"]
    assert shown["x"].tolist() == [0.5, 1.5]
    assert shown["estimate"].tolist() == pytest.approx([2 / 3, 1.0])
    line = data[data["series"] == "K = 3"].set_index("x")["estimate"]
    assert line[0.5] == pytest.approx(3 / 4)
    assert line[1.0] == 1.0


def test_decompositions_shows_ratios_with_their_range():
    data = decompositions.ratios(ASSIGNMENTS)
    full = data[(data["panel"] == "full") & (data["series"] == "all-open")].iloc[0]
    assert (full["estimate"], full["low"], full["high"]) == pytest.approx((1.1, 1.0, 1.2))
    assert full["n"] == 2
    assert "lp" not in set(data["series"])


def test_curves_are_of_the_main_interpretation(published):
    config, frames = published("anonymous")
    spec, frame = SPECS["figure-01"], frames["regret"]
    data = spec.plot({"regret": frame}, config)[""].data
    assert set(data["series"]) == {*series.PAPER_SERIES, "regroup-all-open"}
    others = frame.assign(regret=frame["regret"].where(frame["reading"] == "main", 0))
    assert spec.plot({"regret": others}, config)[""].data.equals(data)


def test_interpretations_compare_the_same_replicates(published):
    config, frames = published("anonymous")
    ratios = interpretation_ratios(frames["regret"], config)
    assert "main" not in set(ratios["reading"])
    assert set(ratios["series"]) == set(series.PAPER_SERIES)
    same = ratios[(ratios["reading"] == "same-arm") & (ratios["instance"] == "uniform")].iloc[0]
    final = frames["regret"].query(
        "instance == 'uniform' and reading == 'main' and round == @config.regret.horizon"
    )
    means = final.groupby("decomposition")["regret"].mean()
    assert same["ratio"] == pytest.approx(means["same-arm"] / means["greedy"])


def test_scaling_takes_the_worst_gap(published):
    config, frames = published("anonymous")
    frame = frames["scaling"].copy()
    worst = max(config.scaling.gaps)
    frame.loc[frame["gap"] == worst, "regret"] *= 1000
    for size in scaling.SIZES:
        points = scaling.points_of(frame, config, "explore-then-commit", size)
        assert {point.gap for point in points} == {worst}
        sizes = scaling.values_of(config, "explore-then-commit", size)
        assert [point.size for point in points] == sizes


@pytest.mark.parametrize(
    ("figure", "message"),
    [
        ("figure-02", "linear-model"),
        ("figure-further-instances", "Figures 1 and 2"),
        ("figure-readings", "variants"),
    ],
)
def test_a_rerun_has_figures_of_what_it_runs(figure, message):
    mine = {"name": "mine", "generator": "uniform", "users": 30, "arms": 3}
    regret = {"instances": [mine], "variants": []}
    config = configuration.load("anonymous", scale="quick", overrides={"regret": regret})
    assert series.instance_of(config, 1) == "mine"
    with pytest.raises(NotApplicable, match=message):
        SPECS[figure].needs(config)


@pytest.mark.parametrize(
    ("name", "column", "value", "message"),
    [
        ("decompositions", "assignments", np.nan, "no method"),
        ("lower-bounds", "bound", 0.0, "bound is 0"),
    ],
)
def test_without_any_number_there_is_no_figure(published, name, column, value, message):
    config, frames = published("anonymous")
    results = {name: frames[name].assign(**{column: value})}
    with pytest.raises(NotApplicable, match=message):
        SPECS[f"figure-{name}"].plot(results, config)
