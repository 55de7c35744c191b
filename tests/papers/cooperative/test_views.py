"""Figures and tables from a tiny run: everything is drawn, and shows what the data say."""

import numpy as np
import pytest

from bandit_replications.inference import summaries
from bandit_replications.papers.cooperative.figures import FIGURES
from bandit_replications.papers.cooperative.figures.networks import cover_means
from bandit_replications.papers.cooperative.figures.series import labelled, looks
from bandit_replications.papers.cooperative.figures.sweeps import life_numbers, reading_ratios
from bandit_replications.papers.cooperative.tables import TABLES
from bandit_replications.workflow.study import select

SPECS = {spec.id: spec for spec in FIGURES}


def drawings(spec, results, config):
    return spec.plot(select(spec.needs(config), results.__getitem__), config)


@pytest.mark.parametrize("figure", SPECS)
def test_every_figure_is_drawn_in_every_variant(figure, tiny_results, tiny_config):
    found = drawings(SPECS[figure], tiny_results, tiny_config)
    assert set(found) == set(SPECS[figure].variants)
    for drawing in found.values():
        assert list(drawing.data.columns) == list(summaries.COLUMNS)
        assert len(drawing.data)
        assert np.isfinite(drawing.data["estimate"]).all()
        assert (drawing.data["low"] <= drawing.data["estimate"] + 1e-9).all()
        for axes in drawing.figure.axes:
            assert axes.get_xlabel()


def test_figure_1a_shows_the_mean_of_the_runs(tiny_results, tiny_config):
    data = drawings(SPECS["figure-01a"], tiny_results, tiny_config)[""].data
    frame = tiny_results["private"]
    alone = frame[(frame["algorithm"] == "ucb1") & (frame["round"] == 60)]["regret"]
    shown = data[(data["series"] == "UCB1 (not private)") & (data["x"] == 60)]
    assert np.allclose(shown["estimate"], alone.mean())
    assert set(data["panel"]) == {
        "γ = diameter/2, rounded down",
        "γ = diameter/2, rounded up",
    }


@pytest.mark.parametrize("table", [spec.id for spec in TABLES])
def test_every_table_is_built(table, tiny_results, tiny_config):
    spec = next(spec for spec in TABLES if spec.id == table)
    frame = spec.build(select(spec.needs(tiny_config), tiny_results.__getitem__), tiny_config)
    assert len(frame)


def test_series_have_a_colour_for_each_algorithm_and_a_look_of_their_own(tiny_results):
    frame = labelled(tiny_results["private"], "epsilon")
    shown = looks(frame)
    private = [look for name, look in shown.items() if name.startswith("private")]
    assert len({look.colour for look in private}) == 1
    assert len({(look.dashes, look.marker) for look in private}) == len(private) == 2
    assert len({look.colour for look in shown.values()}) == 5


def test_readings_are_ratios_to_the_main_one(tiny_results):
    ratios = reading_ratios(tiny_results["readings"])
    assert "main" not in set(ratios["reading"])
    doubled = tiny_results["readings"].copy()
    doubled.loc[doubled["reading"] != "main", "regret"] *= 2
    assert np.allclose(reading_ratios(doubled)["ratio"], 2 * ratios["ratio"])


def test_clique_covers_of_known_networks(tiny_results):
    means = cover_means(labelled(tiny_results["graphs"], "epsilon", "contamination"))
    one = means[means["message_life"] == "1"].groupby("graph")["cover"].first()
    assert one["complete"] == 1
    assert one["star"] == 39  # 40 agents: a star needs one clique for each leaf


def test_lives_stand_in_order():
    places = life_numbers([0, 1, 2, "diameter"])
    assert places == {"0": 0.0, "1": 1.0, "2": 2.0, "diameter": 3.0}
