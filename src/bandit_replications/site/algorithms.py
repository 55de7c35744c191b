"""What the page of an algorithm says beside its docstrings: options, figures, claims."""

import inspect
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from bandit_replications.configuration import validation as configuration
from bandit_replications.configuration.reference import Parameter, options
from bandit_replications.experiments.needs import Need
from bandit_replications.ledger.claims import needed
from bandit_replications.ledger.scorecard import Row
from bandit_replications.reporting.paper import Paper
from bandit_replications.runtime.errors import NotApplicable
from bandit_replications.site.links import PACKAGE, definitions, module_path


@dataclass(frozen=True, kw_only=True)
class Described:
    """An algorithm as its page shows it.

    Attributes
    ----------
    id, name, number : str
        Its id, what legends call it, where the paper has it.
    module : str
        Dotted name below the package.
    text : str
        The module's docstring: reStructuredText.
    options : sequence of Parameter
    functions : sequence of str
        Public functions of the module.
    figures : sequence of str
    claims : sequence of Row

    """

    id: str
    name: str
    number: str
    module: str
    text: str
    options: Sequence[Parameter]
    functions: Sequence[str]
    figures: Sequence[str]
    claims: Sequence[Row]


def described(paper: Paper, rows: Sequence[Row]) -> list[Described]:
    """Return the algorithms of a paper with what shows and judges them at the paper's scale."""
    config = configuration.load(paper.name, scale="paper")
    own = {row.id: row for row in rows if row.paper == paper.name}
    figures = {spec.id: _algorithms(_needs(spec, config)) for spec in paper.figures}
    claims = {one.id: _algorithms(needed(one, config)) for one in paper.ledger.claims}
    return [
        Described(
            id=name,
            name=paper.looks.name(name),
            number=paper.looks[name].number if name in paper.looks.table else "",
            module=module.__name__.removeprefix(f"{PACKAGE}."),  # type: ignore[attr-defined]
            text=inspect.getdoc(module) or "",
            options=options(module),
            functions=_functions(module.__name__.removeprefix(f"{PACKAGE}.")),  # type: ignore[attr-defined]
            figures=[figure for figure, shown in figures.items() if name in shown],
            claims=[own[claim] for claim, judged in claims.items() if name in judged],
        )
        for name, module in paper.algorithms.items()
    ]


def theory(paper: Paper) -> list[str]:
    """Return the modules of a paper's derivations and bounds, by dotted name below the package."""
    package = f"papers.{paper.name}.theory"
    folder = module_path(package).parent
    return [f"{package}.{path.stem}" for path in sorted(folder.glob("*.py")) if path.stem[0] != "_"]


def _needs(spec: Any, config: Any) -> Iterable[Need]:
    try:
        return tuple(spec.needs(config))
    except NotApplicable:
        return ()


def _algorithms(needs: Iterable[Need]) -> set[str]:
    return {name for need in needs for name in need.where.get("algorithm", ())}


def _functions(module: str) -> list[str]:
    return [name for name in definitions(module) if name[0].islower()]
