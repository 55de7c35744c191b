"""Time log of a run: each job adds lines, from which the command prints a table.

A line that cannot be read, such as one cut on a full disk, is left out.
"""

import contextlib
import json
import math
import os
import re
import resource
import time
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bandit_replications.workflow.plan import variables

if TYPE_CHECKING:  # this module is loaded before numpy may be
    from bandit_replications.experiments.costs import Costs
    from bandit_replications.experiments.shards import Shard

NAME = "times/jobs.jsonl"  # below the run's folder
TOTAL = "total"
SHARED = "all papers"  # in place of one
SHARD = "shard"  # in place of a kind of job


def note(kind: str, paper: str) -> None:
    """Add the line of a job that ends, if a command asks for it."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = time.process_time() + children.ru_utime + children.ru_stime
    _add(kind=kind, paper=paper, seconds=seconds, MB=_peak(children))


def note_shard(shard: "Shard", *, seconds: float) -> None:
    """Add the line of a shard that was simulated, if a command asks for it."""
    kind = {"kind": SHARD, "experiment": shard.experiment, "algorithm": shard.algorithm}
    _add(**kind, paper=shard.paper, seconds=seconds, MB=0.0, work=shard.work)


def _add(**line: str | float) -> None:
    path = os.environ.get(variables.TIMES)
    if path is not None:
        with contextlib.suppress(OSError), Path(path).open("a") as file:  # the work is done
            file.write(f"{json.dumps(line)}\n")  # short, so at once


def _peak(children: resource.struct_rusage, status: Path = Path("/proc/self/status")) -> float:
    """Return the most memory that this process or one of its children held, in MB.

    Not getrusage's where the system says more: that begins with what the parent held.
    """
    found = re.search(r"VmHWM:\s+(\d+)", status.read_text()) if status.exists() else None
    kilobytes = int(found[1]) if found else resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return max(kilobytes, children.ru_maxrss) / 1024


def _noted(path: Path) -> list[dict[str, Any]]:
    """Return the lines of a file that can be used."""
    noted = []
    for written in path.read_text(errors="replace").splitlines() if path.is_file() else ():
        with contextlib.suppress(KeyError, TypeError, ValueError):  # cut on a full disk, or altered
            line = json.loads(written)
            kind, paper = str(line["kind"]), str(line["paper"])
            seconds, memory = float(line["seconds"]), float(line["MB"])
            noted.append({**line, "kind": kind, "paper": paper, "seconds": seconds, "MB": memory})
    return noted


def costs(path: Path) -> "Costs":
    """Return seconds of a unit of work by paper, experiment and algorithm, and of jobs by kind."""
    from bandit_replications.experiments.costs import JOB  # noqa: PLC0415

    found: dict[tuple[str, str, str], float] = defaultdict(float)
    work: dict[tuple[str, str, str], float] = defaultdict(float)
    for line in _noted(path):
        if line["kind"] == SHARD:
            key = line["paper"], line["experiment"], line["algorithm"]
            work[key] += line["work"]
        else:
            key = line["paper"], JOB, line["kind"]
        if line["kind"] != "simulate" and line["paper"] != SHARED:
            found[key] += line["seconds"]
    return {key: seconds / work.get(key, 1.0) for key, seconds in found.items()}


def report(path: Path, *, wall: float, spent: float, cores: int) -> str:
    """Return the processor seconds by paper and kind of job; empty if no line can be used.

    Parameters
    ----------
    path : Path
        File of the lines.
    wall : float
        Seconds by the clock.
    spent : float
        Processor seconds of all processes.
    cores : int

    """
    import pandas as pd  # noqa: PLC0415  jobs need not load it

    noted = [line for line in _noted(path) if line["kind"] != SHARD]
    if not noted:
        return ""
    lines = pd.DataFrame(noted + [{**line, "paper": TOTAL} for line in noted])
    kinds = list(dict.fromkeys(lines["kind"]))
    found = lines.pivot_table("seconds", "paper", "kind", "sum", sort=False)[kinds]
    found[TOTAL] = found.sum(axis=1)
    found["peak MB"] = lines.groupby("paper")["MB"].max()
    rest = spent - math.fsum(line["seconds"] for line in noted)
    return (
        "\nProcessor seconds by paper; the most memory that one of its jobs held:\n"
        f"{found.to_string(float_format='{:.0f}'.format, na_rep='')}\n"
        f"Planning and the workflow itself took {rest:.0f} s more; the cores were busy "
        f"{spent / wall / cores:.0%} of the time."
    )
