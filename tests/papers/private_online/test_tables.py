import pytest

from bandit_replications.experiments.needs import select
from bandit_replications.papers.private_online.tables import TABLES


@pytest.fixture(scope="module")
def tables(config, frames):
    return {
        spec.id: spec.build(select(spec.needs(config), frames.__getitem__), config)
        for spec in TABLES
        if spec.id not in ("table-anytime", "table-readings")
    }


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
