"""Reruns: a paper with a user's parameters, in a folder of its own, with pages to read."""

import datetime
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from bandit_replications.configuration import overrides
from bandit_replications.configuration import validation as configuration
from bandit_replications.configuration.messages import shown
from bandit_replications.experiments import run
from bandit_replications.experiments.cells import Cell
from bandit_replications.runtime import receipts
from bandit_replications.runtime.errors import ConfigurationError
from bandit_replications.runtime.paths import repo_root
from bandit_replications.workflow.jobs import jobs
from bandit_replications.workflow.plan import snakemake_config
from bandit_replications.workflow.plan.plan import Plan
from bandit_replications.workflow.plan.selection import figure_spec

OPTIONS = ("label", "figure", "scale", "config")
SWITCHES = ("yes", "dry")


def _options(words: Sequence[str]) -> tuple[dict[str, str], list[str]]:
    """Return the values of the words `key=value` that are options, and the other words."""
    found: dict[str, str] = {}
    rest = []
    for word in words:
        key, _, value = word.partition("=")
        if key not in OPTIONS + SWITCHES:
            rest.append(word)
        elif key in found:
            raise ConfigurationError(f"{key}: given twice; allowed: once")
        elif key in SWITCHES and value not in ("0", "1"):
            raise ConfigurationError(f"{key}: {shown(value)}; allowed: 0 or 1")
        else:
            found[key] = value
    return found, rest


def parse(paper: str, words: Sequence[str]) -> tuple[Plan, bool]:
    """Return the plan that a rerun's words ask for, and whether it is only to be shown.

    Parameters
    ----------
    paper : str
    words : sequence of str
        `label=…` names the folder, `figure=…` asks for one figure alone, `scale=…` chooses what
        the parameters are laid over, `config=<file>` reads parameters from YAML, `yes=1` runs
        it however long it takes, `dry=1` only shows it; every other word is a parameter.

    Raises
    ------
    ConfigurationError
        If a word cannot be used.

    """
    options, parameters = _options(words)
    values: dict[str, Any] = {}
    if "config" in options:
        values = _read(Path(options["config"]))
        if set(values) == {paper}:
            values = values[paper]
    given = overrides.parse(paper, parameters)
    _refuse_empty(given)
    values = configuration.merge(values, given)
    label = options.get("label", f"{datetime.datetime.now(tz=datetime.UTC):%Y%m%d-%H%M%S}")
    if not run.LABEL.fullmatch(label):
        raise ConfigurationError(f"label: {shown(label)}; allowed: {run.ALLOWED_LABEL}")
    request: dict[str, Any] = {
        "run": f"rerun-{label}",
        "scale": options.get("scale", "paper"),
        "papers": [paper],
        paper: values,
        "yes": options.get("yes") == "1",
        **({"figure": options["figure"]} if "figure" in options else {"site": True}),
    }
    return snakemake_config.plan(request), options.get("dry") == "1"


def _read(path: Path) -> dict[str, Any]:
    """Return the parameters of a file; refuse what is no file, which may never end, and nothing."""
    if path.exists() and not path.is_file():
        raise ConfigurationError(f"config: {shown(str(path))}; allowed: a file of key: value lines")
    values = configuration.read_yaml(path)
    if not values:
        raise ConfigurationError(
            f"config: {shown(str(path))} changes nothing; allowed: a file of key: value lines"
        )
    return values


def _refuse_empty(values: Mapping[str, Any], *above: str) -> None:
    """Refuse a key without values, which changes nothing: they are laid over what is there."""
    for key, value in values.items():
        if value == {}:
            place = ".".join([*above, key])
            raise ConfigurationError(f"{place}: {{}}; changes nothing; allowed: {place}.<key>=…")
        if isinstance(value, Mapping):
            _refuse_empty(value, *above, key)


def describe(plan: Plan, paper: str) -> str:
    """Return what will run: cells, runs and algorithms of each experiment, and remarks."""
    cells = plan.run.cells(paper, plan.needs(paper))
    lines = [f"Rerun of {paper} in build/{plan.run.name}/:"]
    for name in dict.fromkeys(cell.experiment for cell in cells):
        own = [cell for cell in cells if cell.experiment == name]
        runs = sum(cell.replicates for cell in own)
        lines.append(
            f"  {name}: {', '.join([f'{len(own)} cells, {runs} runs', *_algorithms(own)])}"
        )
    remarks = plan.run.configurations[paper].remarks(cell.settings for cell in cells)
    return "\n".join([*lines, *(f"  note: {remark}" for remark in remarks)])


def describe_shards(plan: Plan, paper: str) -> str:
    """Return how many jobs simulate what a rerun lacks."""
    total, missing = len(plan.shards(paper)), len(plan.missing(paper))
    return f"  {total} shards, of which {total - missing} are there already"


def _algorithms(cells: Sequence[Cell]) -> list[str]:
    """Return what runs in the cells, each once; nothing where a data set names no algorithm."""
    named = (cell.settings.get("algorithm") or cell.settings.get("mechanism") for cell in cells)
    return list(dict.fromkeys(str(name) for name in named if name is not None))


def finish(plan: Plan, paper: str) -> Path:
    """Write the results, the figure and the page of one figure alone."""
    if plan.only is not None:
        figures = plan.run.directory / "figures" / paper
        shutil.rmtree(figures, ignore_errors=True)
        for folder in plan.targets():  # without a receipt, so that a whole run draws them anew
            shutil.copytree(repo_root() / folder, figures)
        needs = plan.needs(paper) or ()
        for name in dict.fromkeys(need.experiment for need in needs):
            plan.run.collect(paper, name, needs)
        _figure_page(plan, paper)
    return plan.run.directory


def _figure_page(plan: Plan, paper: str) -> None:
    from bandit_replications.reporting.notebooks import figure_notebook  # noqa: PLC0415  slow

    spec = figure_spec(paper, plan.only_id or "")
    notebook = plan.run.directory / "data" / "notebooks" / f"{paper}.ipynb"
    figure_notebook(
        paper=paper,
        run=plan.run.name,
        figure=spec.id,
        variants=spec.variants,
        parameters=configuration.to_values(plan.run.configurations[paper]),
        output=notebook,
        log=plan.run.directory / "logs" / paper / "notebook.ipynb",
    )
    receipts.leave(notebook)
    receipts.leave(*jobs.site(plan.run.name, paper))


def contents(paper: str) -> list[str]:
    """Return what a rerun's folder holds, a line each."""
    return [
        f"config/{paper}.yaml      every parameter of this rerun",
        f"data/results/{paper}/    results (Parquet) with provenance",
        f"figures/{paper}/         figures (SVG, PNG) and the numbers that they show (CSV)",
        f"data/notebooks/{paper}.ipynb",
        "site/index.html          pages to read or send, no network needed",
    ]
