"""How long a replicate or a job takes, from one table that a run measures (`make costs`).

The table has seconds per unit of a cell's work, on one core, for each combination of its settings
that are text, and seconds of each paper's jobs that do not simulate (`experiment` is then `job`).
It shapes shards and the time left, never results.
"""

import csv
import functools
from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path

from bandit_replications.experiments.cells import Cell
from bandit_replications.runtime.paths import repo_root

COLUMNS = ("paper", "experiment", "settings", "seconds")
UNMEASURED = 1e-6

JOB = "job"  # in place of an experiment
COMPILING = "compile_kernels"
GATHERING = ("collect", "figures", "claims", "notebook", "site")  # whole papers at a time
START = 0.5  # seconds until a job works


def table_path() -> Path:
    """Return the file of the table."""
    return repo_root() / "config" / "costs.csv"


def seconds(paper: str, cell: Cell) -> float:
    """Return the estimated seconds of one replicate on one core.

    What was not measured takes as long as the slowest of the same algorithm in the experiment,
    or `UNMEASURED` seconds a unit of work.
    """
    table = _table()
    own = texts(cell)
    algorithm = cell.settings.get("algorithm", "")
    for key in ((cell.experiment, own), (cell.experiment, f"algorithm={algorithm}")):
        if (paper, *key) in table:
            return table[(paper, *key)] * cell.work
    return UNMEASURED * cell.work


def job_seconds(paper: str, kind: str) -> float:
    """Return the seconds of a paper's job that does not simulate.

    What was not measured takes as long as the slowest of the other papers', or `START` seconds.
    """
    table = _table()
    if (paper, JOB, kind) in table:
        return table[(paper, JOB, kind)]
    others = (took for (_, *key), took in table.items() if key == [JOB, kind])
    return max(others, default=START)


def write(
    measured: Iterable[tuple[str, Cell, int, float]], jobs: Mapping[tuple[str, str], float]
) -> None:
    """Write the table.

    Parameters
    ----------
    measured : iterable of (paper, cell, runs, seconds)
        How long some runs of a cell took together.
    jobs : mapping
        Seconds by paper and kind of job. A job that was not measured, such as compiling where
        everything was compiled, keeps what the table has.

    """
    _table.cache_clear()
    before = _table() if table_path().is_file() else {}
    old = {(paper, kind): took for (paper, room, kind), took in before.items() if room == JOB}
    spent: dict[tuple[str, str, str], list[float]] = defaultdict(lambda: [0.0, 0.0])
    for paper, cell, runs, took in measured:
        total = spent[paper, cell.experiment, texts(cell)]
        total[0] += took
        total[1] += runs * cell.work
    with table_path().open("w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(COLUMNS)
        writer.writerows((*key, f"{took / work:.2g}") for key, (took, work) in spent.items())
        writer.writerows(
            (paper, JOB, kind, f"{took:.2g}") for (paper, kind), took in {**old, **jobs}.items()
        )
    _table.cache_clear()


@functools.cache
def _table() -> dict[tuple[str, str, str], float]:
    found: dict[tuple[str, str, str], float] = {}
    with table_path().open(newline="") as file:
        for row in csv.DictReader(file):
            each = float(row["seconds"])
            found[row["paper"], row["experiment"], row["settings"]] = each
            algorithm = row["paper"], row["experiment"], row["settings"].partition(" ")[0]
            found[algorithm] = max(each, found.get(algorithm, 0.0))
    return found


def texts(cell: Cell) -> str:
    """Return the cell's settings that are text, the algorithm first."""
    texts = {name: value for name, value in cell.settings.items() if isinstance(value, str)}
    first = {"algorithm": texts["algorithm"]} if "algorithm" in texts else {}
    return " ".join(f"{name}={value}" for name, value in (first | texts).items())
