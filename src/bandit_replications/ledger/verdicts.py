"""Verdicts: one function for all papers turns findings into the rows of a scorecard."""

import dataclasses
import functools
import math
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import get_args

from bandit_replications.configuration.validation import PaperConfiguration
from bandit_replications.inference.hypothesis_tests import holm
from bandit_replications.ledger.claims import Claim, Evidence, Finding, Kind, Method
from bandit_replications.ledger.scorecard import Row, Verdict
from bandit_replications.runtime.errors import NotApplicable

FAMILY_WISE_ERROR = 0.01

NEGATIVE = frozenset({Verdict.FALSE, Verdict.INCOMPLETE, Verdict.NOT_REPRODUCED})
MEASURED = frozenset({Verdict.REPRODUCED, Verdict.WITH_CAVEAT, Verdict.NOT_CONTRADICTED})
UNSETTLED = frozenset({Verdict.NOT_APPLICABLE, Verdict.NOT_TESTABLE, Verdict.UNDECIDED})


def judge(
    claims: Sequence[Claim],
    findings: Sequence[Finding | NotApplicable],
    *,
    paper: str,
    config: PaperConfiguration,
) -> list[Row]:
    """Return the scorecard's rows: verdicts with one family-wise error rate for the paper.

    Each statistical claim enters Holm's procedure with two hypotheses (the rule is violated, the
    rule holds) for each interpretation, so that no verdict on the paper's claims is wrong with
    probability 1 - 1%. Statements of ours are a family of their own.
    """
    families: defaultdict[str, list[Finding]] = defaultdict(list)
    for claim, finding in zip(claims, findings, strict=True):
        if isinstance(finding, Finding):
            alternatives = (finding, *finding.readings.values())
            families[claim.record.kind] += [one for one in alternatives if one.evidence is not None]
    rows = []
    for claim, finding in zip(claims, findings, strict=True):
        if isinstance(finding, Finding):
            rows.append(_judged(claim, finding, families[claim.record.kind], paper, config))
        else:
            rows.append(_row(claim, paper, config, Verdict.NOT_APPLICABLE, caveat=str(finding)))
    return rows


def _judged(
    claim: Claim,
    finding: Finding,
    family: Sequence[Finding],
    paper: str,
    config: PaperConfiguration,
) -> Row:
    """Return the row of a claim that the run covers."""
    adjust = functools.partial(_adjusted, family, finding)
    half, twice = (
        None if evidence is None else decide(claim.kind, _with(finding, evidence), adjust)
        for evidence in (finding.half, finding.twice)
    )
    main = decide(claim.kind, finding, adjust)
    others = {
        name: decide(claim.kind, one, functools.partial(_adjusted, family, one))
        for name, one in finding.readings.items()
    }
    numbers = format_numbers(finding.numbers)
    if finding.evidence is not None:
        adjusted = adjust(finding.evidence)
        numbers += f"; adjusted p for {adjusted.p_for:.2g}"
        numbers += f"; adjusted p against {adjusted.p_against:.2g}"
    return _row(
        claim,
        paper,
        config,
        over_readings(main, tuple(others.values())),
        method=finding.method or claim.kind,
        at_half_margin=half.value if half else "",
        at_twice_margin=twice.value if twice else "",
        numbers=numbers,
        caveat=_caveat(claim, finding),
        control=_control_text(claim, finding),
        readings=_readings_text(claim, main, others, finding),
    )


def over_readings(main: Verdict, others: Sequence[Verdict]) -> Verdict:
    """Return the verdict of a claim from those under each interpretation, the main one first.

    It depends on the interpretation where one refutes and another confirms, and where a false
    statement is not refuted under all. Otherwise it is the main one's: not reproduced stays so
    beside an interpretation that leaves it undecided.
    """
    signs = {_sign(one) for one in (main, *others)}
    if {-1, 1} <= signs or (main is Verdict.FALSE and signs != {-1}):
        return Verdict.READING
    return main


def _sign(verdict: Verdict) -> int:
    return -1 if verdict in NEGATIVE else 0 if verdict in UNSETTLED else 1


def _readings_text(
    claim: Claim, main: Verdict, others: Mapping[str, Verdict], finding: Finding
) -> str:
    """Return each interpretation with its verdict and, for all but the main one, numbers."""
    if not others:
        return claim.record.reading
    parts = [f"{claim.record.reading or 'main'}: {main.value}"]
    for name, verdict in others.items():
        numbers = format_numbers(finding.readings[name].numbers)
        parts.append(f"{name}: {verdict.value} ({numbers})" if numbers else f"{name}: {verdict}")
    return " | ".join(parts)


def _control_text(claim: Claim, finding: Finding) -> str:
    """Return the rule's word on its control, and the smallest worsening that it refuses."""
    parts = []
    if finding.control is not None:
        word = "refused" if refuses(claim.kind, finding.control) else "not refused"
        numbers = format_numbers(finding.control.numbers)
        parts.append(f"{word}: {claim.control}" + (f" ({numbers})" if numbers else ""))
    if finding.refused_from:
        parts.append(f"refused from {finding.refused_from}")
    return " | ".join(parts)


def refuses(kind: Kind, finding: Finding) -> bool:
    """Return True if a rule, at its own level, refuses a finding."""
    return _sign(decide(kind, finding)) < 0


def _caveat(claim: Claim, finding: Finding) -> str:
    if finding.caveat and finding.cites_errata and claim.record.errata:
        return f"{finding.caveat} (errata: {', '.join(claim.record.errata)})"
    return finding.caveat


def _with(finding: Finding, evidence: Evidence | bool) -> Finding:
    """Return the finding as it would be with other evidence."""
    if isinstance(evidence, Evidence):
        return dataclasses.replace(finding, holds=None, evidence=evidence)
    return dataclasses.replace(finding, holds=bool(evidence), evidence=None)


def _adjusted(family: Sequence[Finding], place: Finding, evidence: Evidence) -> Evidence:
    """Return p-values corrected by Holm's procedure, `evidence` in its finding's place."""
    members = [evidence if one is place else one.evidence for one in family]
    corrected = holm([p for one in members if one for p in (one.p_for, one.p_against)])
    at = next(number for number, one in enumerate(family) if one is place)
    return Evidence(p_for=corrected[2 * at], p_against=corrected[2 * at + 1])


def _row(
    claim: Claim, paper: str, config: PaperConfiguration, verdict: Verdict, **found: str
) -> Row:
    """Return a claim's row with the columns that were found; the others that can be are empty."""
    record = claim.record
    return Row(
        paper=paper,
        id=claim.id,
        kind=record.kind,
        source=record.source,
        statement=record.statement,
        rule=claim.rule,
        verdict=verdict.value,
        data_seen="yes" if record.data_seen else "",
        read_from=claim.read_from if verdict in NEGATIVE or verdict is Verdict.READING else "",
        evidence=_evidence_text(claim, paper, config),
        errata=" ".join(record.errata),
        **{"method": claim.kind, **found},
    )


def decide(
    kind: Kind, finding: Finding, adjust: Callable[[Evidence], Evidence] = lambda evidence: evidence
) -> Verdict:
    """Return the verdict that a finding gives, its p-values corrected by `adjust`.

    What holds is `proof checked`, or `proof repaired`, where every deciding step is exact or
    argued, and `not contradicted` where one of them is sampled or where the rule would not have
    refused its control. `reproduced` is for what was measured.
    """
    method = finding.method or (kind if kind in get_args(Method) else None)
    if not finding.testable:
        return Verdict.NOT_TESTABLE
    holds = finding.holds if finding.evidence is None else _decision(adjust(finding.evidence))
    if holds is None:
        return Verdict.UNDECIDED
    if not holds:
        if finding.of_proof:
            return Verdict.INCOMPLETE
        return Verdict.FALSE if method else Verdict.NOT_REPRODUCED
    if method == "sampled":
        return Verdict.NOT_CONTRADICTED
    if finding.of_proof and finding.cites_errata:
        return Verdict.REPAIRED
    if finding.caveat:
        return Verdict.WITH_CAVEAT
    if method:
        return Verdict.CHECKED
    powerless = finding.control is not None and not refuses(kind, finding.control)
    if powerless or (kind == "bound" and finding.control is None):
        return Verdict.NOT_CONTRADICTED
    return Verdict.REPRODUCED


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


def _evidence_text(claim: Claim, paper: str, config: PaperConfiguration) -> str:
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
    where = [" + ".join(dict.fromkeys(parts)), ", ".join(claim.decision.functions)]
    if claim.record.section:
        where.append(f"notebook, section {claim.record.section}")
    return "; ".join(text for text in where if text)


def finding_text(claim_id: str, finding: Finding | NotApplicable) -> str:
    """Return a line for each number of a finding, or one that says why there is none."""
    if isinstance(finding, NotApplicable):
        return f"{claim_id}: {Verdict.NOT_APPLICABLE.value} ({finding})\n"
    width = max((len(name) for name in finding.numbers), default=0)
    return "".join(
        f"{name:<{width}}  {format_numbers({'': value}).strip()}\n"
        for name, value in finding.numbers.items()
    )
