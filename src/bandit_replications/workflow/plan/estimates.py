"""Estimated time of a run, before anything is simulated."""

import math
import sys

from bandit_replications.experiments import costs
from bandit_replications.runtime.errors import ConfigurationError
from bandit_replications.workflow.plan.plan import Plan, compiled_stamp

MOST_SECONDS = 3600.0
PLANNING = 10.0  # seconds until the first job starts, and after the last
ONE = 5.0  # seconds of the jobs that draw and show one figure, or judge one claim
MOST_WORK = 1e6  # seconds of a plan that is packed at once


def estimate(plan: Plan, *, cores: int) -> float:
    """Return the seconds of a run by the clock on so many cores, from measured costs."""
    seconds = math.fsum(
        costs.seconds(paper, cell) * cell.replicates
        for paper in plan.run.papers
        for cell in plan.run.cells(paper, plan.needs(paper))
    )
    if seconds <= MOST_WORK:  # what is made already counts where looking is quick
        missing = (shard for paper in plan.run.papers for shard in plan.missing(paper))
        seconds = math.fsum(shard.seconds for shard in missing)
    others = math.fsum(_other_seconds(plan, paper) for paper in plan.run.papers)
    return PLANNING + compiling(plan, cores=cores) + (seconds + others) / cores


def compiling(plan: Plan, *, cores: int) -> float:
    """Return the seconds until the kernels of a plan are compiled; nothing else runs meanwhile."""
    papers = [paper for paper in plan.run.papers if not compiled_stamp(paper).is_file()]
    return math.fsum(costs.job_seconds(paper, "compile_kernels") for paper in papers) / cores


class TimeLeft:
    """Seconds left of a run: from measured costs at first, then from its own speed; never more.

    Parameters
    ----------
    seconds : float
        Of the whole run.
    before : float
        Of these until the first job starts.
    now : float
        Start of the run by a clock.

    """

    def __init__(self, seconds: float, *, before: float, now: float) -> None:
        self._rest, self._before = seconds - before, before
        self._started, self._told = now, seconds
        self._first: float | None = None

    def job_starts(self, now: float) -> None:
        """Note that a job starts."""
        self._first = now if self._first is None else self._first

    def at(self, share: float, now: float) -> float:
        """Return the seconds left when this share of the jobs is done."""
        if self._first is None:
            left = self._rest + max(0.0, self._started + self._before - now)
        else:  # the more is done, the more its own speed counts
            left = (1 - share) * ((1 - share) * self._rest + now - self._first)
        self._told = min(self._told, left)
        return self._told


def _other_seconds(plan: Plan, paper: str) -> float:
    """Return the seconds of a paper's jobs that do not simulate."""
    kinds = ["collect", "figures"]
    if not plan.numbers:
        kinds += ["claims", "notebook"]
    if plan.site:
        kinds += ["site"]
    if plan.only:
        kinds = ["claims"] if plan.only == "verdicts" else []
    return math.fsum(costs.job_seconds(paper, kind) for kind in kinds) + ONE * bool(plan.only)


def announce(plan: Plan, *, jobs: int) -> None:
    """Print the time of a run with a user's parameters; refuse a long one unless asked for.

    Parameters
    ----------
    plan : Plan
    jobs : int
        Number of jobs that run at once, here or on a cluster.

    Raises
    ------
    ConfigurationError
        If it takes more than an hour and `yes` was not given.

    """
    if plan.yes or not plan.run.name.startswith("rerun-"):
        return
    seconds = estimate(plan, cores=jobs)
    check(seconds, cores=jobs)
    print(f"This takes {told(seconds, cores=jobs)}.", file=sys.stderr, flush=True)


def check(seconds: float, *, cores: int) -> None:
    """Refuse a run of more than an hour.

    Raises
    ------
    ConfigurationError
        If it takes longer.

    """
    if seconds > MOST_SECONDS:
        raise ConfigurationError(
            f"this run takes {told(seconds, cores=cores)}; allowed without asking: an hour. "
            "With yes=1 it runs all the same; dry=1 shows what it would do"
        )


def told(seconds: float, *, cores: int) -> str:
    """Return a time in words, and on what."""
    return f"{in_words(seconds)} on {cores} idle cores"


def in_words(seconds: float) -> str:
    """Return a time in words."""
    if seconds < 90:
        time = f"{seconds:.0f} s"
    elif seconds < 5400:
        time = f"{seconds / 60:.0f} min"
    elif seconds < 1e8:
        time = f"{seconds / 3600:.1f} h"
    else:
        time = f"{seconds / 3.156e7:.2g} years"
    return f"about {time}"
