import numpy as np
import pytest

from bandit_replications.experiments.needs import select
from bandit_replications.inference.summaries import final
from bandit_replications.papers.multiplayer.analysis.mean_curves import last_crossing
from bandit_replications.papers.multiplayer.tables import TABLES
from bandit_replications.runtime.errors import NotApplicable

SETS = ("online-regret", "readings")
SPECS = {spec.id: spec for spec in TABLES}


def cell(frame, scenario, algorithm):
    return frame[(frame["scenario"] == scenario) & (frame["algorithm"] == algorithm)]


@pytest.fixture(scope="module")
def tables(config, frames):
    return {
        spec.id: spec.build(select(spec.needs(config), frames.__getitem__), config)
        for spec in TABLES
    }


def test_moments_are_where_the_curves_put_them(tables):
    table = tables["table-moments"].set_index("scenario")
    assert np.isnan(table.loc["experiment-1", "first_change"])
    assert table.loc["experiment-2", "first_change"] == 0.25
    # made to rise from T/3 on, by 10% of 4800 losses within 800 rounds
    assert table.loc["experiment-2", "chairs_rise"] == pytest.approx(
        1 / 3 + 800 / 120_000, abs=1e-3
    )
    assert 1 / 3 < table.loc["experiment-2", "play_ahead"] < 0.60
    assert np.isnan(table.loc["experiment-1", "play_ahead"])


def test_readings_stand_beside_their_algorithm_as_configured(config, frames, tables):
    table = tables["table-readings"]
    entries = [entry for entry in config.readings.entries if entry.shared_means == 1]
    assert len(table) == 5 * len(entries) + 2  # shared means change one scenario
    row = cell(table, "experiment-2", "musical-chairs").iloc[0]
    cells = [cell(frames[name], "experiment-2", "musical-chairs") for name in SETS]
    ratio = cells[1]["regret"].mean() / final(cells[0])["regret"].mean()
    assert row["ratio"] == pytest.approx(ratio, rel=1e-3)
    assert row["ratio_low"] < row["ratio"] < row["ratio_high"]
    variants = tables["table-variants"]
    assert {"C&P without quiet, repaired"} < set(variants["algorithm"])


def test_the_last_crossing_is_interpolated_and_for_good():
    rounds = np.array([1.0, 2.0, 3.0, 4.0])
    assert last_crossing(rounds, np.array([1.0, -1.0, 3.0, 4.0])) == 2.25
    assert last_crossing(rounds, np.array([1.0, 2.0, 3.0, 4.0])) == 1
    assert np.isnan(last_crossing(rounds, np.array([1.0, 2.0, 3.0, -4.0])))


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


def test_moments_need_both_algorithms(config):
    fewer = config.online_regret.model_copy(update={"algorithms": ["musical-chairs"]})
    without = config.model_copy(update={"online_regret": fewer})
    with pytest.raises(NotApplicable, match="lacks"):
        SPECS["table-moments"].needs(without)
    with pytest.raises(NotApplicable, match="coordinate-and-play"):
        SPECS["table-variants"].needs(without)
