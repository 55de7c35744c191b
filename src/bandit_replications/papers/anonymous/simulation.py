"""Simulation of the paper's cells: replicates of one combination of settings, as columns.

Pure functions of a cell and a root seed. What is simulated stands in `experiments`; the algorithms
and cases have modules of their own, loaded by name so that each cell depends on its own only.
"""

from typing import Any

import numpy as np

from bandit_replications.bandits.streams import generator
from bandit_replications.experiments.cells import Cell, Columns, checkpoints, streams
from bandit_replications.papers.anonymous.catalogue import ALGORITHMS, load
from bandit_replications.papers.anonymous.environments.instances import (
    Floats,
    MeansEntry,
    min_cluster,
)
from bandit_replications.papers.anonymous.environments.problems import AnonymousProblem

PAPER = "anonymous"


def simulate_regret(cell: Cell, first: int, last: int, root_seed: int) -> Columns:
    """Return replicate, round, regret and min_cluster of an algorithm's runs."""
    instances = instances_of(cell, first, last, root_seed)
    columns = dict(_simulate_runs(cell, first, instances, root_seed))
    clusters = np.array([min_cluster(means) for means in instances])
    columns["min_cluster"] = clusters[columns["replicate"] - first]
    return columns


def simulate_tuning(cell: Cell, first: int, last: int, root_seed: int) -> Columns:
    """Return replicate, round and regret of an algorithm's runs."""
    instances = instances_of(cell, first, last, root_seed)
    return _simulate_runs(cell, first, instances, root_seed)


def means_of(cell: Cell, replicate: int, root_seed: int) -> Floats:
    """Return the means of one replicate, shape (users, arms); see `instances_of`."""
    return instances_of(cell, replicate, replicate + 1, root_seed)[0]


def instances_of(cell: Cell, first: int, last: int, root_seed: int) -> list[Floats]:
    """Return the means of replicates first, …, last - 1, the same for all algorithms and readings.

    Test and validation instances have streams of different names, so none is both.
    """
    entry = MeansEntry.model_validate(cell.parameters["instance"])
    key = (PAPER, cell.parameters["instance_stream"], entry.name, *entry.shape)
    return [entry.draw(generator(root_seed, *key, replicate)) for replicate in range(first, last)]


def _simulate_runs(cell: Cell, first: int, instances: list[Floats], root_seed: int) -> Columns:
    parameters = cell.parameters
    module = load(str(cell.settings["algorithm"]))
    options = module.Options.model_validate(parameters["options"])
    law = MeansEntry.model_validate(parameters["instance"]).law
    horizon = parameters["horizon"]
    curve = checkpoints(horizon, number=parameters["checkpoints"])
    final = np.array([horizon], dtype=np.int64)
    replicates, rounds, regrets = [], [], []
    runs = streams(PAPER, cell, first, first + len(instances), root_seed)
    for replicate, (means, stream) in enumerate(zip(instances, runs, strict=True), start=first):
        points = curve if replicate < parameters["curve_replicates"] else final
        problem = AnonymousProblem(
            means=means,
            group_size=parameters["group_size"],
            horizon=horizon,
            checkpoints=points,
            law=law,
        )
        run = module.simulate(problem, generator=stream, options=options)
        replicates.append(np.full(points.size, replicate))
        rounds.append(points)
        regrets.append(run.regret)
    return {
        "replicate": np.concatenate(replicates),
        "round": np.concatenate(rounds),
        "regret": np.concatenate(regrets),
    }


def simulate_decompositions(cell: Cell, first: int, last: int, root_seed: int) -> Columns:
    """Return replicate and the counts of one method's decompositions; null where it has none."""
    cases, decompositions = load("theory.decomposition-cases"), load("decompositions")
    settings: dict[str, Any] = dict(cell.settings)
    names = ("assignments", "different", "rounds", "least", "cluster")
    rows = []
    runs = streams(PAPER, cell, first, last, root_seed)
    sizes = {key: settings[key] for key in ("users", "arms", "group_size")}
    for replicate, stream in zip(range(first, last), runs, strict=True):
        graph_stream = generator(
            root_seed, PAPER, "graph", settings["graph"], *sizes.values(), replicate
        )
        active = cases.active_arms(settings["graph"], **sizes, generator=graph_stream)
        try:
            row = cases.measure(
                settings["method"],
                active,
                demand=settings["demand"],
                group_size=settings["group_size"],
                generator=stream,
            )
        except decompositions.DemandError:
            row = {}
        rows.append([float(row.get(name, np.nan)) for name in names])
    table = np.array(rows)
    return {
        "replicate": np.arange(first, last),
        **{name: table[:, column] for column, name in enumerate(names)},
    }


def simulate_beta(cell: Cell, first: int, last: int, root_seed: int) -> Columns:
    """Return replicate (number of the graph) and both readings of β."""
    cases = load("theory.beta-cases")
    settings: dict[str, Any] = dict(cell.settings)
    results = [
        cases.measure(
            settings["graph"],
            arms=settings["arms"],
            group_size=settings["group_size"],
            cluster=settings["cluster"],
            number=replicate,
            generator=stream,
        )
        for replicate, stream in zip(
            range(first, last), streams(PAPER, cell, first, last, root_seed), strict=True
        )
    ]
    return {
        "replicate": np.arange(first, last),
        "beta": np.array([literal for literal, _ in results]),
        "beta_dominated": np.array([dominated for _, dominated in results]),
    }


def simulate_lower_bounds(cell: Cell, first: int, last: int, root_seed: int) -> Columns:
    """Return replicate, regret and bound of an algorithm's runs on a lower bound's instances."""
    lower_bounds = load("theory.lower-bounds")
    settings: dict[str, Any] = dict(cell.settings)
    results = [
        lower_bounds.measure(
            settings["construction"],
            **{k: settings[k] for k in ("algorithm", "users", "arms", "group_size", "horizon")},
            generator=stream,
            options=cell.parameters["options"],
        )
        for stream in streams(PAPER, cell, first, last, root_seed)
    ]
    return {
        "replicate": np.arange(first, last),
        "regret": np.array([result["regret"] for result in results]),
        "bound": np.array([result["bound"] for result in results]),
    }


def warm() -> None:
    """Run every compiled simulator once on a tiny problem, so that its kernels are cached."""
    means = np.array([[0.6, 0.4], [0.4, 0.6]] * 4)
    problem = AnonymousProblem(means=means, group_size=1, horizon=64)
    for number, algorithm in enumerate(ALGORITHMS):
        load(algorithm).simulate(problem, generator=generator(0, "warm", number))
    load("theory.decomposition-cases").warm()
