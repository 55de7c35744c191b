import pytest

from bandit_replications.bandits.streams import spawn_key
from bandit_replications.configuration import validation as configuration
from bandit_replications.papers.private_online.experiments import EXPERIMENTS
from bandit_replications.runtime.code_version import import_closure

PACKAGE = "bandit_replications.papers.private_online"


@pytest.fixture(scope="module")
def cells():
    config = configuration.load("private_online")
    return [cell for experiment in EXPERIMENTS for cell in experiment.cells(config)]


def test_editing_a_claim_a_figure_or_a_bound_resimulates_nothing(cells):
    for modules in {cell.modules for cell in cells if cell.experiment != "lower-bound"}:
        for name in import_closure(*modules):
            shown = ("checks", "figures", "tables", "experiments")
            assert not name.startswith(tuple(f"{PACKAGE}.{part}" for part in shown)), name


def test_editing_one_algorithm_resimulates_its_own_cells_only(cells):
    algorithms = {"anytime_lazy_ucb", "hybrid_ucb", "dp_se", "ucb1", "follow_the_leader"}
    runs = [c for c in cells if c.experiment in ("regret", "readings", "full-information")]
    for own, modules in {(cell.settings["algorithm"], cell.modules) for cell in runs}:
        others = algorithms - {str(own).replace("-", "_")}
        closure = set(import_closure(*modules))
        assert not {f"{PACKAGE}.algorithms.{name}" for name in others} & closure, own


def test_every_replicate_of_every_cell_has_a_stream_of_its_own(cells):
    keys = {
        spawn_key("private_online", cell.experiment, *cell.settings.values(), replicate)
        for cell in cells
        for replicate in range(2)
    }
    assert len(keys) == 2 * len(cells)


def test_the_papers_scale(cells):
    # Section 6: T = 2 x 2^21, K = 5, seven epsilons, 15 runs at least.
    regret = [cell for cell in cells if cell.experiment == "regret"]
    assert {cell.parameters["horizon"] for cell in regret} == {2 * 2**21}
    assert all(cell.replicates >= 15 for cell in regret)
    private = [c for c in regret if c.settings["algorithm"] == "hybrid-ucb"]
    assert len(private) == 3 * 7
