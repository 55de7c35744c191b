"""Index of the papers: figures, claims, items and the functions behind them, by name.

To name them all takes seconds, since drawing and judging load their libraries. So the index of a
paper is kept under `.cache/index/`, and made anew once a file that it rests on was written again.
"""

import hashlib
import importlib
import inspect
import json
from collections.abc import Callable
from itertools import chain
from pathlib import Path
from typing import Any

from bandit_replications.configuration import validation as configuration
from bandit_replications.configuration.messages import shown, unknown
from bandit_replications.configuration.papers import PAPERS, check_paper
from bandit_replications.runtime.errors import ConfigurationError
from bandit_replications.runtime.paths import repo_root
from bandit_replications.runtime.processes import atomic_write

_PACKAGE = Path(__file__).parents[1]


def index(paper: str) -> dict[str, Any]:
    """Return the index of a paper.

    Returns
    -------
    dict
        `figures`: by id, `title`, `file`, `line` and the `data` that each shows at the papers'
        scale. `records`: by id, whether it is a `claim`, its `errata`, whether it is `compared`,
        the `functions` that decide it. `items`: the ids of the records of each numbered item.
        `parameters`: what `params` prints.

    """
    path = repo_root() / ".cache" / "index" / f"{paper}.json"
    state = _state(paper)
    try:
        kept: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):  # none yet, or a damaged one
        kept = {}
    if kept.get("state") == state:
        return kept
    made = {"state": state, **_made(paper)}
    path.parent.mkdir(parents=True, exist_ok=True)
    with atomic_write(path) as temporary:
        temporary.write_text(json.dumps(made), encoding="utf-8")
    return made


def _state(paper: str) -> str:
    """Return a hash of when the files that an index rests on were written."""
    other = {one for one in PAPERS if one != paper}
    files = sorted(
        path
        for end in ("py", "yaml")
        for path in _PACKAGE.rglob(f"*.{end}")
        if not other & {*path.relative_to(_PACKAGE).parts[:2]}
    )
    files.append(repo_root() / "config" / "paper" / f"{paper}.yaml")
    status = [(str(path), path.stat().st_mtime_ns, path.stat().st_size) for path in files]
    return hashlib.sha256(json.dumps(status).encode()).hexdigest()


def _made(paper: str) -> dict[str, Any]:
    from bandit_replications.configuration import reference  # noqa: PLC0415  these take seconds
    from bandit_replications.playing.catalogue import modules  # noqa: PLC0415
    from bandit_replications.workflow.registry import find_paper  # noqa: PLC0415

    found, folder = find_paper(paper), f"{_PACKAGE.name}.papers.{paper}"
    entries = importlib.import_module(f"{folder}.catalogue").ENTRIES
    ledger = found.ledger
    functions = {one.id: one.decision.functions for one in (*ledger.claims, *ledger.steps)}
    shown_data = found.data_of_figures(configuration.load(paper))
    return {
        "figures": {
            spec.id: {"title": spec.title, "data": shown_data[spec.id], **_place(spec.plot)}
            for spec in found.figures
        },
        "records": {
            one.id: {
                "claim": one.kind != "item",
                "errata": one.errata,
                "compared": one.compare is not None,
                "functions": functions.get(one.id, ()),
            }
            for one in ledger.records
        },
        "items": ledger.items,
        "parameters": reference.listing(paper, algorithms=modules(entries), figures=shown_data),
    }


def _place(plot: Callable[..., object]) -> dict[str, Any]:
    """Return file and line of the function that draws a figure."""
    function: Any = inspect.unwrap(plot)
    while hasattr(function, "func"):
        function = function.func
    return {"file": function.__code__.co_filename, "line": function.__code__.co_firstlineno}


def figure_id(paper: str, figure: str) -> str:
    """Return the id of a figure, which may be given as 5, 05 or figure-05.

    Raises
    ------
    ConfigurationError
        If the paper has no such figure.

    """
    known, wanted = index(paper)["figures"], str(figure)
    for name in (wanted, f"figure-{wanted}", f"figure-{wanted.zfill(2)}"):
        if name in known:
            return name
    raise ConfigurationError(unknown("figure", wanted, [*known], see=f"figures/{paper}"))


def find_claim(claim: str) -> tuple[str, str]:
    """Return the paper and the id of a claim, which may be given as <paper>/<id>.

    Raises
    ------
    ConfigurationError
        If there is none, or several papers have it.

    """
    given, _, name = claim.rpartition("/")
    papers = (check_paper(given),) if given else PAPERS
    known = {
        paper: [one for one, record in index(paper)["records"].items() if record["claim"]]
        for paper in papers
    }
    found = [paper for paper in papers if name in known[paper]]
    if len(found) == 1:
        return found[0], name
    if found:
        both = ", ".join(f"{paper}/{name}" for paper in found)
        raise ConfigurationError(f"claim: {shown(claim)} is in several papers. Allowed: {both}")
    raise ConfigurationError(
        unknown("claim", name, sorted({*chain(*known.values())}), see="docs/ledger.md")
    )
