"""A notebook's parameters: from its parameters cell alone, however often and in whatever order."""

import nbformat
import pandas as pd
import pytest

from bandit_replications.configuration.papers import PAPERS
from bandit_replications.configuration.validation import configuration_model
from bandit_replications.reporting.notebooks import declared_parameters, run_notebook
from bandit_replications.runtime.errors import ConfigurationError
from bandit_replications.runtime.sources import assigned_names
from bandit_replications.workflow.jobs.opening import open_study

PARAMETERS = 'scale = "quick"\nroot_seed = 7\nregret = {}'
OPEN = 'study = open_study("private_online", globals())'
ANALYSIS = 'rounds = {"a": 1}\nsizes = [1, 2]\nbound = 0.5'
NEW = nbformat.v4


class Session:
    """A kernel's variables and history, without a kernel."""

    def __init__(self):
        self.variables = {"In": [""], "Out": {}, "open_study": open_study}

    def run(self, *cells):
        for cell in cells:
            self.variables["In"].append(cell)
            exec(cell, self.variables)
        return self.variables["study"].configuration


def test_changed_parameter_is_taken_after_all_cells():
    session = Session()
    session.run(PARAMETERS, OPEN, ANALYSIS)
    assert session.run(PARAMETERS.replace("7", "8"), OPEN).root_seed == 8
    assert session.run(ANALYSIS, "x = 3", OPEN).root_seed == 8


@pytest.mark.parametrize("wrong", ["regrett = {}", "rounds = 3", "regret = {}\nregrett = {}"])
def test_wrong_name_in_parameters_cell_is_refused(wrong):
    session = Session()
    session.run(PARAMETERS, OPEN, ANALYSIS)
    added = wrong if "regrett" in wrong else f"{PARAMETERS}\n{wrong}"
    name = wrong.split()[-3]
    with pytest.raises(ConfigurationError, match=f"{name}: unknown key"):
        session.run(added, OPEN)
    assert session.run(PARAMETERS, OPEN).root_seed == 7  # the wrong name is still a variable


def test_unknown_parameter_of_papermill_is_refused():
    with pytest.raises(ConfigurationError, match="rounds: unknown key"):
        Session().run(PARAMETERS, "# Parameters\nrounds = 3", OPEN)
    assert Session().run(PARAMETERS, "# Parameters\nroot_seed = 3\n", OPEN).root_seed == 3


@pytest.mark.parametrize("value", ["{1, 2}", "(1, 2)", "object()", "frame"])
def test_wrong_type_in_parameters_cell_is_refused(value):
    session = Session()
    session.variables["frame"] = pd.DataFrame({"a": [1, 2]})
    with pytest.raises(ConfigurationError, match="regret: "):
        session.run(f"regret = {value}", OPEN)


def test_names_of_a_script_are_checked_by_likeness():
    given = {"root_seed": 9, "rounds": {"a": 1}, "sizes": [1], "bounds": 3}
    assert open_study("private_online", given).configuration.root_seed == 9
    with pytest.raises(ConfigurationError, match="regrett: unknown key"):
        open_study("private_online", {**given, "regrett": {}})


def read(root, paper):
    return nbformat.read(root / "notebooks" / f"{paper}.ipynb", as_version=4)


@pytest.mark.parametrize("paper", PAPERS)
def test_no_other_cell_binds_a_parameter(root, paper):
    known = {"scale", *configuration_model(paper).model_fields}
    cells = [cell.source for cell in read(root, paper).cells if cell.cell_type == "code"]
    others = [cell for cell in cells if not cell.startswith("scale = ")]
    assert len(others) == len(cells) - 1
    assert not known & {name for cell in others for name in assigned_names(cell)}


def rerun_in_kernel(notebook, folder, *, seed):
    """Execute a notebook, then its parameters cell with another seed and the cell that opens."""
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert declared_parameters(notebook)
    first = code[0].source
    root_seed = next(line for line in first.split("\n") if line.startswith("root_seed"))
    opening = next(cell.source for cell in code if "open_study(" in cell.source)
    added = (first.replace(root_seed, f"root_seed = {seed}"), opening)
    shown = "print(study.configuration.root_seed)"
    notebook.cells += [NEW.new_code_cell(source) for source in (*added, shown)]
    nbformat.write(notebook, folder / "in.ipynb")
    places = {"source": folder / "in.ipynb", "output": folder / "out.ipynb"}
    run_notebook(**places, parameters={}, log=folder / "log.ipynb")
    return nbformat.read(folder / "out.ipynb", as_version=4).cells[-1].outputs[0].text.strip()


def test_kernel_takes_changed_parameter(root, tmp_path):
    notebook = read(root, "private_online")
    last = next(n for n, cell in enumerate(notebook.cells) if "open_study(" in cell.source)
    notebook.cells = [*notebook.cells[: last + 1], NEW.new_code_cell(ANALYSIS)]
    assert rerun_in_kernel(notebook, tmp_path, seed=8) == "8"


@pytest.mark.full
@pytest.mark.parametrize("paper", PAPERS)
def test_whole_notebook_takes_changed_parameter(root, paper, tmp_path):
    assert rerun_in_kernel(read(root, paper), tmp_path, seed=8) == "8"
