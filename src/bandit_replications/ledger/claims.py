"""Claims and their findings: numbers and p-values.

A claim has a permanent id, a statement in our words, a rule and the data it needs. Its check
returns numbers and, for statistical claims, two p-values; the verdict follows from them by one
function for all papers (`verdicts`).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

import pandas as pd

from bandit_replications.configuration.messages import shown
from bandit_replications.configuration.validation import PaperConfiguration
from bandit_replications.experiments.needs import Need
from bandit_replications.runtime.errors import ConfigurationError, NotApplicable

Method = Literal["exact", "argued", "sampled"]  # how a step decides, the strongest first
Kind = Literal["exact", "argued", "sampled", "statistical", "bound", "none"]
Results = Mapping[str, pd.DataFrame]


@dataclass(frozen=True, kw_only=True)
class Evidence:
    """The two p-values of a statistical rule.

    Attributes
    ----------
    p_for : float
        p-value of the test whose null hypothesis is that the rule is violated.
    p_against : float
        p-value of the test whose null hypothesis is that the rule holds.

    """

    p_for: float
    p_against: float


@dataclass(frozen=True, kw_only=True)
class Finding:
    """What a claim's check computed.

    Attributes
    ----------
    numbers : mapping
        Named numbers (or short texts) on which the verdict rests.
    holds : bool, optional
        For rules that numbers decide without error: whether the rule holds.
    method : str, optional
        For a derivation: how its weakest deciding step decides.
    of_proof : bool
        Whether the steps are a proof's, whose failure leaves the statement open.
    evidence : Evidence, optional
        For statistical rules, at the rule's margin.
    half, twice : Evidence or bool, optional
        The same at half and at twice the rule's margin, where the rule has one.
    caveat : str
        What a reader must know although the rule holds; empty if nothing.
    cites_errata : bool
        Whether the caveat is explained by the claim's errata, which are then named after it.
    testable : bool
        False if no computation here can decide the claim; `caveat` says why.
    refused_from : str
        The smallest worsening of what was measured that the rule refuses.
    control : Finding, optional
        What the same rule finds for the nearest alternative that violates the statement.
    readings : mapping
        What the same rule finds under the other interpretations of the paper, by name.

    """

    numbers: Mapping[str, float | int | str] = field(default_factory=dict)
    holds: bool | None = None
    method: Method | None = None
    of_proof: bool = False
    evidence: Evidence | None = None
    half: Evidence | bool | None = None
    twice: Evidence | bool | None = None
    caveat: str = ""
    cites_errata: bool = False
    testable: bool = True
    refused_from: str = ""
    control: "Finding | None" = None
    readings: "Mapping[str, Finding]" = field(default_factory=dict)


def no_needs(config: PaperConfiguration) -> tuple[Need, ...]:
    """Return no needs: the claim is checked by computation alone."""
    return ()


@dataclass(frozen=True, kw_only=True)
class Claim:
    """One statement of a paper that a computation can confirm or refute.

    Attributes
    ----------
    id : str
        Permanent, kebab-case: theorem-6, figure-05, section-6-dp-se-flat.
    source : str
        Place in the paper.
    statement : str
        What is claimed, in our words.
    kind : str
        How it is checked: by steps (the weakest of which is "exact", "argued" or "sampled"), by
        a test on runs ("statistical"), by comparison with a bound ("bound"), or not ("none").
    rule : str
        When the claim counts as holding, with its numbers.
    needs : callable
        configuration -> needs; raises NotApplicable if the run lacks what the claim is about.
    check : callable
        (results, configuration) -> Finding.
    errata : tuple of str
        Slugs of the errata that bear on it.
    own : bool
        Whether it is a statement of ours and not of the paper.
    functions : tuple of str
        `module:function` of what computes it.
    control : str
        The nearest alternative that violates the statement, in words.
    main_reading : str
        The interpretation of the paper under which the rule is applied, in words.
    data_seen : bool
        Whether data had been seen when the rule was written.
    section : str
        The notebook's section that treats it.
    read_from : str
        Which text of the paper was read, and what was not seen.

    """

    id: str
    source: str
    statement: str
    kind: Kind
    rule: str
    check: Callable[[Results, Any], Finding] = field(repr=False)
    needs: Callable[[Any], tuple[Need, ...]] = field(default=no_needs, repr=False)
    errata: tuple[str, ...] = ()
    own: bool = False
    functions: tuple[str, ...] = ()
    control: str = ""
    main_reading: str = ""
    data_seen: bool = False
    section: str = ""
    read_from: str = ""


def find_claim(claims: Sequence[Claim], claim_id: str) -> Claim:
    """Return the claim with this id.

    Raises
    ------
    ConfigurationError
        If there is none.

    """
    for claim in claims:
        if claim.id == claim_id:
            return claim
    raise ConfigurationError(
        f"claim: {shown(claim_id)}; allowed: {', '.join(claim.id for claim in claims)}"
    )


class Needing(Protocol):
    """What rests on data: a claim, a figure, a table."""

    @property
    def needs(self) -> Callable[[Any], tuple[Need, ...]]:
        """Configuration -> needs; raises NotApplicable if the run lacks them."""


def needed(one: Needing, config: PaperConfiguration) -> tuple[Need, ...]:
    """Return the data that something rests on; none for a computation, or beyond this run."""
    try:
        return one.needs(config)
    except NotApplicable:
        return ()


def examine(claim: Claim, results: Results, config: PaperConfiguration) -> Finding | NotApplicable:
    """Return the claim's finding, or the reason why this run does not cover the claim."""
    try:
        claim.needs(config)
        return claim.check(results, config)
    except NotApplicable as reason:
        return reason
