"""Verdicts: one function for all papers turns findings into the rows of a scorecard."""

import dataclasses
import functools
import math
from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import Any

from bandit_replications.inference.hypothesis_tests import holm
from bandit_replications.ledger.claims import Claim, Evidence, Finding, Kind
from bandit_replications.ledger.scorecard import Row
from bandit_replications.runtime.errors import NotApplicable

FAMILY_WISE_ERROR = 0.01


class Verdict(StrEnum):
    """What a computed check says of a claim."""

    REPRODUCED = "reproduced"
    WITH_CAVEAT = "reproduced with caveat"
    NOT_REPRODUCED = "not reproduced"
    FALSE = "false as stated"
    UNDECIDED = "undecided"
    NOT_APPLICABLE = "not applicable"
    NOT_TESTABLE = "not testable here"


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
        under_revision=claim.under_revision,
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
