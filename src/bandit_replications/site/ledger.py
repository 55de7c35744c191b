"""Claims and errata of all papers as pages: every row has a permanent address."""

import csv
import html
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import get_args

import pandas as pd

from bandit_replications.ledger.claims import Claim
from bandit_replications.ledger.records import ErratumRecord, Severity
from bandit_replications.ledger.scorecard import Row
from bandit_replications.reporting.errata import counterexample
from bandit_replications.reporting.paper import Paper
from bandit_replications.runtime.paths import repo_root
from bandit_replications.site.links import Links, definitions, module_path

KINDS = {"claim": "of the paper", "own": "ours, not peer-reviewed"}
# Told apart without colour: circles are measured, ticks and crosses proved.
MARKS = {
    "reproduced": "●",
    "proof checked": "✓",
    "proof repaired": "✓+",
    "not contradicted": "○",
    "reproduced with caveat": "◐",
    "depends on the interpretation": "?",
    "undecided": "…",
    "not reproduced": "⊗",
    "proof incomplete": "△",
    "false as stated": "✗",
    "not testable here": "–",
    "not applicable": "·",
}
GROUPS = {"✓": "good", "●": "good", "○": "good", "◐": "caveat", "?": "caveat", "…": "caveat"}
GROUPS |= {"✗": "bad", "⊗": "bad", "△": "bad"}  # with a colour each


def badge(verdict: str, *, words: bool = True) -> str:
    """Return a verdict as HTML: its shape and colour, and its words."""
    mark = MARKS[verdict]
    said = f" {verdict}" if words else ""
    return f'<span class="verdict {GROUPS.get(mark[0], "open")}"><b>{mark}</b>{said}</span>'


def marked(counts: pd.DataFrame) -> pd.DataFrame:
    """Return counts by paper and verdict with the verdicts' shapes above the columns."""
    heads = {one: f'<span title="{one}">{badge(one, words=False)}</span>' for one in MARKS}
    return counts.rename(columns=heads).rename_axis(index=None, columns=None)


def mathematics(text: str) -> str:
    """Return a text as HTML, its formulas between dollars as Sphinx writes them."""
    parts = re.split(r"\$([^$]+)\$", html.escape(text))
    shown = r'<span class="math notranslate nohighlight">\({}\)</span>'.format
    return "".join(shown(part) if number % 2 else part for number, part in enumerate(parts))


def statements(rows: Sequence[Row], papers: Sequence[Paper]) -> Mapping[str, str]:
    """Return the statements as HTML by paper/id, with formulas where their records have TeX."""
    tex = {f"{one.name}/{r.id}": r.tex for one in papers for r in one.ledger.records if r.tex}
    names = {f"{row.paper}/{row.id}": row.statement for row in rows}
    return {
        name: mathematics(tex[name]) if name in tex else html.escape(text)
        for name, text in names.items()
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


def by_section(
    listed: Sequence[Entry], paper: str, titles: Mapping[str, str]
) -> Mapping[str, list[Entry]]:
    """Return a paper's claims below the heading of the chapter that treats them, in its order."""
    own = [one for one in listed if one.row.paper == paper]
    chapters = {one.section.partition(".")[0] for one in own}
    ordered = sorted(chapters, key=lambda chapter: int(chapter or 10**6))
    return {
        f"{chapter} {titles.get(chapter, '')}" if chapter else "Elsewhere": [
            one for one in own if one.section.partition(".")[0] == chapter
        ]
        for chapter in ordered
    }


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
