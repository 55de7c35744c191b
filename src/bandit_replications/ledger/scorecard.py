"""The scorecard: a row for each claim, as CSV, and numbers of claims by verdict."""

import csv
import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

import pandas as pd

from bandit_replications.runtime.processes import atomic_write


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
    at_half_margin: str = ""
    at_twice_margin: str = ""
    numbers: str = ""
    control: str = ""
    readings: str = ""
    data_seen: str
    stability: str = ""
    caveat: str = ""
    read_from: str
    evidence: str
    errata: str


COLUMNS = tuple(Row.__dataclass_fields__)


class Verdict(StrEnum):
    """What a computed check says of a claim, in the order of a summary's columns."""

    REPRODUCED = "reproduced"
    CHECKED = "proof checked"
    REPAIRED = "proof repaired"
    NOT_CONTRADICTED = "not contradicted"
    WITH_CAVEAT = "reproduced with caveat"
    NOT_REPRODUCED = "not reproduced"
    INCOMPLETE = "proof incomplete"
    FALSE = "false as stated"
    READING = "depends on the interpretation"
    UNDECIDED = "undecided"
    NOT_TESTABLE = "not testable here"
    NOT_APPLICABLE = "not applicable"


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
    order = [verdict.value for verdict in Verdict if verdict in set(papers["verdict"])]
    counts = papers.groupby(["paper", "verdict"]).size().unstack(fill_value=0)[order]
    ours = frame[frame["kind"] == "own"].groupby("paper").size()
    counts["our own statements"] = ours.reindex(counts.index, fill_value=0)
    return counts
