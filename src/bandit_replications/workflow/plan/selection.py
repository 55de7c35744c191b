"""Selection of a part of a paper: one figure, one claim, or the verdicts from data."""

import difflib
from typing import Any

from bandit_replications.configuration.messages import cut, shown, unknown_key
from bandit_replications.configuration.validation import PaperConfiguration
from bandit_replications.experiments.needs import Need
from bandit_replications.experiments.run import Run
from bandit_replications.ledger.claims import needed
from bandit_replications.runtime.errors import ConfigurationError, NotApplicable


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
    claims = {claim.id: claim for claim in _paper(paper).ledger.claims}
    if name not in claims:
        raise ConfigurationError(unknown_key(name, claims).replace("key", "claim"))
    needs = claims[name].needs(config)
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
    specs = _paper(paper).figures_by_id
    wanted = str(figure)
    for name in (wanted, f"figure-{wanted}", f"figure-{wanted.zfill(2)}"):
        if name in specs:
            return specs[name]
    near = difflib.get_close_matches(wanted, list(specs), n=1)
    hint = f" Did you mean {near[0]!r}?" if near else ""
    allowed = cut(f"Allowed: {', '.join(specs)}", 180)
    raise ConfigurationError(f"figure: {shown(wanted)}.{hint} {allowed}")


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
