"""Estimated time and memory of a run, before anything is simulated."""

import math
import sys
from dataclasses import dataclass, replace

from bandit_replications.experiments import costs
from bandit_replications.experiments.cells import Cell, Experiment, experiments_of
from bandit_replications.experiments.tasks import Recording
from bandit_replications.runtime.errors import ConfigurationError
from bandit_replications.workflow.plan import Plan, compiled_stamp, seconds_of

MOST_SECONDS = 3600.0
MOST_BYTES = 4e9

PLANNING = 10.0  # seconds until the first job starts, and after the last
ONE = 5.0  # seconds of the jobs that draw and show one figure, or judge one claim
PROCESS = 0.4e9  # bytes of a job that simulates, or holds no results yet
VALUE = 48.0  # bytes of a value of the results while they are gathered and drawn
MOST_WORK = 1e6  # seconds of a plan that is packed at once


@dataclass(frozen=True)
class Estimate:
    """Time and memory of a run.

    Attributes
    ----------
    seconds : float
        Time by the clock on all cores.
    memory : float
        Bytes that all its processes hold at once.

    """

    seconds: float
    memory: float

    def __str__(self) -> str:
        """Return it in words."""
        return f"about {duration(self.seconds)} and {size(self.memory)} of memory"

    @property
    def large(self) -> bool:
        """Whether it is more than is run unasked: an hour, or 4 GB."""
        return self.seconds > MOST_SECONDS or self.memory > MOST_BYTES


def announce(plan: Plan, *, cores: int, jobs: int, asked: bool) -> None:
    """Print the estimate of a run with a user's parameters; refuse a large one unless asked for.

    Parameters
    ----------
    plan : Plan
    cores : int
        Of this machine, whose memory is meant.
    jobs : int
        Number of jobs that run at once, here or on a cluster.
    asked : bool
        Whether it runs however large it is.

    Raises
    ------
    ConfigurationError
        If it is large and was not asked for.

    """
    if asked or not plan.run.name.startswith("rerun-"):
        return
    found = replace(estimate(plan, cores=jobs), memory=estimate(plan, cores=cores).memory)
    check(found, cores=jobs)
    print(f"This takes {found} on {jobs} cores.", file=sys.stderr, flush=True)


def estimate(plan: Plan, *, cores: int) -> Estimate:
    """Return the time and memory of a run on so many cores, from measured costs and rows."""
    seconds = rows = 0.0
    for paper in plan.run.papers:
        experiments = {one.name: one for one in experiments_of(paper)}
        cells = plan.run.cells(paper, plan.needs(paper))
        seconds += math.fsum(costs.seconds(paper, cell) * cell.replicates for cell in cells)
        held = (bytes_of_rows(experiments[cell.experiment], cell) for cell in cells)
        rows = max(rows, math.fsum(held))
    if seconds <= MOST_WORK:  # what is made already counts where looking is quick
        seconds = seconds_of(plan)
    others = math.fsum(_other_seconds(plan, paper) for paper in plan.run.papers)
    return Estimate(
        seconds=PLANNING + (seconds + others) / cores,
        memory=max(cores * PROCESS, PROCESS + rows),
    )


def _other_seconds(plan: Plan, paper: str) -> float:
    """Return the seconds of a paper's jobs that do not simulate."""
    kinds = ["collect", "figures"]
    if not plan.numbers:
        kinds += ["claims", "notebook"]
    if plan.site:
        kinds += ["site"]
    if plan.only:
        kinds = ["claims"] if plan.only == "verdicts" else []
    if not compiled_stamp(paper).is_file():
        kinds += ["compile_kernels"]
    return math.fsum(costs.job_seconds(paper, kind) for kind in kinds) + ONE * bool(plan.only)


def check(found: Estimate, *, cores: int) -> None:
    """Refuse a run that takes more than an hour or 4 GB and was not asked for twice.

    Raises
    ------
    ConfigurationError
        If it is large.

    """
    if found.large:
        raise ConfigurationError(
            f"this run takes {found} on {cores} cores; allowed without asking: "
            f"{duration(MOST_SECONDS)} and {size(MOST_BYTES)}. With yes=1 it runs all the same; "
            "dry=1 shows what it would do"
        )


def bytes_of_rows(experiment: Experiment, cell: Cell) -> float:
    """Return the bytes of a cell's rows while they are gathered and drawn."""
    recording = getattr(cell.task, "recording", None)
    rounds = 1.0
    if isinstance(recording, Recording) and experiment.rounds:
        rounds = max(1.0, 1.5 * recording.checkpoints)
    return VALUE * rounds * cell.replicates * len(experiment.columns)


def duration(seconds: float) -> str:
    """Return a time in words."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    if seconds < 5400:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.1f} h" if seconds < 1e8 else f"{seconds / 3.156e7:.2g} years"


def size(memory: float) -> str:
    """Return a number of bytes in words."""
    return f"{memory / 1e9:.1f} GB" if memory < 1e12 else f"{memory / 1e9:.2g} GB"
