"""Selection of a part of a paper: one figure, one claim, or the verdicts from data."""

from typing import Any

from bandit_replications.configuration.validation import PaperConfiguration
from bandit_replications.experiments.needs import Need, needed
from bandit_replications.experiments.run import Run
from bandit_replications.runtime.errors import NotApplicable
from bandit_replications.workflow.index import figure_id


def needs_of(planned: Run, paper: str, only: str) -> tuple[Need, ...]:
    """Return the needs behind `figure:<id>`, `claim:<id>` or `verdicts:random`."""
    kind, _, name = only.partition(":")
    config = planned.configurations[paper]
    if kind == "verdicts":
        claims_needs = (needed(one, config) for one in _paper(paper).ledger.claims)
        return tuple(need for needs in claims_needs for need in needs)
    if kind == "figure":
        needs: tuple[Need, ...] = figure_spec(paper, name).needs(config)
        return needs
    from bandit_replications.ledger.claims import find_claim  # noqa: PLC0415  judging libraries

    needs = find_claim(_paper(paper).ledger.claims, name).needs(config)
    return needs


def _paper(name: str) -> Any:
    """Return a paper with its figures and claims, which a job that simulates does without."""
    from bandit_replications.workflow.registry import find_paper  # noqa: PLC0415  drawing libraries

    return find_paper(name)


def figure_spec(paper: str, figure: str) -> Any:
    """Return the figure of this id, which may be given as 5, 05 or figure-05.

    Raises
    ------
    ConfigurationError
        If the paper has no such figure.

    """
    return _paper(paper).figures_by_id[figure_id(paper, figure)]


def applicable_figures(paper: str, config: PaperConfiguration) -> list[Any]:
    """Return the figures that this configuration has the data for."""
    specs = []
    for spec in _paper(paper).figures:
        try:
            spec.needs(config)
        except NotApplicable:
            continue
        specs.append(spec)
    return specs
