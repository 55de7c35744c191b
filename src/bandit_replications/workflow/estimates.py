"""How long a run will take and how much memory it will hold, before anything is simulated."""

import math
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bandit_replications.experiments import costs
from bandit_replications.experiments.cells import Cell, Experiment, experiments_of
from bandit_replications.experiments.tasks import Recording, content
from bandit_replications.runtime.errors import ConfigurationError
from bandit_replications.workflow.plan import Plan, compiled_stamp, seconds_of, shards_of
from bandit_replications.workflow.registry import find_paper

MOST_SECONDS = 3600.0
MOST_BYTES = 4e9

PLANNING = 10.0  # seconds until the first job starts, and after the last
PROCESS = 0.35e9  # bytes of a job that holds nothing yet
VALUE = 48.0  # bytes of a value of the results while they are gathered and drawn
FLOAT = 8.0
MOST_PIECES = 100_000  # of a plan that is packed in seconds


@dataclass(frozen=True)
class Estimate:
    """What a run takes.

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
    """Say what a run with a user's parameters takes; refuse a large one that was not asked for.

    Parameters
    ----------
    plan : Plan
    cores : int
        Of this machine, whose memory is meant.
    jobs : int
        How many run at once, here or on a cluster.
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
    """Return what a run takes on so many cores, from the costs that were measured and sizes."""
    work = pieces = rows = largest = 0.0
    simulated = set()
    for paper in plan.run.papers:
        experiments = {one.name: one for one in experiments_of(paper)}
        held = 0.0
        for cell in plan.run.cells(paper, plan.needs(paper)):
            seconds = costs.seconds(paper, cell) * cell.replicates
            work += seconds
            simulated.add(paper)
            pieces += 1 + seconds / plan.run.shard_seconds
            held += bytes_of_rows(experiments[cell.experiment], cell)
            largest = max(largest, bytes_of_run(cell))
        rows = max(rows, held)
    # What is made already counts only where looking is quick.
    left, jobs = work, pieces
    if pieces <= MOST_PIECES:
        left, jobs = (
            seconds_of(plan),
            float(sum(shards_of(plan, paper)[1] for paper in plan.run.papers)),
        )
        simulated = {paper for paper in simulated if shards_of(plan, paper)[1]}
    seconds = (left + jobs * costs.START) / cores + _compiling(simulated, cores=cores)
    memory = max(cores * (PROCESS + largest), PROCESS + rows)
    return Estimate(seconds=seconds + _gathering(plan, cores=cores), memory=memory)


def _compiling(papers: Iterable[str], *, cores: int) -> float:
    """Return the seconds until the kernels of papers are compiled that are not yet."""
    each = [
        costs.job_seconds(paper, costs.COMPILING)
        for paper in papers
        if not compiled_stamp(paper).is_file()
    ]
    return max(math.fsum(each) / cores, max(each, default=0.0))


def _gathering(plan: Plan, *, cores: int) -> float:
    """Return the seconds that gathering, drawing, judging and telling take after simulating."""
    if plan.only:
        return PLANNING + math.fsum(_seconds_of_one(plan, paper) for paper in plan.run.papers)
    total = longest = 0.0
    for paper in plan.run.papers:
        took = {kind: costs.job_seconds(paper, kind) for kind in _kinds(plan)}
        total += math.fsum(took.values())
        # Figures and verdicts wait for the results, and notebook and pages for them.
        beside = [took.pop(kind, 0.0) for kind in ("figures", "claims")]
        longest = max(longest, math.fsum(took.values()) + max(beside))
    return PLANNING + max(total / cores, longest)


def _kinds(plan: Plan) -> list[str]:
    """Return the kinds of jobs of a whole paper."""
    if plan.numbers:
        return ["collect", "figures"]
    return [kind for kind in costs.GATHERING if plan.site or kind != "site"]


def _seconds_of_one(plan: Plan, paper: str) -> float:
    """Return the seconds for one figure or claim of a paper, or its verdicts."""
    if plan.only == "verdicts":
        return costs.job_seconds(paper, "claims")
    if plan.only == "claim":
        return costs.START
    share = costs.job_seconds(paper, "figures") / len(find_paper(paper).figures)
    page = 3 * costs.START  # a notebook, its kernel, and Sphinx for one page
    return costs.START + share + page


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
    given = getattr(cell.task, "rounds", None)
    if isinstance(given, tuple):
        rounds = float(len(given))
    return VALUE * rounds * cell.replicates * len(experiment.columns)


def bytes_of_run(cell: Cell) -> float:
    """Return the bytes of the arrays that one run of a cell holds, from the sizes in its task."""
    task = content(cell.task)
    found: dict[str, float] = {}
    _sizes(task, found)
    agents, users, arms, dimension = (
        found.get(name, 1.0) for name in ("agents", "users", "arms", "dimension")
    )
    numbers = agents * (arms + dimension**2) + found.get("actions", 0.0) * dimension
    numbers += found.get("samples", 0.0) + users * users * arms
    if "network" in task:
        numbers += agents**2
    if (task.get("scenario") or {}).get("swinging"):
        numbers += found["horizon"] * arms
    return 4 * FLOAT * numbers


def _sizes(value: Any, found: dict[str, float]) -> None:
    """Collect the largest number that stands under each key."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            if isinstance(inner, (int, float)):
                found[key] = max(float(inner), found.get(key, 0.0))
            elif key == "means" and isinstance(inner, Sequence):
                found["arms"] = max(float(len(inner)), found.get("arms", 0.0))
            else:
                _sizes(inner, found)


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
