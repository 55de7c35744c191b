"""Both forms of every algorithm, fast and literal, on one problem of its paper; its first call."""

import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from typing import Any
from unittest import mock

import pandas as pd
from tqdm import tqdm

import bandit_replications as br
from bandit_replications.library.entries import library_entries
from benchmarks.compare import FAST, measure
from benchmarks.tasks import ARMS, SEED, spaced, unit_vectors

RUNS = 10  # of the fast form; the literal one takes up to a thousand times as long
USERS = [spaced(ARMS)[-shift:] + spaced(ARMS)[:-shift] for shift in range(1, ARMS + 1)] * 4
LINEAR = {"action_set": unit_vectors(20, dimension=3), "parameter": [0.5, 0.5, 0.0]}
# An algorithm takes those that it knows; rounds are such that the literal form ends in seconds.
PROBLEMS: Mapping[str, dict[str, Any]] = {
    "private_online": {"means": spaced(ARMS), "epsilon": 1.0, "horizon": 100_000},
    "anonymous": {"means": USERS, "group_size": 1, "horizon": 5_000},
    "multiplayer": {"means": spaced(ARMS), "players": 3, "horizon": 20_000},
    "cooperative": {
        "means": spaced(ARMS),
        "network": "ring",
        "agents": 20,
        "message_life": 2,
        "epsilon": 0.5,
        "v": 1.1,
        "contamination": 0.1,
        "horizon": 500,
    },
    "distributed": {"means": spaced(ARMS), "agents": 5, "horizon": 2_000, **LINEAR},
}


def measured(*, shorter: int = 1) -> pd.DataFrame:
    """Return a row for each algorithm: processor seconds of both forms, and of a first call.

    The first call is made by a process of its own with an empty compile cache, where an empty
    compiled function takes `empty_seconds`.

    Parameters
    ----------
    shorter : int
        What horizons are divided by.

    """
    found = [(paper, name) for paper, known in br.algorithms().items() for name in known]
    rows, empty = [], _empty_seconds()
    for paper, name in tqdm(found, desc="both forms", disable=None, leave=False):
        entry = library_entries(paper)[name][0]
        problem = PROBLEMS[paper]
        known = {key: value for key, value in problem.items() if key in (*entry.own, "horizon")}
        task = {**known, "paper": paper, "algorithm": name, "horizon": known["horizon"] // shorter}
        fast = _seconds(task, runs=RUNS)
        with mock.patch.object(entry.algorithm, "simulate", entry.algorithm.simulate_literal):
            literal = _seconds(task, runs=1)
        rows.append(
            {
                "paper": paper,
                "algorithm": name,
                "horizon": task["horizon"],
                "fast_seconds": fast,
                "literal_seconds": literal,
                "first_seconds": _first_seconds(task),
                "empty_seconds": empty,
            }
        )
    return pd.DataFrame(rows)


def _seconds(task: Mapping[str, Any], *, runs: int) -> float:
    """Return the processor seconds of a run; a short one before compiles what is compiled."""
    times = {"checkpoints": [task["horizon"]], "seed": SEED}
    br.simulate(**task, **times, runs=1)
    start = time.process_time()
    br.simulate(**task, **times, runs=runs)
    return (time.process_time() - start) / runs


def _first_seconds(task: Mapping[str, Any]) -> float:
    """Return the processor seconds of a process's first call, which compiles everything."""
    with tempfile.TemporaryDirectory() as empty:
        return float(measure(FAST, [{**task, "runs": 1}], NUMBA_CACHE_DIR=empty)["first"])


def _empty_seconds() -> float:
    """Return the processor seconds that a process's first compiled function takes at least."""
    lines = "import time, numba; start = time.process_time(); numba.njit(lambda: 0)()"
    words = [sys.executable, "-c", f"{lines}; print(time.process_time() - start)"]
    return float(subprocess.run(words, capture_output=True, text=True, check=True).stdout)
