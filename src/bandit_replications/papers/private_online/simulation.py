"""Simulation of the paper's cells: replicates of one combination of settings, as columns.

Pure functions of a cell and a root seed. What is simulated stands in `experiments`; the algorithms
have modules of their own, loaded by name so that each cell depends on its own algorithm only.
"""

from collections.abc import Callable
from typing import Any, Literal

import numpy as np

from bandit_replications.bandits import extensions
from bandit_replications.bandits.instances import InstanceEntry
from bandit_replications.bandits.problems import BanditProblem
from bandit_replications.bandits.streams import generator
from bandit_replications.bandits.trajectories import Trajectory
from bandit_replications.experiments.cells import Cell, Columns, checkpoints, streams
from bandit_replications.papers.private_online.catalogue import ALGORITHMS, NON_PRIVATE, load
from bandit_replications.papers.private_online.environments.problems import (
    FullInformationProblem,
)

PAPER = "private_online"


def simulate_bandit(cell: Cell, first: int, last: int, root_seed: int) -> Columns:
    """Return replicate, round and regret of a bandit algorithm's runs."""
    instance = InstanceEntry.model_validate(cell.parameters["instance"])
    return _simulate_runs(cell, instance, BanditProblem, first, last, root_seed)


def full_information_instance(
    *, instance: str, arms: int, min_gap: float, best: float, best_position: str
) -> InstanceEntry:
    """Return an instance of Section 5: `equal` gaps, or `doubling` gaps cut where means reach 0.

    The Conclusion's doubling gaps Δ_min 2^(j-2) leave [0, 1] for most K; cut gaps keep every
    bracket of Theorem 7 that can exist.
    """
    family: Literal["equal-gap", "doubling"] = "equal-gap" if instance == "equal" else "doubling"
    entry = InstanceEntry(name=instance, generator=family, arms=arms, best=best, gap=min_gap)
    means = entry.resolve_means()
    return InstanceEntry(name=instance, means=means[::-1] if best_position == "last" else means)


def simulate_full_information(cell: Cell, first: int, last: int, root_seed: int) -> Columns:
    """Return replicate, round and regret of a full-information algorithm's runs."""
    settings, parameters = cell.settings, cell.parameters
    instance = full_information_instance(
        instance=str(settings["instance"]),
        arms=int(settings["arms"] or 0),
        min_gap=float(settings["min_gap"] or 0),
        best=parameters["best"],
        best_position=parameters["best_position"],
    )
    return _simulate_runs(cell, instance, FullInformationProblem, first, last, root_seed)


def _simulate_runs(
    cell: Cell,
    instance: InstanceEntry,
    problem_class: type[BanditProblem],
    first: int,
    last: int,
    root_seed: int,
) -> Columns:
    algorithm = str(cell.settings["algorithm"])
    horizon = cell.parameters["horizon"]
    curve = checkpoints(horizon, number=cell.parameters["checkpoints"])
    final = np.array([horizon], dtype=np.int64)
    epsilon: Any = cell.settings["epsilon"]
    rewards, gaps = instance.reward_table(), instance.gaps
    simulate = _simulator(algorithm, cell.parameters["options"])
    replicates, rounds, regrets = [], [], []
    runs = streams(PAPER, cell, first, last, root_seed)
    for replicate, stream in zip(range(first, last), runs, strict=True):
        points = curve if replicate < cell.parameters["curve_replicates"] else final
        problem = problem_class(
            rewards=rewards, horizon=horizon, checkpoints=points, epsilon=epsilon
        )
        run = simulate(problem, stream)
        replicates.append(np.full(points.size, replicate))
        rounds.append(points)
        regrets.append(run.regret(gaps))
    return {
        "replicate": np.concatenate(replicates),
        "round": np.concatenate(rounds),
        "regret": np.concatenate(regrets),
    }


def _simulator(
    algorithm: str, options: dict[str, Any]
) -> Callable[[BanditProblem, np.random.Generator], Trajectory]:
    users = extensions.classes()
    if algorithm in users:
        return lambda problem, stream: extensions.simulate_extension(
            users[algorithm],
            rewards=problem.rewards,
            horizon=problem.horizon,
            checkpoints=problem.points,
            generator=stream,
            epsilon=problem.epsilon,
        )
    module = load(algorithm)
    chosen = module.Options.model_validate(options)
    return lambda problem, stream: module.simulate(problem, generator=stream, options=chosen)


def simulate_privacy_audit(cell: Cell, first: int, last: int, root_seed: int) -> Columns:
    """Return loss, claim and kind of one audited case."""
    audits = load("theory.audits")
    results = [
        audits.audit(
            mechanism=str(cell.settings["mechanism"]),
            case=str(cell.settings["case"]),
            epsilon=float(cell.settings["epsilon"] or 0),
            generator=stream,
            samples=cell.parameters["samples"],
        )
        for stream in streams(PAPER, cell, first, last, root_seed)
    ]
    return {
        "replicate": np.arange(first, last),
        "loss": np.array([result.loss for result in results]),
        "claimed": np.array([result.claimed for result in results]),
        "kind": np.array([result.kind for result in results], dtype=object),
    }


def simulate_lower_bound(cell: Cell, first: int, last: int, root_seed: int) -> Columns:
    """Return replicate, round, regret and bound of runs on Theorem 10's packing."""
    lower_bounds = load("theory.lower-bounds")
    results = [
        lower_bounds.simulate(
            algorithm=str(cell.settings["algorithm"]),
            arms=int(cell.settings["arms"] or 0),
            min_gap=float(cell.settings["min_gap"] or 0),
            epsilon=float(cell.settings["epsilon"] or 0),
            generator=stream,
        )
        for stream in streams(PAPER, cell, first, last, root_seed)
    ]
    return {
        "replicate": np.arange(first, last),
        "round": np.array([result.rounds for result in results]),
        "regret": np.array([result.regret for result in results]),
        "bound": np.array([result.bound for result in results]),
    }


def warm() -> None:
    """Run every compiled simulator once on a tiny problem, so that its kernels are cached."""
    rewards = InstanceEntry(name="tiny", means=[0.6, 0.4]).reward_table()
    for number, algorithm in enumerate(ALGORITHMS):
        module = load(algorithm)
        epsilon = None if algorithm in NON_PRIVATE else 1.0
        problem = BanditProblem(rewards=rewards, horizon=64, epsilon=epsilon)
        module.simulate(problem, generator=generator(0, "warm", number))
