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

from bandit_replications.workflow import variables

if TYPE_CHECKING:  # this module is loaded before numpy may be
    import pandas as pd

    from bandit_replications.experiments.costs import Costs
    from bandit_replications.experiments.shards import Shard

NAME = "times/jobs.jsonl"  # below the run's folder
COLUMNS = {
    "compile_kernels": "compile",
    "simulate": "simulate",
    "collect": "gather",
    "claims": "judge",
    "figures": "draw",
    "notebook": "notebook",
}
OTHER, TOTAL = "other", "total"
SHARED = "all papers"  # in place of one
START = "start-up"
SHARD = "shard"  # in place of a kind of job


def note(kind: str, paper: str, *, started: float) -> None:
    """Add the line of a job that ends, if a command asks for it.

    Parameters
    ----------
    kind : str
        Of the job.
    paper : str
    started : float
        Processor seconds of this process until its work began.

    """
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = time.process_time() - started + children.ru_utime + children.ru_stime
    _add(kind=kind, paper=paper, start=started, seconds=seconds, MB=_peak(children))


def note_shard(shard: "Shard", *, seconds: float) -> None:
    """Add the line of a shard that was simulated, if a command asks for it."""
    kind = {"kind": SHARD, "experiment": shard.experiment, "algorithm": shard.algorithm}
    _add(**kind, paper=shard.paper, start=0.0, seconds=seconds, MB=0.0, work=shard.work)


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
    try:
        text = path.read_text(errors="replace")
    except OSError:
        return []
    for written in text.splitlines():
        with contextlib.suppress(Exception):  # cut on a full disk, or altered
            line = json.loads(written)
            words = line["kind"], line["paper"]
            numbers = line["start"], line["seconds"], line["MB"]
            if all(isinstance(word, str) for word in words) and math.isfinite(math.fsum(numbers)):
                noted.append(line)
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


def table(path: Path) -> "pd.DataFrame":
    """Return processor seconds by paper and kind of job, and the peak memory of a job in MB."""
    import pandas as pd  # noqa: PLC0415  jobs need not load it

    lines = pd.DataFrame([line for line in _noted(path) if line["kind"] != SHARD])
    lines["column"] = lines["kind"].map(COLUMNS).fillna(OTHER)
    lines = pd.concat([lines, lines.assign(paper=TOTAL)])
    by_paper = lines.groupby("paper", sort=False)
    found = lines.pivot_table(index="paper", columns="column", values="seconds", aggfunc="sum")
    found[START] = by_paper["start"].sum()
    found = found.reindex(columns=[*COLUMNS.values(), OTHER, START]).dropna(axis=1, how="all")
    found[TOTAL] = found.sum(axis=1)
    found["peak MB"] = by_paper["MB"].max()
    last = [name for name in (SHARED, TOTAL) if name in found.index]
    return found.reindex([*found.index.difference(last), *last])


def report(path: Path, *, wall: float, spent: float, cores: int) -> str:
    """Return the table of a run in words; empty if no line of the file can be used.

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
    if all(line["kind"] == SHARD for line in _noted(path)):
        return ""
    found = table(path)
    rest = spent - float(found[TOTAL].loc[TOTAL])
    return (
        "\nProcessor seconds by paper; the most memory that one of its jobs held:\n"
        f"{found.to_string(float_format='{:.0f}'.format, na_rep='')}\n"
        f"Planning and the workflow itself took {rest:.0f} s more; the cores were busy "
        f"{spent / wall / cores:.0%} of the time."
    )
