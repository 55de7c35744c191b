"""Whether verdicts that rest on random numbers are the same under other root seeds.

`make stability` simulates everything under 20 other root seeds, hours of work that an interruption
does not lose, judges each claim under each, and writes `data/stability.csv`, which is committed.
A line counts for as long as the rule, the data and the numbers found in them are those of the
paper-scale run that it was made beside.
"""

import csv
import dataclasses
import hashlib
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from bandit_replications.configuration import validation as configuration
from bandit_replications.experiments.run import Run
from bandit_replications.experiments.store import sha256
from bandit_replications.ledger.claims import Claim, needed
from bandit_replications.ledger.scorecard import Row, read_rows
from bandit_replications.ledger.verdicts import Verdict
from bandit_replications.runtime.errors import UserError
from bandit_replications.runtime.paths import repo_root
from bandit_replications.runtime.processes import atomic_write
from bandit_replications.workflow.registry import find_paper

SEEDS = 20
ENOUGH = 19
STEP = 1_000_003  # between root seeds
COLUMNS = ("paper", "claim", "key", "verdicts")


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


def check(run: Run) -> None:
    """Raise UserError, before hours of work, unless the paper-scale run has been judged."""
    for paper in run.papers:
        _rows(run, paper)


def write(run: Run, runs: Sequence[Run]) -> None:
    """Write the table from the verdicts of the runs under other seeds; `run` is the paper's."""
    with atomic_write(table_path()) as temporary, temporary.open("w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(COLUMNS)
        for paper in run.papers:
            found: dict[str, Counter[str]] = {}
            for other in runs:
                for name, row in _rows(other, paper).items():
                    found.setdefault(name, Counter())[row.verdict] += 1
            rows = _rows(run, paper)
            for claim in find_paper(paper).ledger.claims:
                made_from = key(rows[claim.id], claim, run, paper)
                if made_from:
                    counts = "; ".join(f"{word}: {n}" for word, n in found[claim.id].most_common())
                    writer.writerow((paper, claim.id, made_from, counts))


def _rows(run: Run, paper: str) -> dict[str, Row]:
    path = run.directory / "claims" / f"{paper}.csv"
    if not path.is_file():
        raise UserError(f"{path}: missing; allowed: after `make reproduce`")
    return {row.id: row for row in read_rows(path)}


def key(row: Row, claim: Claim, run: Run, paper: str) -> str:
    """Return a hash of what a verdict rests on; empty where that is not random.

    That is the rule, the data of the run and all numbers that the rule found in them: a change of
    the code that leaves every byte of them keeps the verdicts of the other seeds.
    """
    needs = needed(claim, run.configurations[paper])
    if not needs:
        return ""
    paths = [run.results_path(paper, name) for name in sorted({one.experiment for one in needs})]
    content = [row.rule, row.numbers, row.control, row.readings]
    content += [sha256(path) if path.is_file() else "" for path in paths]
    return hashlib.sha256(json.dumps(content).encode()).hexdigest()[:16]


def with_stability(rows: Sequence[Row], run: Run, paper: str) -> list[Row]:
    """Return the rows of the paper-scale run with what other seeds said of them.

    A verdict that fewer than 19 of 20 seeds share is undecided.
    """
    if run.name != "paper" or not table_path().is_file():
        return list(rows)
    with table_path().open(newline="") as file:
        lines = {line["claim"]: line for line in csv.DictReader(file) if line["paper"] == paper}
    claims = {claim.id: claim for claim in find_paper(paper).ledger.claims}
    return [
        _judged(row, lines[row.id], key(row, claims[row.id], run, paper))
        if row.id in lines
        else row
        for row in rows
    ]


def _judged(row: Row, line: Mapping[str, str], made_from: str) -> Row:
    if line["key"] != made_from:
        return dataclasses.replace(row, stability="stale")
    counts = dict(part.rsplit(": ", 1) for part in line["verdicts"].split("; "))
    agree = int(counts.get(row.verdict, 0))
    total = sum(int(count) for count in counts.values())
    stability = f"{agree} of {total}"
    if agree >= ENOUGH * total / SEEDS:
        return dataclasses.replace(row, stability=stability)
    return dataclasses.replace(
        row, verdict=Verdict.UNDECIDED.value, stability=f"{stability}: {line['verdicts']}"
    )
