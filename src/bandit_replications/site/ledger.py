"""Claims and errata of all papers as pages: every row has a permanent address."""

import csv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import get_args

from bandit_replications.ledger.claims import Claim
from bandit_replications.ledger.records import ErratumRecord, Severity
from bandit_replications.ledger.scorecard import Row
from bandit_replications.reporting.errata import counterexample
from bandit_replications.reporting.paper import Paper
from bandit_replications.runtime.paths import repo_root
from bandit_replications.site.links import Links, definitions, module_path

KINDS = {"claim": "of the paper", "own": "ours, not peer-reviewed"}
# Read at a glance and without colour.
MARKS = {
    "reproduced": "✓",
    "proof checked": "✓",
    "proof repaired": "✓",
    "not contradicted": "✓",
    "reproduced with caveat": "≈",
    "depends on the interpretation": "?",
    "undecided": "?",
    "not reproduced": "✗",
    "proof incomplete": "✗",
    "false as stated": "✗",
    "not testable here": "–",
    "not applicable": "–",
}


@dataclass(frozen=True, kw_only=True)
class Function:
    """A function that decides a claim: `place` is its file and line, `address` its source."""

    name: str
    place: str
    address: str


@dataclass(frozen=True)
class Entry:
    """A claim on the page of claims."""

    row: Row
    mark: str
    kind: str
    severities: tuple[str, ...]
    parts: Sequence[tuple[str, str]]
    errata: Sequence[tuple[str, str]]
    uses: Sequence[tuple[str, str]]
    functions: Sequence[Function]
    section: str
    address: str
    data: Sequence[str]


def entries(rows: Sequence[Row], links: Links) -> list[Entry]:
    """Return all rows of the scorecard with their links."""
    papers = {paper.name: paper for paper in links.papers}
    return [_entry(row, papers[row.paper], links) for row in rows if row.paper in papers]


def _entry(row: Row, paper: Paper, links: Links) -> Entry:
    claim = next(one for one in paper.ledger.claims if one.id == row.id)
    record = claim.record
    severity = {one.slug: one.severity for one in paper.ledger.errata}
    parts = {
        "rule": row.rule,
        "how": row.method,
        "numbers": row.numbers,
        "at half the margin": row.at_half_margin,
        "at twice the margin": row.at_twice_margin,
        "control": row.control,
        "main interpretation": record.reading,
        "other interpretations": row.readings,
        "under 20 other seeds": row.stability,
        "caveat": row.caveat,
        "data seen before the rule": row.data_seen,
        "read from": row.read_from,
    }
    return Entry(
        row=row,
        mark=MARKS[row.verdict],
        kind=KINDS[row.kind],
        severities=tuple(dict.fromkeys(severity[slug] for slug in record.errata)),
        parts=[(name, text) for name, text in parts.items() if text],
        errata=[(slug, links.erratum(paper.name, slug)) for slug in record.errata],
        uses=[(name, links.statement(paper, name)) for name in record.uses],
        functions=[_function(name, links) for name in claim.decision.functions],
        section=record.section,
        address=links.section(paper.name, record.section) if record.section else "",
        data=_data_files(row),
    )


def _function(name: str, links: Links) -> Function:
    module, _, function = name.partition(":")
    path = module_path(module).relative_to(repo_root())
    place = f"{path}:{definitions(module).get(function, 1)}"
    return Function(name=function, place=place, address=links.code(module, function))


def _data_files(row: Row) -> list[str]:
    """Return the published files that a verdict was judged from."""
    words = row.evidence.replace("+", " ").replace(";", " ").split()
    return list(dict.fromkeys(word for word in words if word.startswith("data/results/")))


def steps(paper: Paper, files: Path) -> Mapping[str, list[Mapping[str, str]]]:
    """Return the published steps of the proofs of a paper by item, both sides of each."""
    path = files / "data" / "tables" / paper.name / "proof-steps.csv"
    found: dict[str, list[Mapping[str, str]]] = {}
    if path.is_file():
        with path.open(newline="") as file:
            for line in csv.DictReader(file):
                found.setdefault(line["item"], []).append(line)
    return found


@dataclass(frozen=True)
class Erratum:
    """An erratum on the page of errata."""

    record: ErratumRecord
    claims: Sequence[Claim]
    sections: Sequence[str]
    script: str


def errata(paper: Paper) -> Mapping[str, list[Erratum]]:
    """Return the errata of a paper by severity, the worst first."""
    found: dict[str, list[Erratum]] = {}
    for record in paper.ledger.filled_errata:
        named = paper.ledger.affected(record.slug)
        bears_on = [one for one in paper.ledger.records if one.id in named]
        found.setdefault(record.severity, []).append(
            Erratum(
                record=record,
                claims=[claim for claim in paper.ledger.claims if claim.id in named],
                sections=list(dict.fromkeys(one.section for one in bears_on if one.section)),
                script=counterexample(record.slug),
            )
        )
    return {severity: found[severity] for severity in get_args(Severity) if severity in found}
