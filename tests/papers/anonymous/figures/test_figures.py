import numpy as np
import pytest

from bandit_replications.experiments.needs import select
from bandit_replications.inference.summaries import MEAN, new_mean
from bandit_replications.papers.anonymous.analysis import scaling, series
from bandit_replications.papers.anonymous.analysis.ratios import interpretation_ratios
from bandit_replications.papers.anonymous.figures import FIGURES
from bandit_replications.runtime.errors import NotApplicable
from support import anonymous_results as synthetic

SPECS = {spec.id: spec for spec in FIGURES}
# Figure 1 has uniform means, Figure 2 those of a linear model (their captions).
INSTANCES = {"figure-01": ["uniform"], "figure-02": ["linear"]}


@pytest.fixture(scope="module")
def config():
    return synthetic.load()


@pytest.fixture(scope="module")
def frames(config):
    return {name: synthetic.results(config, name) for name in synthetic.NAMES}


@pytest.fixture(scope="module")
def drawn(config, frames):
    return {
        name: SPECS[name].plot(select(SPECS[name].needs(config), frames.__getitem__), config)
        for name in INSTANCES
    }


def main_uniform(frame):
    return frame[(frame["instance"] == "uniform") & (frame["reading"] == "main")]


@pytest.mark.parametrize("figure", INSTANCES)
def test_the_papers_figures_have_its_five_algorithms(config, drawn, figure):
    for variant, drawing in drawn[figure].items():
        data = drawing.data
        assert set(data["panel"]) == set(INSTANCES[figure])
        assert set(data["series"]) == set(series.PAPER_SERIES)
        assert set(data["band"]) == {MEAN, new_mean(20)}
        assert data["x"].max() == config.regret.horizon
        (ax,) = drawing.figure.axes
        assert ax.get_xscale() == ax.get_yscale() == ("log" if variant else "linear")


def test_other_readings_never_enter_the_curves(config, frames, drawn):
    frame = frames["regret"].copy()
    frame.loc[frame["reading"] != "main", "regret"] *= 100
    again = SPECS["figure-01"].plot({"regret": frame}, config)[""].data
    assert again.equals(drawn["figure-01"][""].data)


def test_readings_compare_the_same_replicates(config, frames):
    ratios = interpretation_ratios(frames["regret"], config)
    assert "main" not in set(ratios["reading"])
    assert set(ratios["series"]) == set(series.PAPER_SERIES)
    same = ratios[(ratios["reading"] == "same-arm") & (ratios["instance"] == "uniform")].iloc[0]
    runs = main_uniform(frames["regret"])
    final = runs[runs["round"] == config.regret.horizon]
    means = final.groupby("decomposition")["regret"].mean()
    assert same["ratio"] == pytest.approx(means["same-arm"] / means["greedy"])


def test_scaling_takes_the_worst_gap(config, frames):
    frame = frames["scaling"].copy()
    worst = max(config.scaling.gaps)
    frame.loc[frame["gap"] == worst, "regret"] *= 10
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
    config = synthetic.load(regret=regret)
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
def test_without_any_number_there_is_no_figure(config, frames, name, column, value, message):
    results = {name: frames[name].assign(**{column: value})}
    with pytest.raises(NotApplicable, match=message):
        SPECS[f"figure-{name}"].plot(results, config)
