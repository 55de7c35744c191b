"""Notebooks: executed with checked parameters, the same bytes each time, kept when they fail."""

import re
import sys
from pathlib import Path
from typing import Any

import nbformat
import pytest

from bandit_replications.reporting import notebooks
from bandit_replications.reporting.notebooks import NotebookFailed, execute_in_place, run_notebook
from bandit_replications.runtime.errors import ConfigurationError, UserError

NEW = nbformat.v4
PARAMETERS = "horizon = 10\nregret = {'label': 'a=b', 'arms': [1,\n  2]}\nepsilon: float = 0.5"
REPORT = (
    "import os\n"
    "threads = os.environ['OMP_NUM_THREADS'], os.environ['OPENBLAS_NUM_THREADS']\n"
    "print(horizon, regret['arms'], threads, os.getcwd())"
)
STREAMS = "import sys\nfor n in range(3):\n    print(n, flush=True)"
FAILING = "def check(value):\n    assert value < 10, f'horizon: {value}; allowed: below 10'\n"


def notebook(path: Path, *cells: str) -> Path:
    """Write a notebook with a parameters cell and others."""
    first = NEW.new_code_cell(PARAMETERS, metadata={"tags": ["parameters"]})
    title = NEW.new_markdown_cell("# Title\n\n$x$")
    made = [title, first, *(NEW.new_code_cell(cell) for cell in cells)]
    nbformat.write(NEW.new_notebook(cells=made), path)
    return path


def no_execution(*_: Any, **__: Any) -> None:
    pytest.fail("executed")


def test_an_unknown_parameter_is_refused_before_anything_runs(tmp_path, monkeypatch):
    monkeypatch.setattr(notebooks, "_execute", no_execution)
    log = tmp_path / "log.ipynb"
    source = notebook(tmp_path / "n.ipynb", "other = 1")
    output = tmp_path / "out.ipynb"
    output.write_text("old")
    message = r"parameter of n\.ipynb: 'other'\. Allowed: horizon, regret, epsilon"
    with pytest.raises(ConfigurationError, match=message):
        run_notebook(source=source, output=output, parameters={"other": 1}, log=log)
    assert output.read_text() == "old"


def test_execution_twice_gives_the_same_bytes(tmp_path, root, capfd):
    """Once with parameters, then the result in place."""
    source = notebook(tmp_path / "source.ipynb", REPORT, STREAMS)
    output = tmp_path / "out" / "n.ipynb"
    parameters = {"horizon": 20, "regret": {"label": "x", "arms": [3, None]}}
    log = tmp_path / "logs" / "n.ipynb"
    run_notebook(source=source, output=output, parameters=parameters, log=log)
    first = output.read_text()
    cells = nbformat.read(output, as_version=4).cells
    assert cells[3].outputs[0].text == f"20 [3, None] ('1', '1') {root}\n"
    assert [stream.text for stream in cells[4].outputs] == ["0\n1\n2\n"]
    assert [cell.id for cell in cells] == [f"cell-00{number}" for number in range(5)]
    assert not re.search(r'papermill|start_time|\d{4}-\d\d-\d\dT|"version"', first)
    execute_in_place(output)
    assert output.read_text() == first
    assert "unknown parameter" not in "".join(capfd.readouterr())


@pytest.mark.parametrize("name", ["x {a}", "{0}", "{", "a}{{b", "{pm}"])
def test_paths_with_braces_are_paths(tmp_path, name):
    folder = tmp_path / name
    folder.mkdir()
    source, output = notebook(folder / "n.ipynb", "print(horizon)"), folder / "out.ipynb"
    run_notebook(source=source, output=output, parameters={"horizon": 3}, log=folder / "log.ipynb")
    assert nbformat.read(output, as_version=4).cells[-1].outputs[0].text == "3\n"
    assert {path.name for path in tmp_path.iterdir()} == {name}


def test_failing_notebooks_are_kept_with_their_error(tmp_path, capfd):
    source = notebook(tmp_path / "n.ipynb", "print('before')", FAILING + "check(horizon)", "1/0")
    output, log = tmp_path / "out.ipynb", tmp_path / "logs" / "n.ipynb"
    output.write_text("old")
    with pytest.raises(NotebookFailed, match=r"n\.ipynb: cell 4: AssertionError: horizon: 11; all"):
        run_notebook(source=source, output=output, parameters={"horizon": 11}, log=log)
    assert issubclass(NotebookFailed, UserError)
    assert output.read_text() == "old"
    assert '"before\\n"' in log.read_text()
    assert "ZeroDivisionError" not in log.read_text()
    shown = capfd.readouterr().err
    assert "check(horizon)" in shown
    assert "AssertionError: horizon: 11" in shown
    assert "\x1b" not in shown


def test_layout_of_parameters_needs_no_formatter(monkeypatch):
    from papermill.translators import translate_parameters

    notebooks._keep_layout()
    long = {"settings": [{"name": f"setting-{n}", "means": [0.5, 0.6]} for n in range(9)]}
    given = {"scale": "paper", "regret": long, "seed": None}
    written = translate_parameters("python3", "python", given)
    assert written.count("\n") == 1 + len(given)
    names: dict[str, Any] = {}
    exec(written, names)
    assert {name: names[name] for name in given} == given
    monkeypatch.setitem(sys.modules, "black", None)
    assert translate_parameters("python3", "python", given) == written
