"""What a simulation's code version covers: the code that makes the numbers, and nothing else."""

import pytest

from bandit_replications.configuration.papers import PAPERS
from bandit_replications.experiments import run
from bandit_replications.runtime.code_version import import_closure

NOT_SIMULATION = ("configuration", "ledger", "reporting", "workflow", "runtime.processes")
OF_A_PAPER = ("checks", "figures", "tables", "experiments", "paper")


@pytest.mark.parametrize("paper", PAPERS)
def test_words_claims_and_looks_resimulate_nothing(paper):
    cells = run.create("quick", [paper], scale="quick").cells(paper)
    prefixes = [f"bandit_replications.{room}" for room in NOT_SIMULATION]
    prefixes += [f"bandit_replications.papers.{paper}.{room}" for room in OF_A_PAPER]
    for modules in {cell.modules for cell in cells}:
        for module in import_closure(*modules):
            assert not any(f"{module}.".startswith(f"{one}.") for one in prefixes), module
            other = module.split(".")[2:3] if ".papers." in module else [paper]
            assert other == [paper], module
