"""What holds for the cells of every paper: code versions, streams, and rows whatever the shard."""

import shutil

import numpy as np
import pytest

from bandit_replications.bandits.streams import spawn_key
from bandit_replications.configuration.papers import PAPERS
from bandit_replications.experiments import run
from bandit_replications.experiments.compiling import cheapest_tasks
from bandit_replications.experiments.tasks import Replicates, content, modules_of
from bandit_replications.runtime.code_version import code_hash, import_closure, modules_that_import
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


# A file, what is changed in it, and the algorithms of private_online whose cells change.
EDITS = [
    ("bandits/trajectories.py", "raise BadValue(", 'raise BadValue("Reworded: " ', ()),
    ("papers/private_online/algorithms/dp_se.py", '"""DP-SE: private', '"""DP-SE: secret', ()),
    ("papers/private_online/catalogue.py", "#000000", "#111111", ()),
    ("papers/private_online/analysis/ratios.py", "PAPER_RUNS = 15", "PAPER_RUNS = 16", ()),
    ("papers/private_online/checks/privacy.py", "\n\n\n", "\n\nX = 1\n\n", ()),
    ("papers/private_online/claims.yaml", "rule:", "rule: reworded:", ()),
    ("papers/private_online/algorithms/dp_se_kernels.py", "1.0", "1.5", ("dp-se",)),
    ("papers/private_online/algorithms/ucb1.py", "2.0", "2.5", ("ucb1",)),
]


@pytest.mark.parametrize(("file", "old", "new", "changed"), EDITS, ids=str)
def test_edits_resimulate_the_cells_that_they_can_change(root, tmp_path, file, old, new, changed):
    shutil.copytree(root / "src", tmp_path / "src")
    cells = [cell for cell in cells_of("private_online") if cell.experiment == "regret"]
    before = [code_hash(*modules_of(cell.task)) for cell in cells]
    edited = tmp_path / "src" / "bandit_replications" / file
    text = edited.read_text()
    assert old in text
    edited.write_text(text.replace(old, new, 1))
    after = [code_hash(*modules_of(cell.task), source=tmp_path / "src") for cell in cells]
    moved = np.array(before) != np.array(after)
    assert {cell.settings["algorithm"] for cell in np.array(cells)[moved]} == set(changed)


@every_paper
def test_code_versions_see_every_module(paper):
    """Code versions read import statements: a simulation must find no module by its name."""
    by_name = set(modules_that_import("importlib")) - {"bandit_replications.playing.extensions"}
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
def test_every_replicate_has_a_stream_of_its_own(paper):
    cells = cells_of(paper, scale="paper")
    keys = {spawn_key(*cell.stream, replicate) for cell in cells for replicate in range(2)}
    # The values of one validation grid share theirs: they are compared run by run.
    own = {
        (cell.experiment, *(v for k, v in cell.settings.items() if k != "constant"))
        if cell.experiment == "tuning"
        else (cell.experiment, *cell.settings.values())
        for cell in cells
    }
    assert len(keys) == 2 * len(own)
    assert {cell.stream[:2] for cell in cells} == {(paper, cell.experiment) for cell in cells}


@every_paper
def test_replicates_do_not_depend_on_their_division(paper):
    tasks = {(type(task), modules_of(task)): task for task in cheapest_tasks(paper)}
    for task in tasks.values():
        whole, *parts = (
            task.simulate(Replicates(stream=("tiny",), first=first, last=last, root_seed=7))
            for first, last in ((0, 3), (0, 1), (1, 3))
        )
        joined = {name: np.concatenate([part[name] for part in parts]) for name in whole}
        by_run = [np.argsort(rows["replicate"], kind="stable") for rows in (whole, joined)]
        for name, values in whole.items():
            rows = values[by_run[0]], joined[name][by_run[1]]
            np.testing.assert_array_equal(*rows, err_msg=str(content(task)))
