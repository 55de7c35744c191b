"""Stability of verdicts from random numbers under other root seeds.

`make stability` simulates everything under 20 other root seeds, judges each claim under each, and
writes `data/stability.csv`, which is committed. It takes hours; each seed is in the table once it
is judged, and the same command goes on with the next one. A line counts for as long as the rule,
the data and the numbers found in them are those of the paper-scale run that it was made beside.
"""

import csv
import dataclasses
import hashlib
import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pandas as pd

from bandit_replications.configuration import validation as configuration
from bandit_replications.configuration.papers import PAPERS
from bandit_replications.configuration.validation import PaperConfiguration
from bandit_replications.experiments.needs import Need, needed
from bandit_replications.experiments.run import Run
from bandit_replications.ledger.claims import Claim
from bandit_replications.ledger.scorecard import Row, Verdict, read_rows
from bandit_replications.ledger.verdicts import MEASURED
from bandit_replications.runtime import receipts
from bandit_replications.runtime.errors import UserError
from bandit_replications.runtime.paths import repo_root
from bandit_replications.runtime.processes import atomic_write
from bandit_replications.workflow.registry import find_paper

SEEDS = 20
ENOUGH = 19
STEP = 1_000_003  # between root seeds
COLUMNS = ("paper", "claim", "key", "verdicts")

Select = Callable[[Sequence[Need]], Mapping[str, pd.DataFrame]]  # rows of each data set


def table_path() -> Path:
    """Return the committed table."""
    return repo_root() / "data" / "stability.csv"


def configuration_of(number: int, papers: Sequence[str]) -> dict[str, Any]:
    """Return what the workflow is asked for under the other root seed of this number."""
    seeds = {
        paper: {"root_seed": configuration.load(paper, scale="paper").root_seed + STEP * number}
        for paper in papers
    }
    name = f"stability-{number:02d}"
    return {"run": name, "scale": "paper", "papers": list(papers), "verdicts": True, **seeds}


def done(run: Run, paper: str, select: Select) -> int:
    """Return how many other seeds the table has of a paper, as its own run is judged now."""
    rows, lines = _rows(run, paper), _lines(paper)
    totals = []
    for claim in find_paper(paper).ledger.claims:
        made_from = key(rows[claim.id], claim, run.configurations[paper], select)
        line = lines.get(claim.id)
        if made_from:
            totals.append(_counts(line).total() if line and line["key"] == made_from else 0)
    return min(totals, default=SEEDS)


def add(run: Run, other: Run, selects: Mapping[str, Select], *, number: int) -> None:
    """Add the verdicts under one more seed to the table, from nothing for the first one.

    `selects` give the rows of the run's data sets, by paper.
    """
    lines = [
        line for paper in PAPERS if paper not in other.papers for line in _lines(paper).values()
    ]
    for paper in other.papers:
        rows, found = _rows(run, paper), _rows(other, paper)
        known = _lines(paper) if number > 1 else {}
        for claim in find_paper(paper).ledger.claims:
            made_from = key(rows[claim.id], claim, run.configurations[paper], selects[paper])
            if made_from:
                counts = _counts(known.get(claim.id)) + Counter([found[claim.id].verdict])
                text = "; ".join(f"{word}: {n}" for word, n in counts.most_common())
                lines.append(dict(zip(COLUMNS, (paper, claim.id, made_from, text), strict=True)))
    lines.sort(key=lambda line: PAPERS.index(line["paper"]))
    with atomic_write(table_path()) as temporary, temporary.open("w", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(lines)


def _lines(paper: str) -> dict[str, dict[str, str]]:
    if not table_path().is_file():
        return {}
    with table_path().open(newline="") as file:
        return {line["claim"]: line for line in csv.DictReader(file) if line["paper"] == paper}


def _counts(line: Mapping[str, str] | None) -> Counter[str]:
    parts = [part.rsplit(": ", 1) for part in line["verdicts"].split("; ")] if line else []
    return Counter({word: int(count) for word, count in parts})


def _rows(run: Run, paper: str) -> dict[str, Row]:
    path = run.directory / "claims" / f"{paper}.csv"
    if not receipts.holds(path):
        raise UserError(f"{path}: missing or altered; allowed: after `make reproduce`")
    return {row.id: row for row in read_rows(path)}


def key(row: Row, claim: Claim, config: PaperConfiguration, select: Select) -> str:
    """Return a hash of what a verdict rests on; empty where that is not random.

    That is the rule, the rows of data that it needs and the numbers that it found in them,
    corrections for other claims apart: a change of the code, or of other rows, that leaves all of
    them keeps the verdicts of the other seeds.
    """
    needs = needed(claim, config)
    if not needs:
        return ""
    content = [row.rule, row.numbers.partition("; adjusted p")[0], row.control, row.readings]
    content += [_digest(rows) for _, rows in sorted(select(needs).items())]
    return hashlib.sha256(json.dumps(content).encode()).hexdigest()[:16]


def _digest(rows: pd.DataFrame) -> str:
    hashes = pd.util.hash_pandas_object(rows, index=False)
    return hashlib.sha256(hashes.to_numpy().tobytes()).hexdigest()


def with_stability(rows: Sequence[Row], run: Run, paper: str, select: Select) -> list[Row]:
    """Return the rows of the paper-scale run with what other seeds said of them.

    A verdict that fewer than 19 of 20 seeds share is undecided.
    """
    if run.name != "paper":
        return list(rows)
    lines = _lines(paper)
    claims = {claim.id: claim for claim in find_paper(paper).ledger.claims}
    return [
        _judged(row, lines[row.id], key(row, claims[row.id], run.configurations[paper], select))
        if row.id in lines
        else row
        for row in rows
    ]


def _judged(row: Row, line: Mapping[str, str], made_from: str) -> Row:
    if line["key"] != made_from:
        return dataclasses.replace(row, stability="stale")
    counts = _counts(line)
    # Verdicts of one sign agree: a claim is as true where a control was not refused.
    same = MEASURED if row.verdict in MEASURED else {row.verdict}
    agree, total = sum(counts[word] for word in same), counts.total()
    stability = f"{agree} of {total}" + (f": {line['verdicts']}" if len(counts) > 1 else "")
    if agree >= ENOUGH * total / SEEDS:
        return dataclasses.replace(row, stability=stability)
    return dataclasses.replace(row, verdict=Verdict.UNDECIDED.value, stability=stability)
