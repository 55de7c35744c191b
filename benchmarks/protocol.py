"""What every measured process does: play the tasks of a job one by one, write down what they took.

Imported by the peers' own environment, too: the standard library only.
"""

import json
import re
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

Task = dict[str, Any]
"""Keywords of `bandit_replications.simulate`, as JSON has them: what is played, and how often."""

WARM_UP = {"horizon": 200, "runs": 1}  # compiled code is loaded, lazy imports are made


def serve(play: Callable[[Task], list[float]], job: Path, *, version: str) -> None:
    """Play the tasks of a job and write the answer over it; `first` are seconds of a first call.

    Parameters
    ----------
    play : function
        task -> the regret of each run.
    job : Path
        JSON with `tasks`, and with `most`: after a task of more seconds the rest is left out.
    version : str
        Of what plays.

    """
    asked = json.loads(job.read_text())
    start = time.process_time()
    play(asked["tasks"][0] | WARM_UP)
    first = time.process_time() - start
    seconds, regrets = [], []
    for task in asked["tasks"]:
        start = time.process_time()
        regrets.append(play(task))
        seconds.append(time.process_time() - start)
        if seconds[-1] > asked["most"]:
            break
    answer = {"seconds": seconds, "regrets": regrets, "megabytes": peak(), "version": version}
    job.write_text(json.dumps({"first": first, **answer}))


def peak(status: Path = Path("/proc/self/status")) -> float | None:
    """Return the most memory that this process held, in MB; None where the system does not say.

    Not getrusage's: that begins with what the parent held when it started the process.
    """
    found = re.search(r"VmHWM:\s+(\d+)", status.read_text()) if status.exists() else None
    return int(found[1]) / 1024 if found else None


def arguments() -> tuple[str, Path]:
    """Return who plays, and the file of the job."""
    return sys.argv[1], Path(sys.argv[2])
