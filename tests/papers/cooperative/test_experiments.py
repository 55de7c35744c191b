import numpy as np
import pytest

from bandit_replications.bandits.streams import spawn_key
from bandit_replications.configuration import validation as configuration
from bandit_replications.papers.cooperative import simulation
from bandit_replications.papers.cooperative.experiments import EXPERIMENTS
from bandit_replications.runtime.code_version import import_closure
from bandit_replications.runtime.errors import ConfigurationError

PACKAGE = "bandit_replications.papers.cooperative"
FILE = {"name": "x", "family": "file", "file": "no", "agents": None, "edge_probability": None}


@pytest.fixture(scope="module")
def cells():
    config = configuration.load("cooperative")
    return [cell for experiment in EXPERIMENTS for cell in experiment.cells(config)]


def test_editing_a_claim_a_figure_or_a_bound_resimulates_nothing(cells):
    for modules in {cell.modules for cell in cells}:
        own = modules[1] == f"{PACKAGE}.theory.lower_bounds"  # measures against the bounds
        shown = ("checks", "figures", "tables", "experiments")
        shown += () if own else ("bounds", "lower_bounds")
        for name in import_closure(*modules):
            assert not name.startswith(tuple(f"{PACKAGE}.{part}" for part in shown)), name


def test_editing_one_algorithm_resimulates_its_own_cells_only(cells):
    others = {"private_multi_agent_ucb", "byzantine_proof_ucb", "dp_ucb_int"}
    for cell in cells:
        if "algorithm" not in cell.settings:
            continue
        own = str(cell.settings["algorithm"]).replace("-", "_")
        closure = import_closure(*cell.modules)
        assert not {f"{PACKAGE}.algorithms.{name}" for name in others - {own}} & set(closure), own


def test_every_replicate_of_every_cell_has_a_stream_of_its_own(cells):
    keys = {
        spawn_key("cooperative", cell.experiment, *cell.settings.values(), replicate)
        for cell in cells
        for replicate in range(2)
    }
    assert len(keys) == 2 * len(cells)


def test_the_papers_scale(cells):
    # Section 5: M = 200, K = 5, G(200, 0.1), 100 trials
    panels = [c for c in cells if c.experiment in ("private", "byzantine", "message-life")]
    assert {c.parameters["network"]["agents"] for c in panels} == {200}
    assert {c.parameters["network"]["edge_probability"] for c in panels} == {0.1}
    assert {c.parameters["means"]["arms"] for c in panels} == {5}
    assert all(c.replicates >= 100 for c in panels)
    byzantine = [c for c in panels if c.experiment == "byzantine"]
    assert {c.parameters["means"]["lowest"] for c in byzantine} == {0.3}
    assert 0.001 in {c.settings["contamination"] for c in byzantine}


def test_algorithms_meet_the_same_environments(cells):
    chosen = [c for c in cells if c.experiment == "private"][:3]
    draws = [simulation._environment(cell, 5, 2) for cell in chosen]
    for one in draws[1:]:
        assert np.array_equal(one.lengths, draws[0].lengths)
        assert np.array_equal(one.means, draws[0].means)


def test_replicates_do_not_depend_on_how_they_are_divided(cells, tiny_config):
    private = EXPERIMENTS[0]
    cell = private.cells(tiny_config)[0]
    whole = private.simulate(cell, 0, 3, 7)
    parts = [private.simulate(cell, n, n + 1, 7) for n in range(3)]
    for name, values in whole.items():
        assert np.array_equal(values, np.concatenate([part[name] for part in parts]))


@pytest.mark.parametrize(
    ("override", "message"),
    [
        ({"private": {"epsilons": [0]}}, "greater than 0"),
        ({"private": {"exponents": [1.5]}}, "less than 1.5"),
        ({"private": {"exponents": [1]}}, "greater than 1"),
        (
            {"private": {"message_lives": [-1]}},
            "message life -1; allowed: an integer >= 0, diameter",
        ),
        ({"private": {"horizon": 4}}, "at least the number of arms, 5"),
        ({"private": {"algorithms": ["ucb"]}}, "allowed: private-multi-agent-ucb"),
        ({"private": {"M": 5}}, "the word is agents"),
        ({"byzantine": {"contaminations": [{"probability": 0.5}]}}, "less than 0.5"),
        ({"byzantine": {"contaminations": [{"probability": 0.1, "source": "outliers"}]}}, "value"),
        ({"saturated_reports": {"contaminations": [0.5]}}, "less than 0.5"),
        ({"private": {"network": FILE}}, "edge list"),
    ],
)
def test_bad_input_is_answered_with_one_message(override, message):
    with pytest.raises(ConfigurationError, match=message):
        configuration.load("cooperative", overrides=override)


def test_warm_runs_every_algorithm():
    simulation.warm()
