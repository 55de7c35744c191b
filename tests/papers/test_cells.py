"""What holds for the cells of every paper: code versions, streams, and rows whatever the shard."""

import numpy as np
import pytest

from bandit_replications.bandits.streams import spawn_key
from bandit_replications.configuration.papers import PAPERS
from bandit_replications.experiments import run
from bandit_replications.experiments.tasks import Replicates, content, modules_of
from bandit_replications.runtime.code_version import import_closure, modules_that_import
from bandit_replications.workflow.registry import find_paper

NOT_SIMULATION = ("configuration", "ledger", "reporting", "workflow", "runtime.processes")
OF_A_PAPER = ("catalogue", "checks", "figures", "tables", "parameters", "experiments", "paper")

every_paper = pytest.mark.parametrize("paper", PAPERS)


def cells_of(paper, *, scale="quick"):
    return run.create(scale, [paper], scale=scale).cells(paper)


@every_paper
def test_words_claims_and_looks_resimulate_nothing(paper):
    prefixes = [f"bandit_replications.{room}" for room in NOT_SIMULATION]
    prefixes += [f"bandit_replications.papers.{paper}.{room}" for room in OF_A_PAPER]
    for modules in {modules_of(cell.task) for cell in cells_of(paper)}:
        for module in import_closure(*modules):
            assert not any(f"{module}.".startswith(f"{one}.") for one in prefixes), module
            other = module.split(".")[2:3] if ".papers." in module else [paper]
            assert other == [paper], module


@every_paper
def test_code_versions_see_every_module(paper):
    """Import statements are what they read, so a simulation must find no module by its name."""
    by_name = set(modules_that_import("importlib")) - {"bandit_replications.bandits.extensions"}
    for modules in {modules_of(cell.task) for cell in cells_of(paper)}:
        assert not by_name & set(import_closure(*modules))


@every_paper
def test_a_run_depends_on_its_own_algorithm_only(paper):
    simulation = import_closure(f"bandit_replications.papers.{paper}.simulation")
    algorithms = find_paper(paper).algorithms
    assert not {module.__name__ for module in algorithms.values()} & set(simulation)
    held = {modules_of(cell.task)[1:] for cell in cells_of(paper)}
    assert max(len(modules) for modules in held) == 1


@every_paper
def test_every_replicate_of_every_cell_has_a_stream_of_its_own(paper):
    cells = cells_of(paper, scale="paper")
    keys = {spawn_key(*cell.stream, replicate) for cell in cells for replicate in range(2)}
    assert len(keys) == 2 * len(cells)
    assert {cell.stream[:2] for cell in cells} == {(paper, cell.experiment) for cell in cells}


@every_paper
def test_replicates_do_not_depend_on_how_they_are_divided(paper):
    for task in find_paper(paper).tiny_tasks():
        whole, *parts = (
            task.simulate(Replicates(stream=("tiny",), first=first, last=last, root_seed=7))
            for first, last in ((0, 3), (0, 1), (1, 3))
        )
        for name, values in whole.items():
            divided = np.concatenate([part[name] for part in parts])
            np.testing.assert_array_equal(values, divided, err_msg=str(content(task)))
