"""Exponents and crossovers of hand-made data are those that the data were made with."""

import numpy as np
import pandas as pd
import pytest

from bandit_replications.papers.distributed.analysis import crossovers, growth


@pytest.mark.parametrize("table", growth.WIDTHS)
def test_data_as_printed_have_the_printed_exponents(table, made, quick):
    found = growth.exponents(made, quick, table)
    compared = found[found["printed"].notna()]
    assert len(compared) > 20
    # 2% of noise in 12 runs moves a slope over a factor 2 or more by less than 0.05
    assert np.abs(compared["exponent"] - compared["printed"]).max() < 0.05
    silent = found[found["algorithm"].isin(["independent-ucb1", "independent-delb"])]
    assert set(silent["quantity"]) == {"regret"}


def test_exponent_of_a_power_is_its_power(quick, making):
    def change(settings, quantity):
        entry = growth.ENTRIES.get(("table-1-arms", settings["algorithm"], quantity))
        size = settings["agents"], settings["arms"], settings["horizon"]
        return 1.0 if entry is None else settings["agents"] ** 2 / entry.value(*size)

    frame = making.table_one(quick, "table-1-arms", change)
    results = {"table-1-arms": frame, "gaps-arms": making.gaps(quick, "table-1-arms")}
    found = growth.exponents(results, quick, "table-1-arms")
    found = found[(found["algorithm"] == "demab") & (found["instance"] != growth.WORST_GAP)]
    for against, exponent in (("agents", 2), ("horizon", 0)):
        fitted = found[found["against"] == against]
        assert np.allclose(fitted["exponent"], exponent, atol=0.02)


def test_printed_logarithms_are_part_of_the_printed_exponent():
    entry = growth.ENTRIES["table-1-arms", "demab", "communication"]
    points = [
        growth.Point(size=growth.Size(m, 20, 10**9), regret=np.ones(2), communication=np.ones(2))
        for m in (4, 1024)
    ]
    slope = growth.printed_exponent(entry, points, "agents")
    # M ln(20 M) from M = 4 to 1024: 1 + ln(ln 20480 / ln 80) / ln 256
    assert slope == pytest.approx(1 + np.log(np.log(20480) / np.log(80)) / np.log(256))


@pytest.mark.parametrize(
    ("high", "size"),
    [
        ([2.0, 1.1, 0.9, 0.9], 100),
        ([0.9, 0.9], 1),
        ([0.9, 2.0, 0.9], 100),
        ([0.9, 0.9, 1.1], np.nan),
        ([], np.nan),
    ],
)
def test_protocol_pays_from_where_its_ratio_stays_below_one(high, size):
    line = pd.DataFrame({"size": 10 ** np.arange(len(high)), "high": high})
    assert crossovers.pays_from(line) == pytest.approx(size, nan_ok=True)


def test_demab_pays_against_elimination_by_the_root_of_the_agents(made, quick):
    found = crossovers.ratios(
        made,
        quick,
        table="table-1-arms",
        pair=("demab", "independent-elimination"),
        instance="hard",
        against="agents",
        horizon=max(quick.table_1_arms.base.horizons),
    )
    assert found["ratio"].to_numpy() == pytest.approx(found["size"] ** -0.5, rel=0.05)
    assert ((found["low"] <= found["ratio"]) & (found["ratio"] <= found["high"])).all()
