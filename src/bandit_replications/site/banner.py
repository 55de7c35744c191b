"""Banner of a rerun's pages: changed parameters and claims left open."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bandit_replications.configuration import validation as configuration
from bandit_replications.configuration.messages import cut
from bandit_replications.experiments.run import Run
from bandit_replications.ledger.scorecard import Row, Verdict

SHOWN = 300  # characters of a value; the paper's page has it whole
OPEN = {"Undecided": Verdict.UNDECIDED, "Out of scope": Verdict.NOT_APPLICABLE}


@dataclass(frozen=True, kw_only=True)
class Change:
    """A parameter that a run does not have as its scale has it, with both values as JSON."""

    key: str
    before: str
    after: str


@dataclass(frozen=True, kw_only=True)
class Banner:
    """The head of every page of a run that is not published.

    Attributes
    ----------
    run : str
        Its name, such as rerun-tonight.
    scale : str
        Scale below its changes.
    changes : sequence of Change

    """

    run: str
    scale: str
    changes: Sequence[Change]


def banner(runs: Sequence[Run]) -> Banner:
    """Return the banner of a run, given once for each of its papers as its jobs open it."""
    return Banner(
        run=runs[0].name,
        scale=runs[0].scale,
        changes=[
            change
            for run in runs
            for paper in run.configurations
            for change in _changes(run, paper, prefix=f"{paper}." if len(runs) > 1 else "")
        ],
    )


def left_open(rows: Sequence[Row]) -> dict[str, list[Row]]:
    """Return the rows that a run does not decide, by why."""
    found = {
        title: [row for row in rows if row.verdict == verdict] for title, verdict in OPEN.items()
    }
    return {title: listed for title, listed in found.items() if listed}


def _changes(run: Run, paper: str, *, prefix: str) -> list[Change]:
    base = _flat(configuration.load(paper, scale=run.scale))
    values = _flat(run.configurations[paper])
    return [
        Change(key=prefix + key, before=_text(base.get(key)), after=_text(value))
        for key, value in values.items()
        if value != base.get(key)
    ]


def _flat(config: configuration.PaperConfiguration) -> dict[str, Any]:
    """Return the parameters by key as a user gives them: `root_seed`, `regret.horizon`."""
    flat: dict[str, Any] = {}
    for name, value in configuration.to_values(config).items():
        if isinstance(value, Mapping):
            flat |= {f"{name}.{key}": inner for key, inner in value.items()}
        else:
            flat[name] = value
    return flat


def _text(value: Any) -> str:
    return cut(json.dumps(value, ensure_ascii=False), SHOWN)
