"""Claims of the papers and their computed verdicts.

A claim has a permanent id, a statement in our words, a rule and the data it needs. Its check
returns numbers and, for statistical claims, two p-values; the verdict follows from them by one
function for all papers. Nothing here is ever typed by hand.
"""

import csv
import dataclasses
import functools
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any, Literal

import pandas as pd
import yaml

from bandit_replications.experiments.needs import Need
from bandit_replications.inference.hypothesis_tests import holm
from bandit_replications.runtime.errors import ConfigurationError, NotApplicable
from bandit_replications.runtime.processes import atomic_write

FAMILY_WISE_ERROR = 0.01

Kind = Literal["exact", "symbolic", "enumeration", "argued", "statistical", "bound", "none"]
Results = Mapping[str, pd.DataFrame]


class Verdict(StrEnum):
    """What a computed check says of a claim."""

    REPRODUCED = "reproduced"
    WITH_CAVEAT = "reproduced with caveat"
    NOT_REPRODUCED = "not reproduced"
    FALSE = "false as stated"
    UNDECIDED = "undecided"
    NOT_APPLICABLE = "not applicable"
    NOT_TESTABLE = "not testable here"


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

    """

    numbers: Mapping[str, float | int | str] = field(default_factory=dict)
    holds: bool | None = None
    evidence: Evidence | None = None
    half: Evidence | bool | None = None
    twice: Evidence | bool | None = None
    caveat: str = ""
    cites_errata: bool = False
    testable: bool = True


def no_needs(config: Any) -> tuple[Need, ...]:
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
        How it is checked.
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
    under_revision : str
        Why its verdict should not be cited yet.
    functions : tuple of str
        `module:function` of what computes it.

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
    under_revision: str = ""
    functions: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Erratum:
    """Something in print that is not so, with what a reader needs to redo the argument.

    Attributes
    ----------
    slug : str
        Permanent, kebab-case.
    place, as_printed, holds_under, counterexample, repair : str
        Where; what is printed, in our words; the reading under which it would hold; why it is
        not so (numbers are computed by the notebook's derivation of this slug); what mends it.
    severity : {"typo", "constant", "gap in a proof", "statement false"}
    theorem_survives : str
        Whether and how the theorem it belongs to survives.
    claims : tuple of str
        Ids of the claims affected.

    """

    slug: str
    place: str
    as_printed: str
    holds_under: str
    counterexample: str
    repair: str
    severity: Literal["typo", "constant", "gap in a proof", "statement false"]
    theorem_survives: str
    claims: tuple[str, ...]

    @property
    def survives(self) -> str:
        """Whether and how the theorem it belongs to survives."""
        return self.theorem_survives


@dataclass(frozen=True, kw_only=True)
class Row:
    """One line of a scorecard."""

    paper: str
    id: str
    kind: str
    source: str
    statement: str
    method: str
    rule: str
    verdict: str
    at_half_margin: str
    at_twice_margin: str
    numbers: str
    caveat: str
    under_revision: str
    evidence: str
    errata: str


COLUMNS = tuple(Row.__dataclass_fields__)


@functools.cache
def under_revision(paper: str) -> Mapping[str, str]:
    """Return why verdicts of the paper are being revised, by id of the claim."""
    text = (Path(__file__).parent / "under_revision.yaml").read_text(encoding="utf-8")
    reasons: Mapping[str, list[str]] = yaml.safe_load(text).get(paper, {})
    return {claim_id: reason for reason, ids in reasons.items() for claim_id in ids}


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
        f"claim: {claim_id!r}; allowed: {', '.join(claim.id for claim in claims)}"
    )


def examine(claim: Claim, results: Results, config: Any) -> Finding | NotApplicable:
    """Return the claim's finding, or the reason why this run does not cover the claim."""
    try:
        claim.needs(config)
        return claim.check(results, config)
    except NotApplicable as reason:
        return reason


def judge(
    claims: Sequence[Claim], findings: Sequence[Finding | NotApplicable], *, paper: str, config: Any
) -> list[Row]:
    """Return the scorecard's rows: verdicts with one family-wise error rate for the paper.

    Each statistical claim enters Holm's procedure with two hypotheses (the rule is violated, the
    rule holds), so that no verdict of the paper is wrong with probability 1 - 1%.
    """
    family = [f.evidence for f in findings if isinstance(f, Finding) and f.evidence is not None]
    place = 0
    rows = []
    for claim, finding in zip(claims, findings, strict=True):
        if not isinstance(finding, Finding):
            rows.append(_row(claim, paper, config, Verdict.NOT_APPLICABLE, caveat=str(finding)))
            continue
        adjust = functools.partial(_adjusted, family, place)
        verdict, half, twice = (
            None if evidence is None else decide(claim.kind, _with(finding, evidence), adjust)
            for evidence in (_decisive(finding), finding.half, finding.twice)
        )
        numbers = format_numbers(finding.numbers)
        if finding.evidence is not None:
            adjusted = adjust(finding.evidence)
            numbers += f"; adjusted p for {adjusted.p_for:.2g}"
            numbers += f"; adjusted p against {adjusted.p_against:.2g}"
            place += 1
        rows.append(
            _row(
                claim,
                paper,
                config,
                verdict or Verdict.UNDECIDED,
                half=half,
                twice=twice,
                numbers=numbers,
                caveat=_caveat(claim, finding),
            )
        )
    return rows


def _caveat(claim: Claim, finding: Finding) -> str:
    if finding.caveat and finding.cites_errata and claim.errata:
        return f"{finding.caveat} (errata: {', '.join(claim.errata)})"
    return finding.caveat


def _decisive(finding: Finding) -> Evidence | bool | None:
    """Return that on which the verdict rests: p-values, or a plain yes or no."""
    if not finding.testable:
        return False
    return finding.holds if finding.evidence is None else finding.evidence


def _with(finding: Finding, evidence: Evidence | bool) -> Finding:
    """Return the finding as it would be with other evidence."""
    if isinstance(evidence, Evidence):
        return dataclasses.replace(finding, holds=None, evidence=evidence)
    return dataclasses.replace(finding, holds=bool(evidence), evidence=None)


def _adjusted(family: Sequence[Evidence], place: int, evidence: Evidence) -> Evidence:
    """Return p-values corrected by Holm's procedure, with `evidence` at its place in the family."""
    members = [*family[:place], evidence, *family[place + 1 :]]
    corrected = holm([p for member in members for p in (member.p_for, member.p_against)])
    return Evidence(p_for=corrected[2 * place], p_against=corrected[2 * place + 1])


def _row(
    claim: Claim,
    paper: str,
    config: Any,
    verdict: Verdict,
    *,
    half: Verdict | None = None,
    twice: Verdict | None = None,
    numbers: str = "",
    caveat: str = "",
) -> Row:
    return Row(
        paper=paper,
        id=claim.id,
        kind="own" if claim.own else "claim",
        source=claim.source,
        statement=claim.statement,
        method=claim.kind,
        rule=claim.rule,
        verdict=verdict.value,
        at_half_margin=half.value if half else "",
        at_twice_margin=twice.value if twice else "",
        numbers=numbers,
        caveat=caveat,
        under_revision=claim.under_revision or under_revision(paper).get(claim.id, ""),
        evidence=_evidence_text(claim, paper, config),
        errata=" ".join(claim.errata),
    )


def decide(
    kind: Kind, finding: Finding, adjust: Callable[[Evidence], Evidence] = lambda evidence: evidence
) -> Verdict:
    """Return the verdict that a finding gives, its p-values corrected by `adjust`."""
    if not finding.testable:
        return Verdict.NOT_TESTABLE
    holds = finding.holds if finding.evidence is None else _decision(adjust(finding.evidence))
    if holds is None:
        return Verdict.UNDECIDED
    if holds:
        return Verdict.WITH_CAVEAT if finding.caveat else Verdict.REPRODUCED
    proved = kind in ("exact", "symbolic", "enumeration", "argued")
    return Verdict.FALSE if proved else Verdict.NOT_REPRODUCED


def _decision(evidence: Evidence) -> bool | None:
    if evidence.p_for <= FAMILY_WISE_ERROR:
        return True
    if evidence.p_against <= FAMILY_WISE_ERROR:
        return False
    return None


def format_numbers(numbers: Mapping[str, float | int | str]) -> str:
    """Return named numbers as one line, four significant digits each."""
    return "; ".join(f"{name} {_number(value)}" for name, value in numbers.items())


def _number(value: float | int | str) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, bool) or value is None:
        return str(value)
    if isinstance(value, int) or (math.isfinite(value) and float(value).is_integer()):
        return str(int(value)) if abs(value) < 1e15 else f"{value:.4g}"
    return f"{value:.4g}"


def _evidence_text(claim: Claim, paper: str, config: Any) -> str:
    try:
        needs = claim.needs(config)
    except NotApplicable:
        return ""
    parts = []
    for need in needs:
        text = "; ".join(
            f"{column} in {', '.join(str(v) for v in values)}"
            for column, values in need.where.items()
        )
        file = f"data/results/{paper}/{need.experiment}.parquet"
        parts.append(f"{file} [{text}]" if text else file)
    return (
        " + ".join(parts)
        or ", ".join(claim.functions)
        or f"computed by bandit_replications.papers.{paper}"
    )


def write_rows(path: Path, rows: Sequence[Row]) -> None:
    """Write scorecard rows as CSV."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with atomic_write(path) as temporary, temporary.open("w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(COLUMNS)
        for row in rows:
            writer.writerow([getattr(row, column) for column in COLUMNS])


def read_rows(path: Path) -> list[Row]:
    """Return the rows of a scorecard file."""
    with path.open(newline="") as file:
        return [Row(**record) for record in csv.DictReader(file)]


def summary(rows: Sequence[Row]) -> pd.DataFrame:
    """Return the number of the papers' claims by paper and verdict, and of our own statements."""
    if not rows:
        return pd.DataFrame()
    frame = pd.DataFrame([dataclasses.asdict(row) for row in rows])
    papers = frame[frame["kind"] == "claim"]
    order = [verdict.value for verdict in Verdict if verdict.value in set(papers["verdict"])]
    counts = papers.groupby(["paper", "verdict"]).size().unstack(fill_value=0)[order]
    ours = frame[frame["kind"] == "own"].groupby("paper").size()
    counts["our own statements"] = ours.reindex(counts.index, fill_value=0)
    return counts
