"""Claims: their records, decisions and findings.

A claim has a permanent id, a statement in our words, a rule and the data it needs. Its decision
returns numbers and, for statistical claims, two p-values; the verdict follows from them by one
function for all papers (`verdicts`).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from bandit_replications.configuration.messages import shown
from bandit_replications.configuration.validation import PaperConfiguration
from bandit_replications.experiments.needs import Need
from bandit_replications.inference.summaries import Results
from bandit_replications.ledger.comparison_records import ComparisonRecord
from bandit_replications.runtime.errors import ConfigurationError, NotApplicable

Method = Literal["exact", "argued", "sampled"]  # how a step decides, the strongest first
Kind = Literal["exact", "argued", "sampled", "statistical", "bound", "none"]

ID = r"^[a-z0-9]+(-[a-z0-9]+)*$"
TEX = r"^[^$]*(\$[^$]+\$[^$]*)*$"  # text with formulas between dollars


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


class Record(BaseModel):
    """Text that states every key and no other."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class ClaimRecord(Record):
    """One statement: of the paper (`claim`), of ours (`own`), or an `item` that claims nothing.

    Definitions, algorithms and displayed equations are items. One with a check is a step of a
    proof: it is computed and listed with the steps, without a verdict.
    """

    id: str = Field(pattern=ID, description="permanent name")
    kind: Literal["claim", "own", "item"]
    source: str = Field(min_length=1, description="place in the paper")
    statement: str = Field(min_length=1, description="what is claimed, in our words")
    tex: str = Field("", pattern=TEX, description="the same with formulas as TeX, for pages")
    rule: str = Field("", description="when it counts as holding, in words")
    check: str = Field("", description="registered function that decides it; default: the id")
    compare: ComparisonRecord | None = Field(None, description="means that decide it, as data")
    argument: Mapping[str, str] = Field(
        {}, description="steps in words, by name, beside those that are registered, if any are"
    )
    not_testable: str = Field("", description="why no computation here can decide it")
    control: str = Field("", description="nearest alternative that the rule must refuse")
    reading: str = Field("", description="interpretation of the paper that the verdict is about")
    section: str = Field("", pattern=r"^(\d+(\.\d+)*)?$", description="of the notebook")
    main: bool = Field(False, description="whether it is among the paper's three to six results")
    uses: tuple[str, ...] = Field((), description="ids of what its proof stands on")
    errata: tuple[str, ...] = Field((), description="slugs of the errata that bear on it")
    data_seen: bool = Field(False, description="whether data had been seen when the rule was set")

    @model_validator(mode="after")
    def _check(self) -> Self:
        if self.not_testable and (self.rule or self.check):
            raise ValueError(f"{self.id}: not_testable; allowed: without rule and check")
        if self.compare and (self.check or self.argument):
            raise ValueError(f"{self.id}: compare; allowed: without check and argument")
        if self.not_testable and self.argument:
            raise ValueError(f"{self.id}: argument; allowed: without not_testable")
        return self


@dataclass(frozen=True, kw_only=True)
class Decision:
    """A registered function that decides a claim.

    Attributes
    ----------
    method : str
        How. "exact", "argued", "sampled": by steps, the weakest of which decides like this.
        "statistical": runs are tested. "bound": numbers are compared with a bound.
    decide : callable
        (results by experiment, configuration) -> Finding.
    needs : callable
        configuration -> the data it needs; raises NotApplicable if the run lacks them.
    facts : mapping
        Values that the record's rule names in braces.
    functions : tuple of str
        `module:function` of what computes it.

    """

    method: Kind
    decide: Callable[[Results, Any], Finding] = field(repr=False)
    needs: Callable[[Any], tuple[Need, ...]] = field(default=no_needs, repr=False)
    facts: Mapping[str, object] = field(default_factory=dict)
    functions: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Claim:
    """A record with the function that decides it: a statement, or a step of a proof.

    Attributes
    ----------
    record : ClaimRecord
    decision : Decision
    read_from : str
        Which text of the paper was read, and what was not seen.

    """

    record: ClaimRecord
    decision: Decision
    read_from: str = ""

    @property
    def id(self) -> str:
        """Permanent name."""
        return self.record.id

    @property
    def kind(self) -> Kind:
        """Method by which it is decided."""
        return self.decision.method

    @property
    def needs(self) -> Callable[[Any], tuple[Need, ...]]:
        """Configuration -> needs; raises NotApplicable if the run lacks the claim's data."""
        return self.decision.needs

    @property
    def rule(self) -> str:
        """Condition under which it counts as holding, with its numbers."""
        return self._filled(self.record.rule or "none")

    @property
    def control(self) -> str:
        """Worsening that the rule must refuse, with its numbers."""
        return self._filled(self.record.control or "")

    def _filled(self, text: str) -> str:
        facts = self.decision.facts
        return text.format(**facts) if facts else text


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


def examine(claim: Claim, results: Results, config: PaperConfiguration) -> Finding | NotApplicable:
    """Return the claim's finding, or the reason why this run does not cover the claim."""
    try:
        claim.needs(config)
        return claim.decision.decide(results, config)
    except NotApplicable as reason:
        return reason
