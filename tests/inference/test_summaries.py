"""Means and curves as rows with bands, from streams that values name."""

import numpy as np
import pandas as pd
import pytest

from bandit_replications.bandits.streams import generator
from bandit_replications.inference import summaries
from bandit_replications.inference.intervals import mean_interval, predictive_mean_band

ROUNDS = [1, 10, 100]


@pytest.fixture
def frame():
    """Return two cells of 6 runs, of which the first 4 are whole; one cell has no epsilon."""
    g = np.random.default_rng(1)
    records = [
        (algorithm, epsilon, replicate, place, value)
        for algorithm, epsilon in [("dp-se", 0.5), ("ucb1", np.nan)]
        for replicate in range(6)
        for place, value in zip(ROUNDS, np.cumsum(g.exponential(1, 3)), strict=True)
        if replicate < 4 or place == 100
    ]
    columns = ["algorithm", "epsilon", "replicate", "round", "regret"]
    return pd.DataFrame(records, columns=columns)


def test_curves_are_of_the_whole_runs_only(frame):
    cell = frame[frame["algorithm"] == "dp-se"]
    curves, rounds = summaries.whole_runs(cell)
    assert list(rounds) == ROUNDS
    assert curves.shape == (4, 3)
    np.testing.assert_array_equal(curves[2], cell.loc[cell["replicate"] == 2, "regret"])


def test_final_means_count_every_run_and_name_their_streams_by_values(frame):
    found = summaries.final_means(frame, "regret", "algorithm", "epsilon", new_runs=15)
    assert list(found["algorithm"]) == ["dp-se", "dp-se", "ucb1", "ucb1"]
    assert list(found["n"]) == [6] * 4
    final = frame.loc[(frame["algorithm"] == "ucb1") & (frame["round"] == 100), "regret"]
    mean, new = (row for _, row in found[found["algorithm"] == "ucb1"].iterrows())
    assert mean["estimate"] == new["estimate"] == pytest.approx(final.mean())
    key = ("regret", "final", "ucb1", None)
    stream = generator(0, "intervals", summaries.MEAN, *key)
    expected = mean_interval(final, confidence=0.95, generator=stream)
    assert (mean["low"], mean["high"]) == expected
    stream = generator(0, "intervals", "95% band of a mean over 15 new runs", *key)
    expected = predictive_mean_band(final, runs=15, confidence=0.95, generator=stream)
    assert (new["low"], new["high"]) == expected
    assert new["low"] < mean["low"] < mean["estimate"] < mean["high"] < new["high"]


def test_rows_of_curves_and_means_keep_each_band(frame):
    found = summaries.curve_rows(frame, "algorithm", key=("toy",), panel="p", new_runs=15)
    assert found.columns.tolist() == list(summaries.COLUMNS)
    curves, _ = summaries.whole_runs(frame[frame["algorithm"] == "dp-se"])
    mean, new = (rows for _, rows in found[found["series"] == "dp-se"].groupby("band", sort=False))
    assert mean["x"].tolist() == ROUNDS
    np.testing.assert_allclose(mean["estimate"], curves.mean(axis=0))
    assert set(mean["n"]) == {4}
    assert (new["low"].to_numpy() <= mean["low"].to_numpy()).all()
    assert (new["high"].to_numpy() >= mean["high"].to_numpy()).all()
    means = summaries.final_means(frame, "regret", "algorithm", new_runs=15)
    found = summaries.mean_rows(means, series=means["algorithm"])
    assert found[["band", "estimate"]].equals(means[["band", "estimate"]])
    named = summaries.mean_rows(means, series="all", x=3, estimate="high", band="ends")
    assert set(named["band"]) == {"ends"}
    assert named["estimate"].tolist() == means["high"].tolist()


def test_columns_go_together_by_position_and_lack_no_published_one():
    index = pd.Index([5, 3])
    panel, estimate = pd.Series(["p", "q"], index), pd.Series([3.0, 4.0], index[::-1])
    x = pd.Series([1.0, 2.0])
    rows = summaries.rows(panel=panel, series="a", x=x, estimate=estimate, band="")
    both = summaries.concat([rows, summaries.rows(series="b", x=5, estimate=6.0, band="", n=7)])
    assert tuple(both.columns) == summaries.COLUMNS
    expected = [["p", 1.0, 3.0], ["q", 2.0, 4.0], ["", 5.0, 6.0]]
    assert both[["panel", "x", "estimate"]].to_numpy().tolist() == expected
    assert list(both["n"].isna()) == [True, True, False]
