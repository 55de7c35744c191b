"""Simulation of the paper's cells: replicates of one combination of settings, as columns.

Pure functions of a cell and a root seed. What is simulated stands in `experiments`; the algorithms
have modules of their own, loaded by name so that each cell depends on its own algorithm only.
"""

from typing import Any

import numpy as np

from bandit_replications.bandits.streams import generator
from bandit_replications.bandits.trajectories import Trajectory
from bandit_replications.experiments.cells import Cell, Columns, checkpoints, streams
from bandit_replications.papers.cooperative.catalogue import (
    ALGORITHMS,
    BYZANTINE,
    COMMUNICATING,
    PRIVATE,
    load,
)
from bandit_replications.papers.cooperative.environments.contamination import ContaminationEntry
from bandit_replications.papers.cooperative.environments.instances import (
    Environment,
    MeansEntry,
    draw,
    life_in_rounds,
)
from bandit_replications.papers.cooperative.environments.networks import (
    NetworkEntry,
    greedy_clique_cover,
    power_graph,
)
from bandit_replications.papers.cooperative.environments.problems import (
    ByzantineProblem,
    GroupProblem,
    PrivateProblem,
)

PAPER = "cooperative"


def simulate_curves(cell: Cell, first: int, last: int, root_seed: int) -> Columns:
    """Return replicate, round and group regret of an algorithm's runs."""
    horizon = cell.parameters["horizon"]
    curve = checkpoints(horizon, number=cell.parameters["checkpoints"])
    final = np.array([horizon], dtype=np.int64)
    replicates, rounds, regrets = [], [], []
    runs = streams(PAPER, cell, first, last, root_seed)
    for replicate, stream in zip(range(first, last), runs, strict=True):
        points = curve if replicate < cell.parameters["curve_replicates"] else final
        environment = _environment(cell, root_seed, replicate)
        run = _run(cell, environment, points, stream)
        replicates.append(np.full(points.size, replicate))
        rounds.append(points)
        regrets.append(run.regret(environment.gaps))
    return {
        "replicate": np.concatenate(replicates),
        "round": np.concatenate(rounds),
        "regret": np.concatenate(regrets),
    }


def simulate_covers(cell: Cell, first: int, last: int, root_seed: int) -> Columns:
    """Return replicate, final group regret and the greedy clique cover of the power graph."""
    horizon = int(cell.parameters["horizon"])
    points = np.array([horizon], dtype=np.int64)
    regrets, covers = [], []
    runs = streams(PAPER, cell, first, last, root_seed)
    for replicate, stream in zip(range(first, last), runs, strict=True):
        environment = _environment(cell, root_seed, replicate)
        run = _run(cell, environment, points, stream)
        regrets.append(run.regret(environment.gaps)[0])
        life = life_in_rounds(str(cell.settings["message_life"]), environment.diameter)
        adjacent = power_graph(environment.lengths, message_life=life)
        covers.append(len(greedy_clique_cover(adjacent)))
    return {
        "replicate": np.arange(first, last),
        "regret": np.array(regrets),
        "clique_cover": np.array(covers, dtype=np.int64),
    }


def simulate_privacy(cell: Cell, first: int, last: int, root_seed: int) -> Columns:
    """Return the composed privacy loss beside the stated bound."""
    accounting = load("theory.privacy-accounting")
    loss = accounting.composed_loss(
        epsilon=float(cell.settings["epsilon"] or 0),
        v=float(cell.settings["v"] or 0),
        horizon=int(cell.settings["horizon"] or 0),
        series=cell.settings["series"],
        delta=cell.settings["delta"],
        accounting=cell.settings["accounting"],
    )
    return {
        "replicate": np.array([0]),
        "loss": np.array([loss.loss]),
        "bound": np.array([loss.bound]),
        "kind": np.array([loss.kind], dtype=object),
    }


def simulate_lasting_noise(cell: Cell, first: int, last: int, root_seed: int) -> Columns:
    """Return replicate, group regret and bound of runs on `lower_bounds.lasting_noise`."""
    settings = cell.settings
    return _measured(
        first,
        [
            load("theory.lower-bounds").lasting_noise(
                agents=int(settings["agents"] or 0),
                gap=float(settings["gap"] or 0),
                v=float(settings["v"] or 0),
                horizon=int(settings["horizon"] or 0),
                generator=stream,
            )
            for stream in streams(PAPER, cell, first, last, root_seed)
        ],
    )


def simulate_saturated_reports(cell: Cell, first: int, last: int, root_seed: int) -> Columns:
    """Return replicate, group regret and bound of runs on `lower_bounds.saturated_reports`."""
    settings = cell.settings
    return _measured(
        first,
        [
            load("theory.lower-bounds").saturated_reports(
                agents=int(settings["agents"] or 0),
                contamination=float(settings["contamination"] or 0),
                horizon=int(settings["horizon"] or 0),
                generator=stream,
            )
            for stream in streams(PAPER, cell, first, last, root_seed)
        ],
    )


def _measured(first: int, found: list[Any]) -> Columns:
    return {
        "replicate": np.arange(first, first + len(found)),
        "regret": np.array([one.regret for one in found]),
        "bound": np.array([one.bound for one in found]),
    }


def _environment(cell: Cell, root_seed: int, replicate: int) -> Environment:
    return draw(
        NetworkEntry.model_validate(cell.parameters["network"]),
        MeansEntry.model_validate(cell.parameters["means"]),
        root_seed=root_seed,
        replicate=replicate,
    )


def _run(
    cell: Cell, environment: Environment, points: Any, stream: np.random.Generator
) -> Trajectory:
    algorithm, parameters = str(cell.settings["algorithm"]), cell.parameters
    module = load(algorithm)
    settings: dict[str, Any] = {
        "rewards": environment.rewards,
        "horizon": int(parameters["horizon"]),
        "checkpoints": points,
        "distances": environment.lengths,
    }
    if algorithm in COMMUNICATING:
        life = str(parameters["message_life"])
        settings["message_life"] = life_in_rounds(life, environment.diameter)
    problem: type[GroupProblem] = GroupProblem
    if algorithm in PRIVATE:
        problem = PrivateProblem
        settings |= {"epsilon": parameters["epsilon"], "v": parameters["v"]}
    if algorithm in BYZANTINE:
        problem = ByzantineProblem
        settings |= _byzantine(cell, environment)
    options = module.Options.model_validate(parameters["options"])
    run: Trajectory = module.simulate(problem(**settings), generator=stream, options=options)
    return run


def _byzantine(cell: Cell, environment: Environment) -> dict[str, Any]:
    parameters = cell.parameters
    entry = ContaminationEntry.model_validate(parameters["contamination"])
    assumed = parameters.get("assumed_contamination")
    return {
        "contamination": entry.for_arms(environment.means),
        "assumed_contamination": entry.probability if assumed is None else assumed,
        "byzantine": parameters.get("byzantine"),
        "noise_scale": parameters.get("noise_scale", 0.0),
    }


def warm() -> None:
    """Run every compiled simulator once on a tiny problem, so that its kernels are cached."""
    network = NetworkEntry(name="tiny", family="path", agents=3)
    environment = draw(network, MeansEntry(arms=2), root_seed=0, replicate=0)
    for number, algorithm in enumerate(ALGORITHMS):
        cell = Cell(
            experiment="warm",
            settings={"algorithm": algorithm},
            replicates=1,
            seconds=0,
            parameters={
                "horizon": 8,
                "options": {},
                "contamination": {"probability": 0.1},
                "message_life": 1,
                "epsilon": 1.0,
                "v": 1.1,
            },
        )
        _run(cell, environment, np.array([8]), generator(0, "warm", number))
