"""Notebooks: executed with checked parameters, the same bytes each time, kept when they fail."""

import copy
import json
import re
from pathlib import Path
from typing import Any

import nbformat
import pytest

from bandit_replications.reporting import notebooks
from bandit_replications.reporting.notebooks import (
    NotebookFailed,
    execute_in_place,
    normalise,
    run_notebook,
    write,
)
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


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("horizn", r"horizn: not a parameter.*Did you mean 'horizon'\?.*Allowed: horizon, regret"),
        ("other", r"other: not a parameter of n\.ipynb\. Allowed: horizon, regret, epsilon"),
    ],
)
def test_an_unknown_parameter_is_refused_before_anything_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, message: str
) -> None:
    monkeypatch.setattr(notebooks, "_execute", no_execution)
    source = notebook(tmp_path / "n.ipynb", "other = 1")
    output = tmp_path / "out.ipynb"
    output.write_text("old")
    with pytest.raises(ConfigurationError, match=message):
        run_notebook(source=source, output=output, parameters={name: 1}, log=tmp_path / "log.ipynb")
    assert output.read_text() == "old"


def test_execution_twice_gives_the_same_bytes(
    tmp_path: Path, root: Path, capfd: pytest.CaptureFixture[str]
) -> None:
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
    assert not re.search(r"papermill|start_time|\d{4}-\d\d-\d\dT", first)
    execute_in_place(output)
    assert output.read_text() == first
    assert "unknown parameter" not in "".join(capfd.readouterr())


def test_a_failing_notebook_is_kept_and_its_error_shown(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
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


def executed() -> Any:
    """Return a notebook as an execution might leave it."""
    cell = NEW.new_code_cell(
        "1",
        execution_count=1,
        metadata={
            "tags": ["a"],
            "execution": {"iopub.execute_input": "2026-01-01T00:00:00Z"},
            "papermill": {"duration": 1.5},
        },
        outputs=[
            NEW.new_output("stream", name="stdout", text="a"),
            NEW.new_output("stream", name="stdout", text="b\n"),
            NEW.new_output("stream", name="stderr", text="c\n"),
            NEW.new_output(
                "display_data", {"image/png": "AA=="}, metadata={"image/png": {"alt": "x"}}
            ),
            NEW.new_output("stream", name="stdout", text="d\n"),
        ],
    )
    metadata = {
        "papermill": {"start_time": "x"},
        "language_info": {"name": "python", "version": "3.11.7"},
    }
    return NEW.new_notebook(cells=[cell], metadata=metadata)


def test_normalising_removes_what_differs_and_keeps_the_rest(tmp_path: Path) -> None:
    original = executed()
    before = copy.deepcopy(original)
    write(normalise(original), tmp_path / "n.ipynb")
    assert original == before
    text = (tmp_path / "n.ipynb").read_text()
    assert text.endswith("}\n")
    content = json.loads(text)
    (cell,) = content["cells"]
    assert cell["id"] == "cell-000"
    assert cell["metadata"] == {"tags": ["a"]}
    streams = [output.get("text") for output in cell["outputs"]]
    assert streams == [["ab\n"], ["c\n"], None, ["d\n"]]
    assert cell["outputs"][2]["metadata"] == {"image/png": {"alt": "x"}}
    assert not re.search(r"papermill|3\.11|2026", text)
    assert normalise(normalise(original)) == normalise(original)


def test_a_figures_notebook_reads_what_its_run_simulated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its cells ask for the figure's own needs, never for the whole paper."""
    given: dict[str, Any] = {}
    monkeypatch.setattr(notebooks, "run_notebook", lambda **keywords: given.update(keywords))
    notebooks.figure_notebook(
        paper="private_online",
        run="rerun-x",
        figure="figure-05",
        variants=("", "log"),
        parameters={"regret": {"epsilons": [0.3]}},
        output=tmp_path / "out.ipynb",
        log=tmp_path / "logs" / "notebook.ipynb",
    )
    made = nbformat.read(given["source"], as_version=4)
    code = [cell.source for cell in made.cells if cell.cell_type == "code"]
    assert "needs_of(planned, 'private_online', 'figure:figure-05')" in code[0]
    assert code[1:3] == ["study.figure('figure-05', '')", "study.figure('figure-05', 'log')"]
    assert "- 0.3" in made.cells[-1].source
    assert given["parameters"] == {}
