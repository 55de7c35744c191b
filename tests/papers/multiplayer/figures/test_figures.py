import numpy as np
import pytest

from bandit_replications.experiments.needs import select
from bandit_replications.inference.summaries import BOUND, MEAN, new_mean
from bandit_replications.papers.multiplayer.analysis.ratios import variant_ratios, variants_needs
from bandit_replications.papers.multiplayer.figures import FIGURES, ranking
from bandit_replications.papers.multiplayer.figures.horizon_sweep import FIT, SPREAD
from bandit_replications.papers.multiplayer.figures.online_regret import SPREAD as TEN_RUNS
from bandit_replications.papers.multiplayer.figures.online_regret import typical_deviation
from bandit_replications.papers.multiplayer.theory import bounds
from bandit_replications.papers.multiplayer.theory.ranking_probability import (
    failure_bound,
    failure_probability,
)
from bandit_replications.runtime.errors import NotApplicable
from support import multiplayer_results as synthetic

SPECS = {spec.id: spec for spec in FIGURES}
ELSEWHERE = ("figure-01", "figure-final-regret-law", "figure-subset-sampling")
NEW = new_mean(10)
SCENARIOS = {"figure-02": "experiment-1", "figure-03": "experiment-2", "figure-04": "experiment-3"}
# Section 5: when losses change, as shares of the horizon
CHANGES = {"figure-02": [], "figure-03": [1 / 4, 1 / 3], "figure-04": [1 / 4]}


def draw(figure, config, frames):
    spec = SPECS[figure]
    return spec.plot(select(spec.needs(config), frames.__getitem__), config)


@pytest.fixture(scope="module")
def drawn(config, frames):
    return {name: draw(name, config, frames) for name in SPECS if name not in ELSEWHERE}


@pytest.mark.parametrize("figure", CHANGES)
def test_curves_are_the_papers_mean_and_deviation(config, frames, drawn, figure):
    data = drawn[figure][""].data
    assert set(data["series"]) == {"coordinate-and-play", "musical-chairs"}
    assert set(data["band"]) == {TEN_RUNS, NEW}
    horizon, runs = config.online_regret.horizon, synthetic.RUNS
    cells = frames["online-regret"].groupby(["scenario", "algorithm", "round"])
    frame = cells.get_group((SCENARIOS[figure], "musical-chairs", horizon))
    last = data[(data["series"] == "musical-chairs") & (data["band"] == TEN_RUNS)].iloc[-1]
    mean, deviation = frame["regret"].mean(), typical_deviation(frame[["regret"]].to_numpy())[0]
    assert last["estimate"] == pytest.approx(mean)
    assert last["low"] == pytest.approx(mean - deviation)
    assert last["high"] == pytest.approx(mean + deviation)
    assert last["n"] == runs
    everything = drawn[figure]["all"].data
    assert set(everything["series"]) == set(config.online_regret.algorithms)
    assert set(everything["band"]) == {MEAN}


def test_one_failed_run_widens_no_typical_band():
    curves = np.random.default_rng(1).normal(100.0, 5.0, (200, 1))
    typical = typical_deviation(curves)
    curves[17] = 10_000.0
    assert typical_deviation(curves) == pytest.approx(typical, rel=0.1)
    assert curves.std() > 50 * typical[0]
    assert typical_deviation(curves[:4]) == pytest.approx(curves[:4].std(axis=0))


def test_a_repair_is_compared_with_as_many_rounds_of_ranking(config, frames):
    needs = {name for need in variants_needs(config) for name in need.where.get("reading", ())}
    assert "Theorem 4.1's ranking" in needs
    table = variant_ratios(frames, config).set_index(["scenario", "algorithm"])
    regret = frames["readings"].groupby(["scenario", "reading"])["regret"].mean()["experiment-2"]
    found = table.loc[
        ("experiment-2", "C&P without quiet, repaired, Theorem 4.1's ranking"), "ratio"
    ]
    repaired, quiet = regret["repaired, Theorem 4.1's ranking"], regret["Theorem 4.1's ranking"]
    assert found == pytest.approx(repaired / quiet)


@pytest.mark.parametrize("figure", CHANGES)
def test_learning_and_changes_are_marked(config, drawn, figure):
    (ax,) = drawn[figure][""].figure.axes
    horizon = config.online_regret.horizon
    marks = [line.get_xdata()[0] for line in ax.lines if list(line.get_ydata()) == [0, 1]]
    assert marks == pytest.approx([3000, *(share * horizon for share in CHANGES[figure])])
    names = [text.get_text() for text in drawn[figure][""].figure.legends[0].get_texts()]
    assert ("a link changes" in names) == bool(CHANGES[figure])


@pytest.mark.parametrize("figure", ["figure-05", "figure-06", "figure-07"])
def test_sweep_has_every_horizon_its_line_and_the_bound(config, drawn, figure):
    drawing = drawn[figure][""]
    data = drawing.data
    horizons = list(config.horizon_sweep.horizons)
    for algorithm in config.horizon_sweep.algorithms:
        part = data[(data["series"] == algorithm) & (data["band"] == SPREAD)]
        assert list(part["x"]) == horizons
        line = data[(data["series"] == algorithm) & (data["band"] == FIT)]
        slope = np.polyfit(np.log(part["x"]), np.log(part["estimate"]), 1)[0]
        ends = line["estimate"].to_numpy()
        assert np.log(ends[1] / ends[0]) / np.log(14) == pytest.approx(slope)
    rows = data[data["series"] == "theorem-4-1"]
    expected = [bounds.theorem_4_1_regret(players=4, arms=8, horizon=int(t)) for t in rows["x"]]
    np.testing.assert_allclose(rows["estimate"], expected)
    (ax,) = drawing.figure.axes
    assert (ax.get_xscale(), ax.get_yscale()) == ("log", "log")
    names = [text.get_text() for text in drawing.figure.legends[0].get_texts()]
    assert any("slope 0.6" in name for name in names)


def test_scaling_has_a_panel_for_each_size_and_its_bound(config, drawn):
    data = drawn["figure-scaling"][""].data
    assert list(data["panel"].unique()) == ["block length", "players", "arms"]
    measured, bound = (data[data["band"] == band] for band in (MEAN, BOUND))
    assert len(measured) == len(bound)
    blocks = measured[measured["panel"] == "block length"]
    assert len(blocks) == len(config.scaling.block_factors)
    assert set(measured.loc[measured["panel"] == "players", "x"]) == {2, 4, 8, 16}


def test_other_scenarios_are_those_not_of_the_paper(config, drawn):
    panels = set(drawn["figure-other-scenarios"][""].data["panel"])
    names = {scenario.name for scenario in config.online_regret.scenarios}
    assert panels == names - set(SCENARIOS.values())


def test_a_rerun_with_another_scenario_has_no_figure_of_the_paper():
    mine = {"name": "mine", "means": [0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]}
    config = synthetic.load(online_regret={"horizon": 12_000, "scenarios": [mine]})
    for figure in CHANGES:
        with pytest.raises(NotApplicable, match="online_regret"):
            SPECS[figure].needs(config)
    frames = {"online-regret": synthetic.results(config, "online-regret")}
    assert set(draw("figure-other-scenarios", config, frames)[""].data["panel"]) == {"mine"}


def test_regret_below_zero_is_drawn(config, frames):
    frame = frames["online-regret"]
    fallen = frame.assign(regret=frame["regret"] - 1e5)
    (ax,) = draw("figure-04", config, {"online-regret": fallen})[""].figure.axes
    assert ax.get_ylim()[0] < -9e4
    # ratios of such means say nothing: the scenarios are left out
    with pytest.raises(NotApplicable, match="positive"):
        SPECS["figure-variants"].plot({"online-regret": fallen}, config)


def test_repairs_stand_among_the_variants_and_other_readings_apart(config, drawn):
    variants, readings = (
        set(drawn[name][""].data["series"]) for name in ("figure-variants", "figure-readings")
    )
    assert "C&P without quiet, repaired" in variants
    assert "Musical Chairs: ties at random" in readings
    assert not [name for name in readings if "repaired" in name]
    assert len(readings) == sum(not entry.repair for entry in config.readings.entries)


def test_exact_bound_and_simulated_for_each_number_of_players(config, drawn):
    section, data = config.ranking, drawn["figure-ranking"][""].data
    for players in section.players:
        part = data[data["series"] == f"K = {players}"].set_index("x")
        for band, function in ((ranking.EXACT, failure_probability), (BOUND, failure_bound)):
            line = part[part["band"] == band]["estimate"]
            assert line.index.tolist() == list(range(1, max(section.ranking_rounds) + 1))
            assert line[20] == function(players=players, ranking_rounds=20)
        points = part[part["band"] == ranking.INTERVAL]
        assert points.index.tolist() == section.ranking_rounds
        assert points["estimate"].between(points["low"], points["high"]).all()
