"""The loops in C, called from Python."""

import ctypes
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.protocol import Task, arguments, serve
from benchmarks.tasks import SEED, learning_rate

TASKS = ("UCB1", "EXP3", "LinUCB", "Multi-agent UCB")


def play(library: ctypes.CDLL, task: Task) -> list[float]:
    """Play a task: EXP3 on losses, the others on rewards."""
    name, horizon = task["algorithm"], task["horizon"]
    means = np.array(task.get("means") or np.dot(task["action_set"], task["parameter"]))
    rounds, arms = ctypes.c_long(horizon), means.size
    given: tuple[Any, ...] = pointer(means), arms, rounds
    loop = library.ucb1
    if name == "independent-exp3":
        loop, given = library.exp3, (*given, ctypes.c_double(learning_rate(task)))
    if name == "independent-linucb":
        actions = np.array(task["action_set"])
        sizes = *actions.shape, rounds, ctypes.c_double(np.log(horizon))
        loop, given = library.linucb, (pointer(actions), pointer(means), *sizes)
    if name == "multi-agent-ucb":
        others = neighbours(task["network"])
        starts = np.cumsum([0, *map(len, others)], dtype=np.int32)
        flat = np.concatenate(others).astype(np.int32)
        graph = len(others), pointer(starts), pointer(flat)
        loop, given = library.group, (pointer(means), arms, *graph, rounds)
    library.seed(ctypes.c_uint64(SEED))
    best = means.min() if name == "independent-exp3" else means.max()
    regrets = []
    for _ in range(task["runs"]):
        pulls = np.zeros(arms, dtype=np.int64)
        loop(*given, pointer(pulls))
        regrets.append(float(abs((best - means) @ pulls)))
    return regrets


def pointer(array: Any) -> ctypes.c_void_p:
    """Return the address of an array's numbers."""
    return ctypes.c_void_p(array.ctypes.data)


def neighbours(edges: list[list[int]]) -> list[list[int]]:
    """Return the neighbours of each agent of a network."""
    agents = range(max(map(max, edges)) + 1)
    return [[sum(edge) - agent for edge in edges if agent in edge] for agent in agents]


if __name__ == "__main__":
    file, job = arguments()
    library = ctypes.CDLL(str(Path(file).resolve()))
    serve(lambda task: play(library, task), job, version="")
