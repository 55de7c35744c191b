"""Measure everybody on every task: speed, whole processes, memory, growth; and who agrees."""

import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from scipy.stats import ttest_ind
from tqdm import tqdm

from bandit_replications.inference.hypothesis_tests import holm
from bandit_replications.inference.power_laws import fit_exponent
from bandit_replications.runtime.paths import repo_root
from benchmarks import loops, peers
from benchmarks.protocol import Task
from benchmarks.tasks import AXES, sized

OURS, LITERAL, LOOP = "ours", "ours, literal", "C loop"
SOURCE = Path(__file__).with_name("loops.c")
FAST = [sys.executable, "-m", "benchmarks.ours", "fast"]
PEERS_PYTHON = Path(".cache", "peers", "bin", "python")  # made by `make bench`

SECONDS = 10.0  # after which a process is not repeated
GROWTH_SECONDS = 0.5  # of the last size that is tried
FITTED = 100  # an exponent is that of the sizes from the largest one down to this part of it
LEVEL = 0.01  # chance that one of all regrets is said to differ that does not

Commands = dict[tuple[str, str], list[str]]
"""(task, player) -> what plays it, but for the file of the job."""


class PlayerError(Exception):
    """A process failed; its last words."""


# --- Who plays ------------------------------------------------------------------------------


def commands(tasks: Sequence[str], folder: Path) -> Commands:
    """Return who plays what, in the order of tables; what is not there is said in one line."""
    python, found = [sys.executable, "-m"], {}
    peers_python = repo_root() / PEERS_PYTHON
    loop = compiled(folder)
    for task in tasks:
        found[task, OURS] = FAST
        found[task, LITERAL] = [*python, "benchmarks.ours", "literal"]
        for peer, played in peers.PEERS.items():
            if task in played and peers_python.exists():
                isolated = [str(peers_python), "-E", "-W", "ignore", "-m"]
                found[task, peer] = [*isolated, "benchmarks.peers", f"{peer}/{task}"]
        if task in loops.TASKS and loop:
            found[task, LOOP] = [*python, "benchmarks.loops", str(loop)]
    if not peers_python.exists():
        print(f"{PEERS_PYTHON}: missing, so no peer is measured; `make bench` sets it up")
    return found


def compiled(folder: Path, *, source: Path = SOURCE) -> Path | None:
    """Compile the loops in C; None where there is no compiler."""
    compiler, library = shutil.which("cc"), folder / "loops.so"
    if compiler is None:
        print("cc: no C compiler here, so the loops in C are left out")
        return None
    flags = ["-O3", "-march=native", "-shared", "-fPIC"]
    subprocess.run([compiler, *flags, "-o", library, source, "-lm"], check=True)
    return library


def measure(
    command: Sequence[str], tasks: Sequence[Task], *, most: float = np.inf, **variables: str
) -> dict[str, Any]:
    """Return what a process of its own answers, and its `wall` time in seconds.

    Raises
    ------
    PlayerError
        If it fails.

    """
    threads = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
    with tempfile.TemporaryDirectory() as folder:
        job = Path(folder, "job.json")
        job.write_text(json.dumps({"tasks": list(tasks), "most": most}))
        start = time.perf_counter()
        done = subprocess.run(
            [*command, str(job)],
            cwd=repo_root(),
            env={**os.environ, **threads, **variables},
            capture_output=True,
            text=True,
            check=False,
        )
        wall = time.perf_counter() - start
        if done.returncode:
            raise PlayerError((done.stderr.strip() or "it said nothing").splitlines()[-1])
        return {**json.loads(job.read_text()), "wall": wall}


def measured(cells: Commands, *, title: str) -> Iterator[tuple[str, str, list[str]]]:
    """Yield task, player and command with a bar of progress."""
    bar = tqdm(cells.items(), desc=title, disable=None, leave=False)
    for (task, player), command in bar:
        bar.set_postfix_str(f"{task}: {player}")
        yield task, player, command


# --- One size -------------------------------------------------------------------------------


def speeds(tasks: dict[str, Task], cells: Commands, *, repeats: int) -> pd.DataFrame:
    """Return a row for each task and player: what it took, what it held, what came out.

    Seconds of the loop are those of the processor; those of the process are what one waits for,
    all imports included. `first_process_seconds`: with an empty compile cache, if any is repeated;
    the others find what that one compiled.
    """
    rows, regrets = [], {}
    for task, player, command in measured(cells, title="speed"):
        first, variables = np.nan, {}
        with tempfile.TemporaryDirectory() as empty:
            if player == OURS and repeats > 1:
                variables = {"NUMBA_CACHE_DIR": empty}
                first = measure(command, [tasks[task]], **variables)["wall"]
            answers = list(repeated(command, tasks[task], player, repeats=repeats, **variables))
        if not answers:
            continue
        seconds = float(np.median([answer["seconds"][0] for answer in answers]))
        regret = regrets[task, player] = np.array(answers[0]["regrets"][0])
        rows.append(
            {
                "task": task,
                "player": player,
                "version": answers[0]["version"],
                "horizon": tasks[task]["horizon"],
                "runs": tasks[task]["runs"],
                "loop_seconds": seconds,
                "rounds_per_second": tasks[task]["horizon"] * tasks[task]["runs"] / seconds,
                "process_seconds": float(np.median([answer["wall"] for answer in answers])),
                "first_process_seconds": first,
                "megabytes": answers[0]["megabytes"],
                "regret": regret.mean(),
                "regret_error": regret.std(ddof=1) / np.sqrt(regret.size),
                "note": peers.VARIANTS.get((task, player), ""),
            }
        )
    table = pd.DataFrame(rows)
    ours = table[table["player"] == OURS].set_index("task")["rounds_per_second"]
    table["ours_over_it"] = table["task"].map(ours) / table["rounds_per_second"]
    return table.assign(same_regret=agreeing(table, regrets))


def repeated(
    command: Sequence[str], task: Task, player: str, *, repeats: int, **variables: str
) -> Iterator[dict[str, Any]]:
    """Yield the answers of one process after the other; say it if they fail."""
    spent = 0.0
    for _ in range(repeats):
        try:
            answer = measure(command, [task], **variables)
        except PlayerError as error:
            print(f"{player} ({task['algorithm']}): left out: {str(error)[:200]}")
            return
        yield answer
        spent += answer["wall"]
        if spent > SECONDS:
            return


def agreeing(table: pd.DataFrame, regrets: dict[tuple[str, str], np.ndarray]) -> list[str]:
    """Return "yes" or "no" where the algorithm is the same as ours: Welch's test, Holm's levels."""
    tested = [
        (row.task, row.player) for row in table.itertuples() if row.player != OURS and not row.note
    ]
    levels = holm([difference(regrets[cell], regrets[cell[0], OURS]) for cell in tested])
    found = {
        cell: "yes" if level > LEVEL else "no" for cell, level in zip(tested, levels, strict=True)
    }
    return [found.get((row.task, row.player), "") for row in table.itertuples()]


def difference(a: np.ndarray, b: np.ndarray) -> float:
    """Return the p-value of equal means; 1 for runs that are all the same."""
    if np.ptp(np.concatenate([a, b])) <= 1e-9 * abs(a.mean()):
        return 1.0
    return float(ttest_ind(a, b, equal_var=False).pvalue)


# --- Growth ---------------------------------------------------------------------------------


def growth(tasks: dict[str, Task], cells: Commands) -> pd.DataFrame:
    """Return the seconds of single runs along each axis, each size twice."""
    rows = []
    for axis, followed in AXES.items():
        chosen = {cell: command for cell, command in cells.items() if cell[0] in followed}
        for task, player, command in measured(chosen, title=f"growth with {axis}"):
            sizes = np.repeat(followed[task], 2).tolist()
            runs = [sized(tasks[task], axis, size) for size in sizes]
            try:
                seconds = measure(command, runs, most=GROWTH_SECONDS)["seconds"]
            except PlayerError:  # said already
                continue
            rows += [
                {"task": task, "player": player, "axis": axis, "size": size, "seconds": taken}
                for size, taken in zip(sizes, seconds, strict=False)
            ]
    return pd.DataFrame(rows)


def with_long_runs(speed: pd.DataFrame, grown: pd.DataFrame) -> pd.DataFrame:
    """Return the speeds with those over the longest horizon, where a call itself costs nothing."""
    long = grown[grown["axis"] == "horizon"].groupby(["task", "player"])[["size", "seconds"]].last()
    rate = (long["size"] / long["seconds"]).rename("long_run_rounds_per_second")
    return speed.join(rate, on=["task", "player"])


def exponents(grown: pd.DataFrame) -> pd.DataFrame:
    """Return the fitted power of each axis, with 95% intervals, where there are four sizes."""
    rows = []
    for (task, player, axis), part in grown.groupby(["task", "player", "axis"], sort=False):
        times = part.groupby("size")["seconds"].agg(list)
        times = times[times.str.len() == 2]
        times = times[times.index * FITTED >= times.index.max()]
        if len(times) < 4:
            continue
        fit = fit_exponent(times.index, times.tolist(), confidence=0.95, scatter=True)
        rows.append(
            {
                "task": task,
                "player": player,
                "axis": axis,
                "from": times.index.min(),
                "to": times.index.max(),
                "exponent": fit.slope,
                "low": fit.low,
                "high": fit.high,
            }
        )
    return pd.DataFrame(rows)


# --- Where ----------------------------------------------------------------------------------


def machine() -> pd.DataFrame:
    """Return what was measured on."""
    listing, memory = Path("/proc/cpuinfo"), Path("/proc/meminfo")
    lines = listing.read_text().splitlines() if listing.exists() else []
    named = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    kilobytes = int(memory.read_text().split()[1]) if memory.exists() else np.nan
    described = {
        "processor": named[0] if named else platform.processor(),
        "hardware threads": os.cpu_count(),
        "memory, GB": round(kilobytes / 2**20),
        "system": f"{platform.system()} {platform.machine()}",
        "Python": platform.python_version(),
        "numpy": np.__version__,
        "C compiler": compiler_version(),
    }
    return pd.DataFrame(described.items(), columns=["what", "value"])


def compiler_version() -> str:
    """Return what the C compiler calls itself; empty where there is none."""
    if shutil.which("cc") is None:
        return ""
    said = subprocess.run(["cc", "--version"], capture_output=True, text=True, check=True).stdout
    return said.splitlines()[0]
