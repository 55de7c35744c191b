import pytest

from bandit_replications.inference.summaries import BOUND
from bandit_replications.papers.multiplayer.figures import ranking
from bandit_replications.papers.multiplayer.theory.ranking_probability import (
    failure_bound,
    failure_probability,
)


@pytest.fixture(scope="module")
def drawing(config, frames):
    return ranking.RANKING.plot(frames, config)[""]


def test_exact_bound_and_simulated_for_each_number_of_players(config, drawing):
    section, data = config.ranking, drawing.data
    for players in section.players:
        part = data[data["series"] == f"K = {players}"].set_index("x")
        for band, function in ((ranking.EXACT, failure_probability), (BOUND, failure_bound)):
            line = part[part["band"] == band]["estimate"]
            assert line.index.tolist() == list(range(1, max(section.ranking_rounds) + 1))
            assert line[20] == function(players=players, ranking_rounds=20)
        points = part[part["band"] == ranking.INTERVAL]
        assert points.index.tolist() == section.ranking_rounds
        assert points["estimate"].between(points["low"], points["high"]).all()
