import numpy as np
import pytest

from bandit_replications.inference.summaries import MEAN
from bandit_replications.papers.multiplayer import tables as module
from bandit_replications.papers.multiplayer.figures import FIGURES
from bandit_replications.papers.multiplayer.tables import TABLES
from bandit_replications.reporting.tables import significant
from bandit_replications.runtime.errors import NotApplicable
from bandit_replications.workflow.study import select
from support import multiplayer_results as synthetic

SPECS = {spec.id: spec for spec in TABLES}


def cell(frame, scenario, algorithm):
    return frame[(frame["scenario"] == scenario) & (frame["algorithm"] == algorithm)]


@pytest.fixture(scope="module")
def tables(config, frames):
    return {
        spec.id: spec.build(select(spec.needs(config), frames.__getitem__), config)
        for spec in TABLES
    }


def test_final_regret_has_every_cell_and_the_figures_intervals(config, frames, tables):
    table = tables["table-final-regret"]
    assert len(table) == frames["online-regret"].groupby(["algorithm", "scenario"]).ngroups
    spec = next(spec for spec in FIGURES if spec.id == "figure-comparison")
    data = spec.plot(frames, config)[""].data
    shown = data[(data["panel"] == "experiment-2") & (data["series"] == "musical-chairs")]
    row = cell(table, "experiment-2", "musical-chairs").iloc[0]
    mean, new = shown[shown["band"] == MEAN].iloc[0], shown[shown["band"] != MEAN].iloc[0]
    for end in ("low", "high"):
        assert row[f"mean_{end}"] == significant(mean[end])
        assert row[f"new_mean_{end}"] == significant(new[end])
    quantiles = ["least", "lower_quartile", "median", "upper_quartile", "most"]
    assert (np.diff(table[quantiles].to_numpy(), axis=1) >= 0).all()
    assert (table["collisions"] == config.online_regret.horizon // 10).all()


def test_variants_are_ratios_to_coordinate_and_play(frames, tables):
    table = tables["table-variants"]
    assert "coordinate-and-play" not in set(table["algorithm"])
    final = frames["online-regret"]
    final = final[final["round"] == final["round"].max()]
    row = cell(table, "experiment-1", "independent-exp3").iloc[0]
    exp3, play = (
        cell(final, "experiment-1", name)["regret"].mean()
        for name in ("independent-exp3", "coordinate-and-play")
    )
    assert row["ratio"] == pytest.approx(exp3 / play, rel=1e-3)
    assert row["ratio_low"] < row["ratio"] < row["ratio_high"]


def test_moments_are_where_the_curves_put_them(tables):
    table = tables["table-moments"].set_index("scenario")
    assert np.isnan(table.loc["experiment-1", "first_change"])
    assert table.loc["experiment-2", "first_change"] == 0.25
    # made to rise from T/3 on; the next recorded round is a little later
    assert 1 / 3 < table.loc["experiment-2", "chairs_rise"] < 0.40
    assert 1 / 3 < table.loc["experiment-2", "play_ahead"] < 0.60
    assert np.isnan(table.loc["experiment-1", "play_ahead"])


def test_ahead_is_from_then_on_and_not_for_a_while():
    rounds = np.array([1.0, 2.0, 3.0, 4.0])
    assert module._ahead(rounds, np.array([True, False, True, True])) == 3
    assert module._ahead(rounds, np.array([True, True, True, True])) == 1
    assert np.isnan(module._ahead(rounds, np.array([True, True, True, False])))


def test_exponents_are_those_that_were_put_in(tables):
    table = tables["table-exponents"].set_index(["scenario", "algorithm"])
    play = table.xs("coordinate-and-play", level="algorithm")
    assert (play["slope"] - 2 / 3).abs().max() < 0.03
    assert table.loc[("experiment-1", "musical-chairs"), "slope"] == pytest.approx(0, abs=0.05)
    assert (table["slope_low"] < table["slope"]).all()
    assert (table["slope"] < table["slope_high"]).all()


def test_a_mean_that_is_not_positive_has_no_line(config, frames):
    frame = frames["horizon-sweep"].copy()
    chosen = frame["algorithm"] == "musical-chairs"
    frame.loc[chosen & (frame["horizon"] == frame["horizon"].min()), "regret"] = -1.0
    table = SPECS["table-exponents"].build({"horizon-sweep": frame}, config)
    assert set(table["algorithm"]) == {"coordinate-and-play"}


def test_scaling_and_ranking_stand_beside_their_bounds(frames, tables):
    table = tables["table-scaling"]
    assert (table["bound"] > table["mean"]).all()
    assert len(table) == frames["scaling"].groupby(["players", "arms", "block_length"]).ngroups
    ranking = tables["table-ranking"]
    assert len(ranking) == len(frames["ranking"])
    assert (ranking["failure_exact"] <= ranking["bound"]).all()


def test_moments_need_both_algorithms_and_curves(config):
    fewer = config.online_regret.model_copy(update={"algorithms": ["musical-chairs"]})
    without = config.model_copy(update={"online_regret": fewer})
    with pytest.raises(NotApplicable, match="lacks"):
        SPECS["table-moments"].needs(without)
    with pytest.raises(NotApplicable, match="curve_replicates"):
        SPECS["table-moments"].needs(synthetic.load(online_regret={"curve_replicates": 0}))
    with pytest.raises(NotApplicable, match="coordinate-and-play"):
        SPECS["table-variants"].needs(without)
