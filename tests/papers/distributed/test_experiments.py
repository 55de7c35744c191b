"""Cells, costs and gaps, and the checks of the paper's sections."""

import numpy as np
import pytest

from bandit_replications.configuration import validation as configuration
from bandit_replications.papers.distributed.experiments import EXPERIMENTS
from bandit_replications.papers.distributed.table_parameters import (
    Size,
    check_horizon,
    unit_of_cost,
)
from bandit_replications.runtime.errors import ConfigurationError

NAMES = {experiment.name: experiment for experiment in EXPERIMENTS}


def test_costs_in_bits_are_numbers_times_their_length():
    common = {
        "algorithms": ["immediate-sharing"],
        "instances": [{"name": "linear", "family": "linear", "over": ["horizon"]}],
        "horizons": [2000],
        "base": {"agents": 3, "arms": 4, "horizons": [2000]},
    }
    columns = []
    for cost in ("numbers", "bits"):
        overrides = {"table_1_arms": {**common, "cost": cost}}
        config = configuration.load("distributed", scale="quick", overrides=overrides)
        (cell,) = NAMES["table-1-arms"].cells(config)
        columns.append(cell.simulate(0, 2, root_seed=7)["communication"])
    # log2(4 * 3 * 2000) = 14.55
    assert np.array_equal(15 * columns[0], columns[1])
    assert unit_of_cost("bits", Size(1, 1, 4)) == 4


def test_papers_assumption_on_the_horizon():
    check_horizon(agents=16, arms=20, horizon=21)
    with pytest.raises(ValueError, match="horizon: 20 with 16 agents and 20 arms; allowed: more"):
        check_horizon(agents=16, arms=20, horizon=20)
    with pytest.raises(ValueError, match=r"= 375\.798"):  # 150 ln 150 / 2
        check_horizon(agents=150, arms=2, horizon=300)


VARIANT = {"variant": "x", "algorithm": "delb"}


@pytest.mark.parametrize(
    ("section", "override", "message"),
    [
        ("table_1_arms", {"horizons": [15]}, "horizon: 15 with 16 agents and 20 arms; allowed"),
        ("table_1_arms", {"most_pulls": {"delb": 9}}, "most_pulls: 'delb'; allowed: demab"),
        (
            "table_1_arms",
            {"instances": [{"name": "x", "family": "linear", "law": "beta"}]},
            "the law beta; allowed: at most 1000000000 pulls",
        ),
        ("variants", {"variants": [{**VARIANT, "algorithm": "dcb"}]}, "allowed: demab, delb"),
        ("variants", {"variants": [{**VARIANT, "module": "point-to-point"}]}, "allowed: demab"),
    ],
)
def test_bad_input_is_answered_with_one_message(section, override, message):
    with pytest.raises(ConfigurationError, match=message):
        configuration.load("distributed", scale="quick", overrides={section: override})


GAPS = {
    "gaps_arms": {
        "algorithms": ["demab", "independent-elimination"],
        "replicates": {"default": 2},
        "agents": [2],
        "arms": [3],
        "horizons": [400],
        "base": {"agents": 2, "arms": 3, "horizons": [400]},
        "largest": 0.8,
        "ratio": 2,
    }
}


def test_gaps_go_down_to_where_nobody_can_lose_much():
    section = configuration.load("distributed", scale="quick", overrides=GAPS).gaps_arms
    # sqrt(3 / 800) = 0.061
    assert section.gaps(section.sizes()[0]) == (0.8, 0.4, 0.2, 0.1, 0.05)


def test_a_run_at_a_gap_does_not_depend_on_the_other_gaps():
    fewer = {"gaps_arms": {**GAPS["gaps_arms"], "largest": 0.4}}
    runs = []
    for overrides in (GAPS, fewer):
        config = configuration.load("distributed", scale="quick", overrides=overrides)
        columns = NAMES["gaps-arms"].cells(config)[0].simulate(0, 2, root_seed=3)
        runs.append(columns["regret"][np.isin(columns["gap"], [0.4, 0.2, 0.1, 0.05])])
    assert np.array_equal(*runs)


def test_horizon_of_moved_arms_is_the_least_with_one_sure_phase():
    cells = NAMES["moved-arms"].cells(configuration.load("distributed"))
    found = {cell.settings["arms"]: cell.task for cell in cells}
    assert sorted(found) == [125, 250, 500, 1000, 2000]
    for arms, task in found.items():
        horizon = task.recording.horizon
        budget = -(-horizon // (16 * arms))
        assert budget >= 4 * 256 / 3 * arms * np.log(16 * arms * horizon) > 0.999 * budget


@pytest.mark.parametrize(("horizon", "said"), [(10_000, ["1 of DEMAB's 1 sizes"]), (10**9, [])])
def test_short_demab_is_remarked_once(quick, horizon, said):
    size = {"algorithm": "demab", "agents": 8, "arms": 20, "horizon": horizon}
    found = quick.remarks([size, size, {**size, "algorithm": "delb"}, {"agents": 8}])
    assert len(found) == len(said)
    assert all(words in line for words, line in zip(said, found, strict=True))
