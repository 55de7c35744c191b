import numpy as np
import pytest

from bandit_replications.bandits.streams import spawn_key
from bandit_replications.configuration import validation as configuration
from bandit_replications.papers.distributed import simulation
from bandit_replications.papers.distributed.experiments import EXPERIMENTS
from bandit_replications.papers.distributed.parameters import check_horizon, unit_of_cost
from bandit_replications.runtime.code_version import import_closure
from bandit_replications.runtime.errors import ConfigurationError

PACKAGE = "bandit_replications.papers.distributed"
NAMES = {experiment.name: experiment for experiment in EXPERIMENTS}
SMALL = {
    "table_1_arms": {
        "instances": [{"name": "linear", "family": "linear", "over": ["horizon"]}],
        "horizons": [2000],
        "base": {"agents": 3, "arms": 4, "horizons": [2000]},
        "replicates": {"default": 3, "immediate-sharing": 3, "independent-ucb1": 3},
    },
    "table_1_linear": {
        "instances": [
            {"name": "fixed", "actions": 12, "over": ["horizon"]},
            {"name": "anew", "actions": 12, "anew": True, "over": ["horizon"]},
        ],
        "horizons": [60],
        "base": {"agents": 2, "dimension": 2, "horizons": [60]},
        "replicates": {"default": 3, "delb": 3, "independent-delb": 3},
    },
}


@pytest.fixture(scope="module")
def cells():
    config = configuration.load("distributed")
    return [cell for experiment in EXPERIMENTS for cell in experiment.cells(config)]


@pytest.fixture(scope="module")
def small():
    return configuration.load("distributed", scale="quick", overrides=SMALL)


def test_editing_a_claim_a_figure_or_a_bound_resimulates_nothing(cells):
    for modules in {cell.modules for cell in cells}:
        own = modules[1] == f"{PACKAGE}.theory.lower_bounds"  # measures against the bound
        shown = ["checks", "figures", "tables", "experiments"]
        shown += [] if own else ["bounds", "lower_bounds"]
        for name in import_closure(*modules):
            assert not name.startswith(tuple(f"{PACKAGE}.{part}" for part in shown)), name


def test_every_replicate_of_every_cell_has_a_stream_of_its_own(cells):
    keys = {
        spawn_key("distributed", cell.experiment, *cell.settings.values(), replicate)
        for cell in cells
        for replicate in range(2)
    }
    assert len(keys) == 2 * len(cells)


@pytest.mark.parametrize("instance", ["linear", "hard"])
@pytest.mark.parametrize("horizon", [10**5, 10**6, 10**7, 10**8, 10**9, 10**12])
def test_the_grid_of_table_1(instance, horizon, cells):
    found = [
        cell
        for cell in cells
        if cell.experiment == "table-1-arms"
        and cell.settings["instance"] == instance
        and (cell.settings["agents"], cell.settings["arms"]) == (16, 20)
        and cell.settings["horizon"] == horizon
    ]
    runs = {cell.settings["algorithm"]: cell.replicates for cell in found}
    for algorithm in ("demab", "demab-instance-dependent", "independent-elimination"):
        assert runs[algorithm] == 200
    assert {cell.parameters["instance"]["law"] for cell in found} == {"bernoulli"}
    linear = {"family": "linear", "best": 0.9, "worst": 0.1}
    if instance == "linear":
        assert all(linear.items() <= cell.parameters["instance"].items() for cell in found)


def test_agents_reach_1024_and_sets_of_actions_have_200_vectors(cells):
    assert max(cell.settings["agents"] for cell in cells if cell.settings["agents"]) == 1024
    sets = [cell.parameters["instance"] for cell in cells if cell.experiment == "table-1-linear"]
    assert {entry["actions"] for entry in sets} == {200}
    assert {entry["anew"] for entry in sets} == {False, True}


@pytest.mark.parametrize("name", ["table-1-arms", "table-1-linear"])
def test_replicates_do_not_depend_on_how_they_are_divided(name, small):
    experiment = NAMES[name]
    for cell in experiment.cells(small):
        whole = experiment.simulate(cell, 0, 3, 7)
        parts = [experiment.simulate(cell, number, number + 1, 7) for number in range(3)]
        for column, values in whole.items():
            assert np.array_equal(values, np.concatenate([part[column] for part in parts])), cell


def test_curves_end_where_the_final_rows_do():
    section = {**SMALL["table_1_arms"], "curve_replicates": 3, "checkpoints": 6}
    config = configuration.load("distributed", scale="quick", overrides={"table_1_arms": section})
    experiment = NAMES["table-1-arms"]
    for cell in experiment.cells(config):
        rows = experiment.simulate(cell, 0, 3, 7)
        last = rows["round"] == cell.settings["horizon"]
        assert last.sum() == 3
        assert (~last).sum() > 3
        for name in ("regret", "communication"):
            steps = np.diff(rows[name])[rows["replicate"][1:] == rows["replicate"][:-1]]
            assert (steps >= -1e-9).all()


def test_who_is_alone_sends_nothing_and_immediate_sharing_2_m_squared_a_step(small):
    for name in ("table-1-arms", "table-1-linear"):
        for cell in NAMES[name].cells(small):
            sent = NAMES[name].simulate(cell, 0, 2, 7)["communication"]
            algorithm, agents = str(cell.settings["algorithm"]), cell.settings["agents"]
            if algorithm.startswith("independent"):
                assert (sent == 0).all()
            if algorithm == "immediate-sharing":
                assert (sent == 2 * agents**2 * cell.settings["horizon"]).all()


def test_costs_in_bits_are_numbers_times_their_length(small):
    in_bits = {name: {**section, "cost": "bits"} for name, section in SMALL.items()}
    config = configuration.load("distributed", scale="quick", overrides=in_bits)
    experiment = NAMES["table-1-arms"]
    for numbers, bits in zip(experiment.cells(small), experiment.cells(config), strict=True):
        one, other = (experiment.simulate(cell, 0, 2, 7) for cell in (numbers, bits))
        # log2(4 * 3 * 2000) = 14.55
        assert np.array_equal(15 * one["communication"], other["communication"])
    assert unit_of_cost("bits", agents=1, horizon=4) == 4


def test_messages_add_up_to_the_communication_of_the_run():
    config = configuration.load("distributed", scale="quick")
    experiment = NAMES["messages"]
    for cell in experiment.cells(config):
        rows = experiment.simulate(cell, 0, 1, 7)
        assert set(rows["sender"]) <= {"agents", "server"}
        assert (rows["numbers"] > 0).all()
        assert rows["round"].max() <= cell.settings["horizon"]


def test_a_budget_is_kept():
    config = configuration.load("distributed", scale="quick")
    experiment = NAMES["lower-bound"]
    for cell in experiment.cells(config):
        sent = experiment.simulate(cell, 0, 2, 7)["communication"]
        assert (sent <= cell.settings["budget"]).all()


def test_the_papers_assumption_on_the_horizon():
    check_horizon(agents=16, arms=20, horizon=21)
    with pytest.raises(ValueError, match="horizon: 20 with 16 agents and 20 arms; allowed: more"):
        check_horizon(agents=16, arms=20, horizon=20)
    with pytest.raises(ValueError, match=r"= 375\.798"):  # 150 ln 150 / 2
        check_horizon(agents=150, arms=2, horizon=300)
    with pytest.raises(ValueError, match="max\\(agents, 2\\) = 8"):
        check_horizon(agents=8, horizon=8)


@pytest.mark.parametrize(
    ("override", "message"),
    [
        ({"table_1_arms": {"agents": [0]}}, "numbers of at least 1"),
        ({"table_1_arms": {"arms": [0]}}, "numbers of at least 1"),
        ({"table_1_linear": {"dimensions": [0]}}, "numbers of at least 1"),
        ({"table_1_arms": {"horizons": [10**13]}}, "numbers of at most 1000000000000"),
        ({"table_1_arms": {"horizons": [15]}}, "horizon: 15 with 16 agents and 20 arms; allowed"),
        ({"table_1_arms": {"horizons": [1e5]}}, "a whole number"),
        ({"table_1_arms": {"T": 5}}, "the word is horizon"),
        ({"table_1_arms": {"algorithms": ["demap"]}}, "'demap'; allowed: demab"),
        ({"table_1_arms": {"most_pulls": {"delb": 9}}}, "most_pulls: 'delb'; allowed: demab"),
        (
            {"table_1_arms": {"options": {"demab": {"burn_in": -1}}}},
            r"table_1_arms\.options\.demab\.burn_in: -1; allowed: numbers of at least 0",
        ),
        (
            {"table_1_linear": {"options": {"delb": {"precision_bit": 8}}}},
            r"table_1_linear\.options\.delb\.precision_bit: unknown key\. Did you mean 'precision",
        ),
        (
            {"table_1_linear": {"options": {"immediate-sharing": {"message": "vectors"}}}},
            r"options\.immediate-sharing\.message: 'vectors'",
        ),
        (
            {
                "variants": {
                    "variants": [
                        {"variant": "x", "algorithm": "delb", "options": {"precision_bits": 99}}
                    ]
                }
            },
            r"variants\[0\]\.options\.precision_bits: 99; allowed: numbers of at most 52",
        ),
        ({"table_1_arms": {"instances": [{"name": "x", "means": [2.0]}]}}, "mean 2; allowed"),
        (
            {"table_1_arms": {"instances": [{"name": "x", "family": "linear", "law": "beta"}]}},
            "the law beta; allowed: at most 1000000000 pulls",
        ),
        ({"table_1_linear": {"instances": [{"name": "x"}]}}, "either actions or a file"),
        (
            {"variants": {"variants": [{"variant": "x", "algorithm": "dcb"}]}},
            "allowed: demab, delb",
        ),
        (
            {
                "variants": {
                    "variants": [{"variant": "x", "algorithm": "delb", "module": "point-to-point"}]
                }
            },
            "allowed: demab",
        ),
        ({"messages": {"horizons": {"dcb": 100}}}, "'dcb'; allowed: demab"),
        ({"lower_bound": {"budgets": [-1]}}, "numbers of at least 0"),
        ({"lower_bound": {"horizon": 100}}, "allowed: more than max"),
    ],
)
def test_bad_input_is_answered_with_one_message(override, message):
    with pytest.raises(ConfigurationError, match=message):
        configuration.load("distributed", scale="quick", overrides=override)


def test_warm_runs_every_algorithm():
    simulation.warm()
