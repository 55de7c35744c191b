import types

import numpy as np
import pandas as pd
import pytest

from bandit_replications.inference.summaries import BOUND, COLUMNS
from bandit_replications.papers.multiplayer.figures import ranking
from bandit_replications.papers.multiplayer.theory.ranking_probability import (
    failure_bound,
    failure_probability,
)

PLAYERS, ROUNDS, SAMPLES = [2, 4], [1, 20, 40], 1000
CONFIG = types.SimpleNamespace(
    ranking=types.SimpleNamespace(players=PLAYERS, ranking_rounds=ROUNDS, samples=SAMPLES)
)


@pytest.fixture(scope="module")
def drawing():
    rows = [
        {
            "players": players,
            "ranking_rounds": rounds,
            "failure_simulated": round(
                failure_probability(players=players, ranking_rounds=rounds) * SAMPLES
            )
            / SAMPLES,
        }
        for players in PLAYERS
        for rounds in ROUNDS
    ]
    (spec,) = ranking.RANKING_FIGURES
    assert spec.needs(CONFIG)[0].experiment == "ranking"
    return spec.plot({"ranking": pd.DataFrame(rows)}, CONFIG)[""]


def test_csv_holds_exact_bound_and_simulated(drawing):
    data = drawing.data
    assert tuple(data.columns) == COLUMNS
    assert set(data["series"]) == {"K = 2", "K = 4"}
    for players in PLAYERS:
        part = data[data["series"] == f"K = {players}"].set_index("x")
        for band, function in ((ranking.EXACT, failure_probability), (BOUND, failure_bound)):
            line = part[part["band"] == band]["estimate"]
            assert line.index.tolist() == list(range(1, 41))
            assert line[20] == function(players=players, ranking_rounds=20)
        points = part[part["band"] == ranking.INTERVAL]
        assert points.index.tolist() == ROUNDS
        assert (points["low"] <= points["estimate"]).all()
        assert (points["high"] >= points["estimate"]).all()
        assert (points["n"] == SAMPLES).all()


def test_picture_shows_them_on_a_logarithmic_axis(drawing):
    (axes,) = drawing.figure.axes
    assert axes.get_yscale() == "log"
    drawn = [line.get_ydata() for line in axes.get_lines() if len(line.get_xdata()) > 3]
    least = min(float(np.min(values)) for values in drawn)
    assert least >= ranking.LEAST
    texts = [text.get_text() for text in drawing.figure.legends[0].get_texts()]
    assert texts[:2] == ["K = 2", "K = 4"]
