"""Figures and tables from a tiny run: everything is drawn, and shows what the data say."""

import numpy as np
import pandas as pd
import pytest

from bandit_replications.experiments.needs import select
from bandit_replications.papers.cooperative.figures import FIGURES
from bandit_replications.papers.cooperative.figures.networks import cover_means
from bandit_replications.papers.cooperative.figures.series import labelled
from bandit_replications.papers.cooperative.figures.sweeps import reading_ratios
from bandit_replications.papers.cooperative.tables import TABLES, exponents, trimming

SPECS = {spec.id: spec for spec in FIGURES}


def drawings(spec, results, config):
    return spec.plot(select(spec.needs(config), results.__getitem__), config)


@pytest.mark.parametrize("figure", SPECS)
def test_every_figure_is_drawn_in_every_variant(figure, tiny_results, tiny_config):
    found = drawings(SPECS[figure], tiny_results, tiny_config)
    assert set(found) == set(SPECS[figure].variants)
    for drawing in found.values():
        assert len(drawing.data)
        assert np.isfinite(drawing.data["estimate"]).all()
        banded = drawing.data.dropna(subset=["low"])
        assert (banded["low"] <= banded["estimate"] + 1e-9).all()


def test_figure_1a_shows_the_mean_of_the_runs(tiny_results, tiny_config):
    data = drawings(SPECS["figure-01a"], tiny_results, tiny_config)[""].data
    frame = tiny_results["private"]
    alone = frame[(frame["algorithm"] == "ucb1") & (frame["round"] == 60)]["regret"]
    shown = data[(data["series"] == "UCB1 (not private)") & (data["x"] == 60)]
    assert (shown["n"] == 3).all()  # every run is in every mean
    assert np.allclose(shown["estimate"], alone.mean())
    assert set(data["panel"]) == {
        "γ = diameter/2, rounded down",
        "γ = diameter/2, rounded up",
        "γ = diameter/2, rounded down,\nown message counted, as printed",
        "γ = diameter/2, rounded up,\nown message counted, as printed",
    }


@pytest.mark.parametrize("spec", TABLES, ids=lambda spec: spec.id)
def test_every_table_is_built(spec, tiny_results, tiny_config):
    frame = spec.build(select(spec.needs(tiny_config), tiny_results.__getitem__), tiny_config)
    assert len(frame)


def test_readings_are_ratios_to_the_main_one(tiny_results):
    ratios = reading_ratios(tiny_results["readings"])
    assert "main" not in set(ratios["reading"])
    doubled = tiny_results["readings"].copy()
    doubled.loc[doubled["reading"] != "main", "regret"] *= 2
    assert np.allclose(reading_ratios(doubled)["ratio"], 2 * ratios["ratio"])


def test_intervals_of_readings_pair_shared_instances():
    regret = np.array([100.0, 900.0, 400.0, 1600.0])
    runs = {"replicate": range(4), "round": 60, "algorithm": "ucb1", "epsilon": np.nan}
    main = pd.DataFrame({**runs, "regret": regret, "reading": "main"})
    other = pd.DataFrame({**runs, "regret": 1.1 * regret, "reading": "other"})
    found = reading_ratios(pd.concat([main.iloc[::-1], other]))
    assert np.allclose(found[["low", "high"]], 1.1)  # what instances differ by cancels


def test_runs_that_grow_linearly_are_counted():
    rounds = np.array([1, 25, 50, 100])
    regret = np.vstack([100 * rounds, *[10 * np.sqrt(rounds)] * 3])
    frame = pd.DataFrame({"replicate": range(4)}).merge(pd.DataFrame({"round": rounds}), "cross")
    names = dict.fromkeys(("estimator", "halves", "ties", "message_life"), "main")
    found = trimming({"trimming": frame.assign(regret=regret.ravel(), **names)}, None).iloc[0]
    assert found["linear_runs"] == 1
    assert found["linear_share"] == pytest.approx(10_000 / 10_300, abs=1e-4)
    assert found["median"] == 100


def test_exponents_pair_shared_means(tiny_results, tiny_config):
    frame = tiny_results["scaling"]
    own = frame["agents"] * (1 + frame["replicate"]) * frame["horizon"] ** 0.5
    found = exponents({"scaling": frame.assign(regret=own).iloc[::-1]}, tiny_config)
    assert np.allclose(found["low"], found["high"])  # what means differ by cancels


def test_clique_covers_of_known_networks(tiny_results):
    means = cover_means(labelled(tiny_results["graphs"], "epsilon", "contamination"))
    one = means[means["message_life"] == "1"].groupby("graph")["cover"].first()
    assert one["complete"] == 1
    assert one["star"] == 39  # 40 agents: a star needs one clique for each leaf
