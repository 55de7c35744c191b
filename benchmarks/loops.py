"""The loops in C, called from Python."""

import ctypes
from pathlib import Path

from benchmarks.protocol import Task, arguments, serve
from benchmarks.tasks import SEED, learning_rate

TASKS = ("UCB1", "EXP3")


def play(library: ctypes.CDLL, task: Task) -> list[float]:
    """Play UCB1, or EXP3 on losses."""
    arms, horizon, means = len(task["means"]), task["horizon"], task["means"]
    given = (ctypes.c_double * arms)(*means), arms, ctypes.c_long(horizon)
    library.seed(ctypes.c_uint64(SEED))
    regrets = []
    for _ in range(task["runs"]):
        pulls = (ctypes.c_long * arms)()
        if task["algorithm"] == "ucb1":
            library.ucb1(*given, pulls)
        else:
            library.exp3(*given, ctypes.c_double(learning_rate(task)), pulls)
        earned = sum(count * mean for count, mean in zip(pulls, means, strict=True))
        best = max if task["algorithm"] == "ucb1" else min
        regrets.append(abs(best(means) * horizon - earned))
    return regrets


if __name__ == "__main__":
    file, job = arguments()
    library = ctypes.CDLL(str(Path(file).resolve()))
    serve(lambda task: play(library, task), job, version="")
