"""Measured seconds of replicates and jobs, from one table that `make costs` writes.

The table has seconds per unit of a cell's work, on one core, for each experiment and algorithm, and
seconds of each paper's jobs that do not simulate (`experiment` is then `job`). It shapes shards and
the time left, never results.
"""

import csv
import functools
from collections.abc import Mapping
from pathlib import Path

from bandit_replications.experiments.cells import Cell
from bandit_replications.runtime.paths import repo_root

COLUMNS = ("paper", "experiment", "algorithm", "seconds")
UNMEASURED = 1e-6  # seconds of a unit of work

JOB = "job"  # in place of an experiment
START = 0.5  # seconds until a job works

Costs = Mapping[tuple[str, str, str], float]  # by paper, experiment and algorithm (or kind of job)


def table_path() -> Path:
    """Return the file of the table."""
    return repo_root() / "config" / "costs.csv"


def seconds(paper: str, cell: Cell) -> float:
    """Return the estimated seconds of one replicate on one core."""
    each = _table().get((paper, cell.experiment, algorithm_of(cell)), UNMEASURED)
    return each * cell.work


def algorithm_of(cell: Cell) -> str:
    """Return the id of a cell's algorithm, empty if its data set names none."""
    return str(cell.settings.get("algorithm") or "")


def job_seconds(paper: str, kind: str) -> float:
    """Return the seconds of a paper's job that does not simulate.

    What was not measured takes as long as the slowest of the other papers', or `START` seconds.
    """
    others = (took for (_, *key), took in _table().items() if key == [JOB, kind])
    return _table().get((paper, JOB, kind), max(others, default=START))


def write(measured: Costs) -> None:
    """Write measured seconds into the table; the rest of it stays."""
    rows = {**_table(), **measured}
    with table_path().open("w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(COLUMNS)
        writer.writerows((*key, f"{took:.2g}") for key, took in rows.items())
    _table.cache_clear()


@functools.cache
def _table() -> Costs:
    with table_path().open(newline="") as file:
        return {
            (row["paper"], row["experiment"], row["algorithm"]): float(row["seconds"])
            for row in csv.DictReader(file)
        }
