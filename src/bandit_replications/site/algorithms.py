"""Contents of an algorithm's page: options, figures, claims, docstrings."""

import csv
import inspect
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bandit_replications.configuration import validation as configuration
from bandit_replications.configuration.papers import publications
from bandit_replications.configuration.reference import Parameter, fields
from bandit_replications.experiments import costs
from bandit_replications.experiments.cells import Cell
from bandit_replications.experiments.needs import Need, needed
from bandit_replications.ledger.scorecard import Row
from bandit_replications.playing.catalogue import Entry
from bandit_replications.reporting.paper import Paper
from bandit_replications.runtime.paths import repo_root
from bandit_replications.site.links import PACKAGE, SOURCE, definitions, module_path, place, whole

WIDTH = 84  # of a call's arguments in a line
CALL = {"simulate": ("horizon", "runs", "seed"), "learner": ("horizon", "seed")}


@dataclass(frozen=True, kw_only=True)
class Forms:
    """Times of a run of so many rounds, by the fast simulator and round by round."""

    horizon: int
    fast: str
    literal: str


@dataclass(frozen=True, kw_only=True)
class Keyword:
    """A keyword of the library: of `simulate`, of `learner`, or of both."""

    taken_by: str
    parameter: Parameter


@dataclass(frozen=True, kw_only=True)
class Described:
    """An algorithm as its page shows it.

    Attributes
    ----------
    id, name, number : str
        Its id, what legends call it, where the paper has it.
    module : str
        Dotted name below the package.
    example : str
        Calls of the library with the keywords that it needs; empty for a paper without any.
    keywords : sequence of Keyword
    play : (str, str, str)
        The pseudo-code, and the module below the package and the name under which it stands.
    functions : sequence of str
        Public functions of the module.
    speeds : mapping
        By experiment, what a run of the fast simulator takes: the least and the most of its cells.
    forms : Forms or None
        Times of a run in both forms, if `make bench` has measured them.
    figures : sequence of str
    claims : sequence of Row

    """

    id: str
    name: str
    number: str
    module: str
    example: str
    keywords: Sequence[Keyword]
    play: tuple[str, str, str]
    functions: Sequence[str]
    speeds: Mapping[str, tuple[str, str]]
    forms: Forms | None
    figures: Sequence[str]
    claims: Sequence[Row]


def described(paper: Paper, rows: Sequence[Row]) -> list[Described]:
    """Return a paper's algorithms with their figures and claims at the paper's scale."""
    config = configuration.load(paper.name, scale="paper")
    own = {row.id: row for row in rows if row.paper == paper.name}
    cells = {one.name: one.cells(config) for one in paper.experiments}
    figures = {spec.id: _algorithms(needed(spec, config), cells) for spec in paper.figures}
    claims = {one.id: _algorithms(needed(one, config), cells) for one in paper.ledger.claims}
    took, forms = _seconds(paper, cells), _forms(paper)
    modules: Mapping[str, Any] = paper.algorithms
    names = {name: module.__name__.removeprefix(f"{PACKAGE}.") for name, module in modules.items()}
    return [
        Described(
            id=name,
            name=paper.styles.name(name),
            number=paper.styles[name].number if name in paper.styles.table else "",
            module=names[name],
            example=example(paper.name, name, _entries(paper, name)),
            keywords=_keywords(_entries(paper, name)),
            play=(inspect.getsource(whole(module.play)), *place(module.play)),
            functions=[one for one in definitions(names[name]) if one[0].islower()],
            speeds={
                experiment: (_time(min(seconds)), _time(max(seconds)))
                for (own_name, experiment), seconds in took.items()
                if own_name == name
            },
            forms=forms.get(name),
            figures=[figure for figure, shown in figures.items() if name in shown],
            claims=[own[claim] for claim, judged in claims.items() if name in judged],
        )
        for name, module in modules.items()
    ]


def example(paper: str, name: str, entries: Sequence[Entry]) -> str:
    """Return calls of the library that run an algorithm, with the paper's example as keywords."""
    given = {"runs": 10, "seed": 0, **publications()[paper].get("example", {})}
    module = name.replace("-", "_")
    several = len([*SOURCE.glob(f"papers/*/algorithms/{module}.py")]) > 1
    calls = []
    for entry in entries if "horizon" in given else ():
        for function, asked in {"simulate": entry.own, "learner": entry.asked}.items():
            words = [f"{key}={given[key]}" for key in (*asked, *CALL[function]) if key in given]
            first = [f'"{name}"', *[f'paper="{paper}"'][: int(several)]]
            call = ", ".join([*first, *words])
            if len(call) > WIDTH:
                call = "\n    " + "\n    ".join(textwrap.wrap(call, WIDTH)) + ",\n"
            variable = {"simulate": "result", "learner": "learner"}[function]
            calls.append(f"{variable} = br.{function}({call})")
    return "\n".join(["import bandit_replications as br", "", *calls]) if calls else ""


def _entries(paper: Paper, name: str) -> tuple[Entry, ...]:
    found = paper.entries[name]
    return (found,) if isinstance(found, Entry) else found


def _keywords(entries: Iterable[Entry]) -> list[Keyword]:
    """Return the keywords of the library, those of the problem first."""
    found: dict[str, Keyword] = {}
    for entry in entries:
        takes = {"`simulate`": {*entry.own, *entry.options}}
        takes["`learner`"] = {*entry.asked, *entry.options}
        for model in (entry.keywords, entry.live, entry.Options):
            for one in fields(model):
                by = " ".join(function for function, keys in takes.items() if one.key in keys)
                found.setdefault(one.key, Keyword(taken_by=by, parameter=one))
    return list(found.values())


@dataclass(frozen=True, kw_only=True)
class Derivation:
    """A module of bounds or steps of a proof: its name below the package, the claims it decides."""

    name: str
    module: str
    claims: Sequence[str]


def theory(paper: Paper) -> list[Derivation]:
    """Return a paper's derivations and bounds."""
    deciding: dict[str, dict[str, None]] = {}
    for claim in paper.ledger.claims:
        for function in claim.decision.functions:
            deciding.setdefault(function.partition(":")[0], {})[claim.id] = None
    package = f"papers.{paper.name}.theory"
    folder = module_path(f"papers.{paper.name}").parent / "theory"
    modules = {file.stem: f"{package}.{file.stem}" for file in sorted(folder.glob("[!_]*.py"))}
    return [
        Derivation(name=name, module=module, claims=list(deciding.get(module, ())))
        for name, module in modules.items()
    ]


def _seconds(
    paper: Paper, cells: Mapping[str, Sequence[Cell]]
) -> Mapping[tuple[str, str], list[float]]:
    """Return the seconds of a run by algorithm and experiment, as `make costs` measured them."""
    found: dict[tuple[str, str], list[float]] = {}
    for experiment in paper.experiments:
        for cell in cells[experiment.name]:
            key = (str(cell.settings.get("algorithm", "")), experiment.section)
            found.setdefault(key, []).append(costs.seconds(paper.name, cell))
    return found


def _forms(paper: Paper) -> Mapping[str, Forms]:
    """Return times that `make bench` measured by algorithm; none where it never ran."""
    path = repo_root() / "data" / "benchmarks" / "forms.csv"
    if not path.is_file():
        return {}
    with path.open(newline="") as file:
        return {
            row["algorithm"]: Forms(
                horizon=int(row["horizon"]),
                fast=_time(float(row["fast_seconds"])),
                literal=_time(float(row["literal_seconds"])),
            )
            for row in csv.DictReader(file)
            if row["paper"] == paper.name
        }


def _time(seconds: float) -> str:
    """Return a time to two digits, in the largest unit not above it."""
    units = {"s": 1, "ms": 1e-3}
    unit, size = next((one for one in units.items() if seconds >= one[1]), ("µs", 1e-6))
    return f"{float(f'{seconds / size:.2g}'):g} {unit}"


def _algorithms(needs: Iterable[Need], cells: Mapping[str, Sequence[Cell]]) -> set[str]:
    """Return the algorithms of needed rows: all that ran where a need names none."""
    return {
        str(cell.settings.get("algorithm"))
        for need in needs
        for cell in cells[need.experiment]
        if all(cell.settings.get(name) in (None, *given) for name, given in need.where.items())
    }
