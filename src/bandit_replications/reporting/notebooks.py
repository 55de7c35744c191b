"""Executing notebooks, making them the same bytes each time, and a notebook for one figure."""

import json
import logging
import os
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import nbformat
import yaml

from bandit_replications.configuration.messages import unknown
from bandit_replications.runtime.errors import ConfigurationError, UserError
from bandit_replications.runtime.paths import repo_root
from bandit_replications.runtime.processes import atomic_write
from bandit_replications.runtime.sources import assigned_names

__all__ = ["execute_in_place", "figure_notebook", "normalise", "run_notebook", "write"]

_ANSI = re.compile(r"\x1b\[[0-9;]*m")
_TRACEBACK_LINES = 25

# Metadata of cells that differ from run to run, or that only one editor reads.
_VOLATILE = ("papermill", "execution", "ExecuteTime", "collapsed", "scrolled", "trusted")
_METADATA = {
    "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
    "language_info": {"name": "python", "pygments_lexer": "ipython3"},
}


class NotebookFailed(UserError):
    """A cell of a notebook raised; the notebook as it was then is kept."""


# --- Executing ------------------------------------------------------------------------------


def run_notebook(*, source: Path, output: Path, parameters: Mapping[str, Any], log: Path) -> None:
    """Execute a notebook with parameters in the repository's root, normalise it and write it.

    Parameters
    ----------
    source : Path
        Notebook with a cell tagged `parameters`.
    output : Path
        Where the executed notebook goes if every cell succeeds.
    parameters : mapping
        Values for names that the parameters cell declares.
    log : Path
        Where the notebook is saved now and then, and stays as it was if a cell fails.

    Raises
    ------
    ConfigurationError
        If the parameters cell does not declare a name.
    NotebookFailed
        If a cell raises, or the kernel ends; the error is on the terminal.

    """
    _check_declared(source, parameters)
    executed = _execute(source, parameters, log)
    write(normalise(executed), output)


def execute_in_place(notebook: Path) -> None:
    """Execute a committed notebook with the parameters that it holds, and normalise it.

    It is replaced only if every cell succeeds.

    Raises
    ------
    NotebookFailed
        If a cell raises, or the kernel ends; the error is on the terminal.

    """
    log = repo_root() / "build" / "quick" / "logs" / f"{notebook.stem}-in-place.ipynb"
    run_notebook(source=notebook, output=notebook, parameters={}, log=log)


def _keep_layout() -> None:
    """Let papermill write a parameter a line, with or without a formatter."""
    from papermill import translators  # noqa: PLC0415  as papermill

    class Plain(translators.PythonTranslator):
        codify: Any = classmethod(translators.Translator.codify.__func__)

    translators.papermill_translators.register("python", Plain)


def _execute(source: Path, parameters: Mapping[str, Any], log: Path) -> Any:
    import papermill  # noqa: PLC0415  a second to import
    from papermill.exceptions import PapermillExecutionError  # noqa: PLC0415
    from traitlets.config import Config  # noqa: PLC0415

    _set_kernel_environment()
    _keep_layout()
    # It warns of parameters that its own, simpler reader does not find; ours has checked them.
    logging.getLogger("papermill").setLevel(logging.ERROR)
    log.parent.mkdir(parents=True, exist_ok=True)
    try:
        return papermill.execute_notebook(
            _literal(source),
            _literal(log),
            parameters=dict(parameters),
            kernel_name="python3",
            language="python",
            cwd=repo_root(),
            progress_bar=sys.stderr.isatty(),
            request_save_on_cell_execute=False,  # saving 350 times costs more than the cells
            autosave_cell_every=10,
            # Without it each kernel warns that others on this machine could listen.
            config=Config({"KernelManager": {"transport_encryption": "auto"}}),
        )
    except PapermillExecutionError as error:
        print(_short(error.traceback), file=sys.stderr)
        problem = f"cell {error.exec_count}: {error.ename}: {_ANSI.sub('', error.evalue)}"
    except RuntimeError as error:  # of a kernel that died, while it started or later
        problem = f"{error} (out of memory, or a fault of compiled code)"
    raise NotebookFailed(f"{source.name}: {problem}. The notebook as it was then: {log}") from None


def _literal(path: Path) -> str:
    """Return a path with its braces escaped, so that papermill fills in nothing."""
    return str(path).replace("{", "{{").replace("}", "}}")


def _short(traceback: Sequence[str]) -> str:
    lines = _ANSI.sub("", "\n".join(traceback)).splitlines()
    return "\n".join(lines[-_TRACEBACK_LINES:])


def _set_kernel_environment() -> None:
    """Keep kernels out of the user's own IPython set-up, and quiet.

    Threads, instruction set and compile cache are set for this process already; kernels inherit.
    """
    from ipykernel.kernelspec import get_kernel_dict  # noqa: PLC0415  as papermill

    cache = repo_root() / ".cache"
    with atomic_write(cache / "jupyter" / "kernels" / "python3" / "kernel.json") as temporary:
        temporary.write_text(json.dumps(get_kernel_dict()))
    os.environ["JUPYTER_PATH"] = str(cache / "jupyter")
    os.environ.setdefault("IPYTHONDIR", str(cache / "ipython"))
    os.environ.setdefault("JUPYTER_RUNTIME_DIR", str(cache / "jupyter"))
    os.environ.setdefault("PYDEVD_DISABLE_FILE_VALIDATION", "1")


def _check_declared(source: Path, parameters: Iterable[str]) -> None:
    """Refuse unknown parameters; papermill itself would only warn of them."""
    declared = declared_parameters(nbformat.read(source, as_version=4))
    for name in parameters:
        if name not in declared:
            allowed = declared or ["none, there is no cell tagged `parameters`"]
            raise ConfigurationError(unknown(f"parameter of {source.name}", name, allowed))


def declared_parameters(notebook: Any) -> tuple[str, ...]:
    """Return the names that the cell tagged `parameters` assigns, in order."""
    for cell in notebook.cells:
        if cell.cell_type == "code" and "parameters" in cell.metadata.get("tags", ()):
            return tuple(assigned_names(cell.source))
    return ()


# --- The same bytes each time ---------------------------------------------------------------


def normalise(notebook: Any) -> Any:
    """Return a copy of the notebook without times, versions and ids.

    Pieces of one stream are joined, since how a kernel cuts its output is chance.
    """
    copy = nbformat.from_dict(notebook)
    for number, cell in enumerate(copy.cells):
        cell["id"] = f"cell-{number:03d}"
        for key in _VOLATILE:
            cell.metadata.pop(key, None)
        if not cell.metadata.get("tags"):
            cell.metadata.pop("tags", None)
        if "outputs" in cell:
            cell["outputs"] = _joined(cell.outputs)
    copy["metadata"] = nbformat.from_dict(_METADATA)
    copy["nbformat"], copy["nbformat_minor"] = 4, 5
    return copy


def _joined(outputs: Iterable[Any]) -> list[Any]:
    joined: list[Any] = []
    for output in outputs:
        stream = output.get("name") if output.output_type == "stream" else None
        if stream and joined and joined[-1].get("name") == stream:
            joined[-1]["text"] += output.text
        else:
            joined.append(output)
    return joined


def write(notebook: Any, path: Path) -> None:
    """Write a notebook as the same bytes each time.

    Raises
    ------
    nbformat.ValidationError
        If it is no notebook.

    """
    nbformat.validate(notebook)
    with atomic_write(path) as temporary:
        temporary.write_text(nbformat.writes(notebook).rstrip("\n") + "\n", encoding="utf-8")


# --- One figure -----------------------------------------------------------------------------


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
    """Make and execute the notebook of a run that asked for one figure alone.

    It reads what the run simulated for the figure and simulates nothing else.

    Parameters
    ----------
    paper, run, figure : str
        Names of the paper, of the run's folder and of the figure.
    variants : iterable of str
        Variants in which the figure is drawn.
    parameters : mapping
        The paper's parameters in this run, shown as YAML.
    output, log : Path
        As for `run_notebook`.

    """
    new = nbformat.v4
    listing = yaml.safe_dump(dict(parameters), sort_keys=False, allow_unicode=True)
    names = list(variants)
    notebook = new.new_notebook(
        cells=[
            new.new_markdown_cell(f"# {figure} of `{paper}` in `{run}`"),
            new.new_code_cell(
                "from bandit_replications.experiments import run\n"
                "from bandit_replications.workflow.jobs.study import Study\n\n"
                f"study = Study(run.open_run({run!r}, {paper!r}), {paper!r})"
            ),
            new.new_code_cell(f"study.caption({figure!r})"),
            *(new.new_code_cell(f"study.figure({figure!r}, {name!r})") for name in names),
            new.new_markdown_cell("What the figure shows, as numbers:"),
            new.new_code_cell(f"study.draw({figure!r})[{names[0]!r}].data"),
            new.new_markdown_cell(f"## Every parameter of this run\n\n```yaml\n{listing}```"),
        ],
        metadata=_METADATA,
    )
    source = log.with_name("figure.ipynb")
    write(normalise(notebook), source)
    run_notebook(source=source, output=output, parameters={}, log=log)
