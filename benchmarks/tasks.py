"""What everybody plays: the same arms, horizon and number of runs for all."""

import itertools
import math
import random
from typing import Any

from benchmarks.protocol import Task

ARMS = 5
SEED = 17

DECADES = [round(10 ** (3 + step / 4)) for step in range(21)]  # a slow one stops after a few
FOLLOWED = ("UCB1", "EXP3", "Musical Chairs", "DP-SE", "LinUCB", "Multi-agent UCB")
AXES: dict[str, dict[str, list[int]]] = {
    "horizon": dict.fromkeys(FOLLOWED, DECADES),
    "arms": {name: [2, 4, 8, 16, 32, 64, 128] for name in ("UCB1", "EXP3")},
    "players": {"Musical Chairs": [2, 4, 8, 16, 32]},
}
"""Axis -> task -> sizes along which its time is followed."""


def tasks(size: str) -> dict[str, Task]:
    """Return the tasks of a size by name."""
    rounds, runs = (500, 3) if size == "small" else (10_000, 20)
    ucb1 = {"algorithm": "ucb1", "paper": "private_online", "means": spaced(ARMS)}
    private = {**ucb1, "algorithm": "dp-se", "epsilon": 1.0}
    alone = {"algorithm": "independent-exp3", "paper": "multiplayer", "players": 1}
    chairs = {"algorithm": "musical-chairs", "paper": "multiplayer", "players": 4}
    linear = {"algorithm": "independent-linucb", "paper": "distributed", "agents": 1}
    group = {"algorithm": "multi-agent-ucb", "paper": "cooperative", "network": edges(200)}
    actions = unit_vectors(20, dimension=ARMS)
    chosen: dict[str, Task] = {
        "UCB1": {**ucb1, "horizon": rounds},
        "EXP3": {**alone, "means": spaced(ARMS)[::-1], "horizon": rounds},
        "Musical Chairs": {**chairs, "means": spaced(6), "exploration_rounds": 3000},
        "DP-SE": {**private, "horizon": 20 * rounds},
        "Multi-agent UCB": {**group, "means": spaced(ARMS), "message_life": 1},
        "LinUCB": {**linear, "action_set": actions, "parameter": [0.5, 0.5, 0.5, 0.0, 0.0]},
    }
    chosen["Musical Chairs"]["horizon"] = 2 * rounds
    chosen["LinUCB"]["horizon"] = rounds // 5  # 20 actions cost a peer most of a millisecond
    chosen["Multi-agent UCB"]["horizon"] = rounds // 10  # of each of 200 agents
    return {name: {**task, "runs": runs} for name, task in chosen.items()}


def sized(task: Task, axis: str, size: int) -> Task:
    """Return one run of a task at another size."""
    changes: dict[str, Any] = {"horizon": size}
    if axis == "arms":
        changes = {"means": spaced(size)}
    if axis == "players":
        changes = {"means": spaced(2 * size), "players": size}
    return {**task, **changes, "runs": 1}


def spaced(arms: int) -> list[float]:
    """Return means from 0.9 down to 0.1 at equal distances."""
    return [0.9 - 0.8 * arm / (arms - 1) for arm in range(arms)]


def unit_vectors(number: int, *, dimension: int) -> list[list[float]]:
    """Return so many actions on the unit sphere, drawn once and for all."""
    chance = random.Random(SEED)
    drawn = [[chance.gauss(0, 1) for _ in range(dimension)] for _ in range(number)]
    return [[x / math.hypot(*vector) for x in vector] for vector in drawn]


def edges(agents: int, *, chance: float = 0.1) -> list[list[int]]:
    """Return the edges of a ring and, each with this chance, all others, drawn once and for all."""
    drawn = random.Random(SEED)
    ring = [[agent, agent + 1] for agent in range(agents - 1)] + [[0, agents - 1]]
    pairs = ([a, b] for a, b in itertools.combinations(range(agents), 2))
    return ring + [pair for pair in pairs if drawn.random() < chance and pair not in ring]


def learning_rate(task: Task) -> float:
    """Return the learning rate that EXP3 has in the paper, sqrt(ln K / (T K))."""
    arms = len(task["means"])
    return math.sqrt(math.log(arms) / (task["horizon"] * arms))


def linear_width(task: Task) -> float:
    """Return the greatest width that LinUCB's ellipsoid can have at the horizon, with δ = 1/T."""
    horizon, dimension = task["horizon"], len(task["parameter"])
    growth = dimension * math.log(1 + horizon / dimension)
    return math.sqrt(2 * math.log(horizon) + growth) + 1
