import numpy as np
import pytest

from bandit_replications.experiments.needs import select
from bandit_replications.inference.summaries import MEAN
from bandit_replications.papers.private_online.figures import FIGURES
from bandit_replications.papers.private_online.tables import TABLES
from bandit_replications.reporting.tables import significant


@pytest.fixture(scope="module")
def tables(config, frames):
    return {
        spec.id: spec.build(select(spec.needs(config), frames.__getitem__), config)
        for spec in TABLES
    }


def test_final_regret_has_every_cell_and_the_figures_intervals(config, frames, tables):
    table = tables["table-final-regret"]
    cells = frames["regret"].groupby(["algorithm", "setting", "epsilon"], dropna=False)
    assert len(table) == cells.ngroups
    spec = next(spec for spec in FIGURES if spec.id == "figure-05")
    drawing = spec.plot(select(spec.needs(config), frames.__getitem__), config)[""]
    shown = drawing.data[(drawing.data["series"] == "dp-se") & (drawing.data["x"] == 8.0)]
    row = table[
        (table["setting"] == config.regret.settings[0].name)
        & (table["algorithm"] == "dp-se")
        & (table["epsilon"] == 8.0)
    ].iloc[0]
    mean, new = shown[shown["band"] == MEAN].iloc[0], shown[shown["band"] != MEAN].iloc[0]
    assert row["mean_low"] == significant(mean["low"])
    assert row["mean_high"] == significant(mean["high"])
    assert row["new_mean_low"] == significant(new["low"])
    assert row["new_mean_high"] == significant(new["high"])
    quantiles = ["least", "lower_quartile", "median", "upper_quartile", "most"]
    assert (np.diff(table[quantiles].to_numpy(), axis=1) >= 0).all()


def test_bounds_that_say_nothing_are_marked(config, tables):
    table = tables["table-bounds"]
    assert len(table) == 3 * len(config.regret.settings) * len(config.regret.epsilons)
    assert ((table["says nothing"] == "yes") == (table["bound"] >= table["trivial"])).all()
    assert set(table["says nothing"]) == {"", "yes"}


def test_an_atom_has_an_exact_interval(tables):
    table = tables["table-final-regret"]
    assert (table["atom_low"] <= table["atom_share"]).all()
    assert (table["atom_share"] <= table["atom_high"]).all()
    assert (table["atom_high"] > table["atom_low"]).all()


def test_readings_leave_out_the_main_one(config, tables):
    readings = {variant.reading for variant in config.readings.variants}
    assert set(tables["table-readings"]["reading"]) == readings - {"main"}


def test_a_statistical_loss_never_confirms_a_claim(tables):
    table = tables["table-privacy-audit"]
    over = table["loss"] > table["claimed"]
    assert (table.loc[over, "claim"] == "broken").all()
    sampled = ~over & (table["kind"] == "statistical")
    assert sampled.any()
    assert (table.loc[sampled, "claim"] == "not contradicted").all()
    assert (table.loc[~over & (table["kind"] != "statistical"), "claim"] == "kept").all()


def test_theorem_7_stands_beside_ftnl_only(tables):
    table = tables["table-full-information"]
    assert (table["theorem_7"].notna() == (table["algorithm"] == "ftnl")).all()
    repaired = table[table["reading"] == "noise-doubled"]
    assert len(repaired) > 0


def test_ratio_to_a_bound_of_zero_is_null(tables):
    table = tables["table-lower-bound"]
    assert (table["bound"] == 0).any()
    assert (table["ratio"].isna() == (table["bound"] == 0)).all()
