import numpy as np

from bandit_replications.papers.multiplayer.analysis.mean_curves import last_crossing
from bandit_replications.papers.multiplayer.tables import exponents


def test_last_crossing_is_interpolated_and_for_good():
    rounds = np.array([1.0, 2.0, 3.0, 4.0])
    assert last_crossing(rounds, np.array([1.0, -1.0, 3.0, 4.0])) == 2.25
    assert last_crossing(rounds, np.array([1.0, 2.0, 3.0, 4.0])) == 1
    assert np.isnan(last_crossing(rounds, np.array([1.0, 2.0, 3.0, -4.0])))


def test_mean_below_zero_has_no_line(config, frames):
    frame = frames["horizon-sweep"].copy()
    chosen = frame["algorithm"] == "musical-chairs"
    frame.loc[chosen & (frame["horizon"] == frame["horizon"].min()), "regret"] = -1.0
    table = exponents({"horizon-sweep": frame}, config)
    assert set(table["algorithm"]) == {"coordinate-and-play"}
