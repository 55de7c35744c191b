import numpy as np
import pandas as pd
import pytest

from bandit_replications.experiments.needs import select
from bandit_replications.inference.summaries import MEAN, new_mean
from bandit_replications.papers.anonymous.figures import FIGURES
from bandit_replications.papers.anonymous.figures import readings as figures_readings
from bandit_replications.papers.anonymous.figures import regret as figures_regret
from bandit_replications.papers.anonymous.figures import scaling as figures_scaling
from bandit_replications.runtime.errors import NotApplicable
from support import anonymous_results as synthetic

SPECS = {spec.id: spec for spec in FIGURES}
OURS = (
    "figure-01",
    "figure-02",
    "figure-further-instances",
    "figure-regret-decompositions",
    "figure-tuning",
    "figure-readings",
    "figure-scaling",
    "figure-decompositions",
    "figure-lower-bounds",
)
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
        for name in OURS
    }


def main_uniform(frame):
    return frame[(frame["instance"] == "uniform") & (frame["reading"] == "main")]


@pytest.mark.parametrize("figure", OURS)
def test_every_panel_has_rows_without_gaps(drawn, figure):
    assert tuple(drawn[figure]) == SPECS[figure].variants
    for drawing in drawn[figure].values():
        assert drawing.data["panel"].nunique() == len(drawing.figure.axes)
        assert drawing.data[["series", "estimate", "band"]].notna().all(axis=None)


@pytest.mark.parametrize("figure", INSTANCES)
def test_the_papers_figures_have_its_five_algorithms(config, drawn, figure):
    for variant, drawing in drawn[figure].items():
        data = drawing.data
        assert set(data["panel"]) == set(INSTANCES[figure])
        assert set(data["series"]) == set(figures_regret.PAPER_SERIES)
        assert set(data["band"]) == {MEAN, new_mean(20)}
        assert data["x"].max() == config.regret.horizon
        (ax,) = drawing.figure.axes
        assert ax.get_xscale() == ax.get_yscale() == ("log" if variant else "linear")


def test_rows_are_the_means_of_the_runs(frames, drawn):
    cell = main_uniform(frames["regret"]).query("decomposition == 'lp'")
    curves = cell.pivot(index="replicate", columns="round", values="regret")
    data = drawn["figure-01"][""].data
    rows = data[(data["series"] == "batched-elimination-lp") & (data["band"] == MEAN)]
    np.testing.assert_array_equal(rows["x"], curves.columns)
    np.testing.assert_allclose(rows["estimate"], curves.mean())
    assert set(rows["n"]) == {len(curves)}


def test_other_readings_never_enter_the_curves(config, frames, drawn):
    frame = frames["regret"].copy()
    frame.loc[frame["reading"] != "main", "regret"] *= 100
    again = SPECS["figure-01"].plot({"regret": frame}, config)[""].data
    assert again.equals(drawn["figure-01"][""].data)


def test_readings_compare_the_same_replicates(config, frames):
    ratios = figures_readings.reading_ratios(frames["regret"], config)
    assert "main" not in set(ratios["reading"])
    assert set(ratios["series"]) == set(figures_regret.PAPER_SERIES)
    same = ratios[(ratios["reading"] == "same-arm") & (ratios["instance"] == "uniform")].iloc[0]
    runs = main_uniform(frames["regret"])
    final = runs[runs["round"] == config.regret.horizon]
    means = final.groupby("decomposition")["regret"].mean()
    assert same["ratio"] == pytest.approx(means["same-arm"] / means["greedy"])


def test_ratios_of_readings_use_every_run(config, frames):
    frame = frames["regret"]
    spared = (frame["reading"] != "main") & (frame["replicate"] < 2)
    ratios = figures_readings.reading_ratios(frame[~spared], config)
    row = ratios[(ratios["reading"] != "same-arm") & (ratios["instance"] == "uniform")].iloc[0]
    at = (frame["round"] == config.regret.horizon) & (frame["instance"] == "uniform")
    runs = figures_readings.with_series(frame[at & ~spared]).query("series == @row.series")
    means = runs.groupby("reading")["regret"].mean()
    assert row["ratio"] == pytest.approx(means[row["reading"]] / means["main"])
    assert row["n"] == (runs["reading"] == row["reading"]).sum()


def test_readings_on_shared_instances_are_resampled_together(config, frames):
    """A reading that is twice the main one on each instance has an interval of length 0."""
    frame = frames["regret"].query("replicate < 2").copy()
    key = ["algorithm", "decomposition", "instance", "replicate", "round"]
    main = frame[frame["reading"] == "main"].set_index(key)["regret"]
    other = frame["reading"] != "main"
    keys = pd.MultiIndex.from_frame(frame.loc[other, key])
    frame.loc[other, "regret"] = 2 * main.reindex(keys).to_numpy()
    ratios = figures_readings.reading_ratios(frame, config).query("reading != 'same-arm'")
    np.testing.assert_allclose(ratios[["ratio", "low", "high"]], 2)
    np.testing.assert_allclose(ratios["correlation"], 1)


def test_scaling_takes_the_worst_gap(config, frames):
    frame = frames["scaling"].copy()
    worst = max(config.scaling.gaps)
    frame.loc[frame["gap"] == worst, "regret"] *= 10
    for size in figures_scaling.SIZES:
        series = "explore-then-commit"
        points = figures_scaling.points_of(frame, config, series, size)
        assert {point.gap for point in points} == {worst}
        assert [point.size for point in points] == figures_scaling.values_of(config, series, size)


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
    assert figures_regret.instance_of(config, 1) == "mine"
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
