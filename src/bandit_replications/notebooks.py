"""Executing notebooks, making them the same bytes each time, and turning them into pages."""

import difflib
import importlib.metadata
import logging
import os
import re
import sys
import warnings
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import nbformat
import papermill
from papermill.exceptions import PapermillExecutionError
from traitlets.config import Config

from bandit_replications.errors import ConfigurationError, UserError
from bandit_replications.paths import repo_root
from bandit_replications.processes import atomic_write

_ANSI = re.compile(r"\x1b\[[0-9;]*m")

_MATHJAX = """<script>
window.MathJax = {
  tex: {inlineMath: [['$', '$'], ['\\\\(', '\\\\)']], displayMath: [['$$', '$$'], ['\\\\[', '\\\\]']],
        processEscapes: true},
  svg: {fontCache: 'global'}
};
</script>
<script>%s</script>"""


class NotebookFailedError(UserError):
    """A cell of a notebook raised; the notebook as it was then is kept."""


def run_notebook(*, source: Path, output: Path, parameters: Mapping[str, Any], log: Path) -> None:
    """Execute a notebook with parameters, normalise it and write it.

    Parameters
    ----------
    source : Path
        Notebook with a cell tagged `parameters`.
    output : Path
        Where the executed notebook goes if every cell succeeds.
    parameters : mapping
        Values for names of the parameters cell.
    log : Path
        Where the notebook is kept while it runs, and as it was if a cell fails.

    Raises
    ------
    ConfigurationError
        If the parameters cell does not declare a name.
    NotebookFailedError
        If a cell raises.

    """
    _check_declared(source, parameters)
    _quiet()
    log.parent.mkdir(parents=True, exist_ok=True)
    try:
        papermill.execute_notebook(
            source,
            log,
            parameters=dict(parameters),
            kernel_name="python3",
            cwd=repo_root(),
            progress_bar=False,
            log_output=False,
            config=Config({"KernelManager": {"transport_encryption": "auto"}}),
        )
    except PapermillExecutionError as error:
        text = _ANSI.sub("", "\n".join(error.traceback[-12:]))
        print(text, file=sys.stderr)
        raise NotebookFailedError(
            f"{source.name}: cell {error.exec_count}: {error.ename}: {error.evalue}. "
            f"The notebook as it was then: {log}"
        ) from error
    write(normalise(nbformat.read(log, as_version=4)), output)


def _check_declared(source: Path, parameters: Iterable[str]) -> None:
    declared = sorted(papermill.inspect_notebook(source))
    for name in parameters:
        if name not in declared:
            near = difflib.get_close_matches(name, declared, n=1)
            hint = f" Did you mean {near[0]!r}?" if near else ""
            raise ConfigurationError(
                f"{name}: not a parameter of {source.name}.{hint} Allowed: {', '.join(declared)}"
            )


def _quiet() -> None:
    """Silence what kernels say of their own transport at every start."""
    logging.getLogger("papermill").setLevel(logging.ERROR)
    os.environ.setdefault("PYDEVD_DISABLE_FILE_VALIDATION", "1")
    warnings.filterwarnings("ignore", message=".*transport.*")


def execute_in_place(notebook: Path) -> None:
    """Execute a committed notebook with the parameters that it holds, and normalise it."""
    log = repo_root() / "build" / "quick" / "logs" / f"{notebook.stem}-in-place.ipynb"
    run_notebook(source=notebook, output=notebook, parameters={}, log=log)


def normalise(notebook: Any) -> Any:
    """Return the notebook without what differs from run to run: times, versions, random ids."""
    notebook = nbformat.from_dict(notebook)
    cells = [
        cell
        for cell in notebook.cells
        if "injected-parameters" not in cell.metadata.get("tags", []) or cell.source.strip()
    ]
    for number, cell in enumerate(cells):
        cell["id"] = f"cell-{number:03d}"
        tags = cell.metadata.get("tags", [])
        cell["metadata"] = {"tags": list(tags)} if tags else {}
        for result in cell.get("outputs", []):
            if result.get("output_type") in ("execute_result", "display_data"):
                result["metadata"] = {}
    notebook["cells"] = cells
    notebook["metadata"] = {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
    }
    notebook["nbformat"], notebook["nbformat_minor"] = 4, 5
    return notebook


def write(notebook: Any, path: Path) -> None:
    """Write a notebook as the same bytes each time."""
    with atomic_write(path) as temporary:
        temporary.write_text(nbformat.writes(notebook).rstrip("\n") + "\n")


def figure_notebook(
    *,
    paper: str,
    run: str,
    figure: str,
    variants: Iterable[str],
    parameters: Mapping[str, Any],
    output: Path,
    log: Path,
) -> None:
    """Make and execute the notebook of a rerun that asked for one figure alone."""
    cell = nbformat.v4
    shown = [cell.new_code_cell(f"study.figure({figure!r}, {v!r})") for v in variants]
    lines = [f"{name} = {value!r}" for name, value in parameters.items()]
    notebook = cell.new_notebook(
        cells=[
            cell.new_markdown_cell(f"# {figure} of `{paper}`: {run}"),
            cell.new_code_cell("\n".join(lines), metadata={"tags": ["parameters"]}),
            cell.new_code_cell(
                "from bandit_replications import open_study\n\n"
                f"study = open_study({paper!r}, globals())"
            ),
            cell.new_code_cell(f"study.caption({figure!r})"),
            *shown,
            cell.new_code_cell(f"study.draw({figure!r})[{next(iter(variants))!r}].data.round(4)"),
        ]
    )
    source = log.with_name("figure.ipynb")
    write(notebook, source)
    run_notebook(source=source, output=output, parameters={}, log=log)


def to_page(notebook: Path, page: Path) -> None:
    """Turn an executed notebook into one HTML page that needs no network.

    Pictures are embedded, MathJax stands in the page, and nothing is loaded from elsewhere.
    """
    from nbconvert import HTMLExporter  # noqa: PLC0415  slow to import

    exporter = HTMLExporter(template_name="lab", embed_images=True)
    exporter.exclude_input_prompt = True
    exporter.exclude_output_prompt = True
    exporter.mathjax_url = ""
    exporter.require_js_url = ""
    exporter.mermaid_js_url = ""
    body, _ = exporter.from_filename(str(notebook))
    body = re.sub(r"<script[^>]*\bsrc=\"[^\"]*\"[^>]*>\s*</script>", "", body)
    body = re.sub(r"<script type=\"module\">.*?</script>", "", body, flags=re.DOTALL)
    body = re.sub(r"<link[^>]*\bhref=\"https?:[^\"]*\"[^>]*>", "", body)
    script = (_MATHJAX % _mathjax()).replace("\\", "\\\\")
    body = re.sub(r"</head>", script + "\n</head>", body, count=1)
    with atomic_write(page) as temporary:
        temporary.write_text(body)


def _mathjax() -> str:
    """Return MathJax as one script, from the distribution that carries it."""
    for file in importlib.metadata.files("sphinx-mathjax-offline") or ():
        if file.name == "tex-svg.js":
            return Path(str(file.locate())).read_text()
    raise UserError("sphinx-mathjax-offline: tex-svg.js is missing; allowed: as in requirements.lock")
