"""Rows of the data sets: runs of the protocols, one replicate after the other."""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bandit_replications.bandits.streams import generator
from bandit_replications.experiments.cells import Cell, Columns, checkpoints, streams
from bandit_replications.papers.distributed.catalogue import ARMS, LINEAR, load, load_linear
from bandit_replications.papers.distributed.environments.instances import (
    ActionsInstance,
    ArmsInstance,
)
from bandit_replications.papers.distributed.environments.problems import (
    ArmsProblem,
    LinearProblem,
)

PAPER = "distributed"

Integers = NDArray[np.int64]
Runner = Callable[[Integers, np.random.Generator, int], Any]


def simulate_arms(cell: Cell, first: int, last: int, root_seed: int) -> Columns:
    """Return replicate, round, regret, communication and phases of a multi-armed protocol."""
    run = _arms_runner(cell, root_seed)
    return _measured(
        cell,
        (
            (replicate, points, run(points, stream, replicate))
            for replicate, points, stream in _replicates(cell, first, last, root_seed)
        ),
    )


def simulate_linear(cell: Cell, first: int, last: int, root_seed: int) -> Columns:
    """Return replicate, round, regret, communication and phases of a linear protocol."""
    run = _linear_runner(cell, root_seed)
    return _measured(
        cell,
        (
            (replicate, points, run(points, stream, replicate))
            for replicate, points, stream in _replicates(cell, first, last, root_seed)
        ),
    )


def simulate_variants(cell: Cell, first: int, last: int, root_seed: int) -> Columns:
    """Return the rows of a protocol under one reading."""
    linear = cell.settings["dimension"] is not None
    simulate = simulate_linear if linear else simulate_arms
    return simulate(cell, first, last, root_seed)


def simulate_messages(cell: Cell, first: int, last: int, root_seed: int) -> Columns:
    """Return every message of one run: after which step, why, from whom, how many numbers."""
    horizon = int(cell.settings["horizon"] or 0)
    points = np.array([horizon], dtype=np.int64)
    blocks = []
    runs = streams(PAPER, cell, first, last, root_seed)
    linear = cell.settings["dimension"] is not None
    run = (_linear_runner if linear else _arms_runner)(cell, root_seed)
    for replicate, stream in zip(range(first, last), runs, strict=True):
        sent = run(points, stream, replicate).messages
        blocks.append((np.full(sent.times.size, replicate), sent))
    senders = [np.where(sent.from_server, "server", "agents") for _, sent in blocks]
    return {
        "replicate": np.concatenate([replicates for replicates, _ in blocks]),
        "round": np.concatenate([sent.times for _, sent in blocks]),
        "purpose": np.array([name for _, sent in blocks for name in sent.purposes], dtype=object),
        "sender": np.concatenate(senders).astype(object),
        "numbers": np.concatenate([sent.numbers for _, sent in blocks]),
    }


def simulate_lower_bound(cell: Cell, first: int, last: int, root_seed: int) -> Columns:
    """Return replicate, regret, communication and bound of a protocol within a budget."""
    settings = cell.settings
    found = [
        load("theory.lower-bounds").cut_off(
            protocol=str(settings["protocol"]),
            budget=int(settings["budget"] or 0),
            agents=int(settings["agents"] or 0),
            arms=int(settings["arms"] or 0),
            horizon=int(settings["horizon"] or 0),
            generator=stream,
        )
        for stream in streams(PAPER, cell, first, last, root_seed)
    ]
    return {
        "replicate": np.arange(first, last),
        "regret": np.array([one.regret for one in found]),
        "communication": np.array([one.communication for one in found], dtype=np.int64),
        "bound": np.array([one.bound for one in found]),
    }


def _replicates(
    cell: Cell, first: int, last: int, root_seed: int
) -> Iterator[tuple[int, Integers, np.random.Generator]]:
    """Yield each replicate with its checkpoints and its stream."""
    horizon = int(cell.settings["horizon"] or 0)
    curve = checkpoints(horizon, number=cell.parameters["checkpoints"])
    final = np.array([horizon], dtype=np.int64)
    runs = streams(PAPER, cell, first, last, root_seed)
    for replicate, stream in zip(range(first, last), runs, strict=True):
        whole = replicate < cell.parameters["curve_replicates"]
        yield replicate, curve if whole else final, stream


def _measured(cell: Cell, runs: Iterator[tuple[int, Integers, Any]]) -> Columns:
    replicates, rounds, regrets, communications, phases = [], [], [], [], []
    for replicate, points, run in runs:
        replicates.append(np.full(points.size, replicate))
        rounds.append(points)
        regrets.append(run.regret)
        communications.append(run.communication * cell.parameters.get("cost", 1))
        phases.append(np.full(points.size, run.phases, dtype=np.int64))
    return {
        "replicate": np.concatenate(replicates),
        "round": np.concatenate(rounds),
        "regret": np.concatenate(regrets),
        "communication": np.concatenate(communications),
        "phases": np.concatenate(phases),
    }


def _arms_runner(cell: Cell, root_seed: int, *, literal: bool = False) -> Runner:
    """Return what runs a replicate of a multi-armed protocol."""
    entry = ArmsInstance.model_validate(cell.parameters["instance"])
    module = load(str(cell.parameters.get("module", cell.settings["algorithm"])))
    options = module.Options.model_validate(cell.parameters["options"])
    simulate = module.simulate_literal if literal else module.simulate
    size = {name: int(cell.settings[name] or 0) for name in ("agents", "arms", "horizon")}
    means = entry.resolve(**size)
    here = {"agents": size["agents"], "horizon": size["horizon"]}

    def run(points: Integers, stream: np.random.Generator, replicate: int) -> Any:
        problem = ArmsProblem(
            means=entry.in_order(means, **here, root_seed=root_seed, replicate=replicate),
            **here,
            checkpoints=points,
            law=entry.law,
        )
        return simulate(problem, generator=stream, options=options)

    return run


def _linear_runner(cell: Cell, root_seed: int, *, literal: bool = False) -> Runner:
    """Return what runs a replicate of a linear protocol."""
    entry = ActionsInstance.model_validate(cell.parameters["instance"])
    module = load_linear(str(cell.settings["algorithm"]))
    options = module.Options.model_validate(cell.parameters["options"])
    simulate = module.simulate_literal if literal else module.simulate
    size = {name: int(cell.settings[name] or 0) for name in ("agents", "dimension", "horizon")}

    def run(points: Integers, stream: np.random.Generator, replicate: int) -> Any:
        bandit = entry.draw(dimension=size["dimension"], root_seed=root_seed, replicate=replicate)
        problem = LinearProblem(
            action_set=bandit.action_sets,
            parameter=bandit.parameter,
            agents=size["agents"],
            horizon=size["horizon"],
            checkpoints=points,
            noise=entry.noise,
        )
        return simulate(problem, generator=stream, options=options)

    return run


def warm() -> None:
    """Run every compiled simulator once on a tiny problem, so that its kernels are cached."""
    for algorithms, linear in ((ARMS, False), (LINEAR, True)):
        for number, algorithm in enumerate(algorithms):
            entry = ActionsInstance(name="tiny", actions=3) if linear else _TINY
            width = {"arms": None, "dimension": 2} if linear else {"arms": 3, "dimension": None}
            cell = Cell(
                experiment="warm",
                settings={"algorithm": algorithm, "agents": 2, "horizon": 16, **width},
                replicates=1,
                seconds=0,
                parameters={"instance": entry.model_dump(), "options": {}},
            )
            run = (_linear_runner if linear else _arms_runner)(cell, 0)
            run(np.array([16]), generator(0, "warm", number), 0)


_TINY = ArmsInstance(name="tiny", family="linear")
