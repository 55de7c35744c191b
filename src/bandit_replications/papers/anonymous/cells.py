"""What each data set of the paper is made of: cells, by the configuration that lists them."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from bandit_replications.experiments.cells import Cell, Choice
from bandit_replications.experiments.tasks import Recording, Task
from bandit_replications.papers.anonymous.catalogue import ALGORITHMS, ROUND_BY_ROUND
from bandit_replications.papers.anonymous.environments.instances import MeansEntry
from bandit_replications.papers.anonymous.parameter_checks import simulator
from bandit_replications.papers.anonymous.parameters import (
    MAIN,
    PAPER,
    Configuration,
    Regret,
)
from bandit_replications.papers.anonymous.simulation import Runs
from bandit_replications.papers.anonymous.theory.beta_cases import BetaGraphs, graphs_of
from bandit_replications.papers.anonymous.theory.decomposition_cases import Decompositions
from bandit_replications.papers.anonymous.theory.lower_bounds import ConstructionRuns
from bandit_replications.playing import extensions

# What Figures 1 and 2 draw; of the others the final round is kept.
DRAWN = ("ucb", "explore-then-commit", "greedy", "random", "lp")


def _runs(
    algorithm: str,
    instance: MeansEntry,
    *,
    stream: str,
    group_size: int,
    recording: Recording,
    options: Mapping[str, Any],
    **more: Any,
) -> Runs:
    played = simulator(algorithm)
    return Runs(
        algorithm=played,
        options=played.Options(**options),
        instance=instance,
        instance_stream=(PAPER, stream, instance.name, *instance.shape),
        group_size=group_size,
        recording=recording,
        **more,
    )


def _work(algorithm: str, decomposition: str | None, *, users: int, horizon: int) -> float:
    if algorithm not in ALGORITHMS:
        return extensions.WORK * users * horizon
    return users * (horizon if (decomposition or algorithm) in ROUND_BY_ROUND else 1)


def regret_cells(config: Configuration) -> list[Cell]:
    """Return the cells of Figures 1 and 2, all readings."""
    section = config.regret
    return [
        _regret_cell(config, entry, algorithm, decomposition, reading)
        for entry in section.instances
        for algorithm, decomposition in section.runs()
        for reading in section.readings_of(algorithm, decomposition, entry.name)
    ]


def _regret_cell(
    config: Configuration,
    entry: MeansEntry,
    algorithm: str,
    decomposition: str | None,
    reading: str,
) -> Cell:
    """Return one cell; where a constant is tuned, its task is chosen by the cells of `tuning`."""
    section = config.regret
    options = section.options_of(algorithm, decomposition, reading)
    constant = section.tuned(algorithm, decomposition, reading)
    task = partial(
        _runs,
        section.id_of(algorithm),
        entry,
        stream="instance",
        group_size=section.group_size,
        recording=_recording(section, algorithm, decomposition, reading),
        constant=constant,
        details=True,
    )
    choice = None
    if constant is not None:
        grid = _grid_cells(config, config.tuned_on(entry.name), algorithm, decomposition, reading)
        tasks = [task(options=options | {constant: cell.settings["constant"]}) for cell in grid]
        choice = Choice(metric="regret", candidates=tuple(zip(grid, tasks, strict=True)))
    return Cell(
        experiment="regret",
        settings={
            "algorithm": algorithm,
            "decomposition": decomposition,
            "instance": entry.name,
            "reading": reading,
        },
        stream=(PAPER, "regret", algorithm, decomposition, entry.name, reading),
        replicates=section.replicates_under(algorithm, decomposition, reading, entry.name),
        task=task(options=options),
        work=_work(
            section.id_of(algorithm), decomposition, users=entry.shape[0], horizon=section.horizon
        ),
        choice=choice,
    )


def _recording(
    section: Regret, algorithm: str, decomposition: str | None, reading: str
) -> Recording:
    """Return when runs are recorded: whole curves of what Figures 1 and 2 draw.

    These are the paper's five, the user's own, and what has a name of its own.
    """
    drawn = (decomposition or algorithm) in DRAWN or algorithm not in ALGORITHMS
    whole = drawn and reading == MAIN
    return Recording(horizon=section.horizon, checkpoints=section.checkpoints if whole else 0)


def tuning_cells(config: Configuration) -> list[Cell]:
    """Return the cells of the validation grids, on instances that `regret` never sees."""
    regret = config.regret
    return [
        cell
        for entry in regret.instances
        if config.tuned_on(entry.name) == entry.name
        for algorithm, decomposition in regret.runs()
        for reading in regret.readings_of(algorithm, decomposition, entry.name)
        if reading in config.tuning.readings
        if regret.tuned(algorithm, decomposition, reading)
        for cell in _grid_cells(config, entry.name, algorithm, decomposition, reading)
    ]


def _grid_cells(
    config: Configuration, instance: str, algorithm: str, decomposition: str | None, reading: str
) -> list[Cell]:
    """Return a cell for each value of the constant; all have the same streams.

    With common streams values are compared run by run, and equal algorithms have equal regrets.
    """
    section, regret = config.tuning, config.regret
    entry = next(one for one in regret.instances if one.name == instance)
    known = regret.readings_of(algorithm, decomposition, instance)
    reading = reading if reading in section.readings and reading in known else MAIN
    options = regret.options_of(algorithm, decomposition, reading)
    constant = regret.tuned(algorithm, decomposition, reading)
    assert constant is not None
    key = () if reading == MAIN else (reading,)
    return [
        Cell(
            experiment="tuning",
            settings={
                "algorithm": algorithm,
                "decomposition": decomposition,
                "instance": instance,
                "reading": reading,
                "constant": value,
            },
            stream=(PAPER, "tuning", algorithm, decomposition, instance, *key),
            replicates=section.replicates,
            task=_runs(
                regret.id_of(algorithm),
                entry,
                stream="validation-instance",
                group_size=regret.group_size,
                recording=Recording(horizon=regret.horizon),
                options=options | {constant: value},
            ),
            work=_work(
                regret.id_of(algorithm),
                decomposition,
                users=entry.shape[0],
                horizon=regret.horizon,
            ),
        )
        for value in section.grid_of(regret.id_of(algorithm), decomposition)
    ]


def scaling_cells(config: Configuration) -> list[Cell]:
    """Return the cells of the growth of the regret."""
    section = config.scaling
    return [
        Cell(
            experiment="scaling",
            settings={
                "algorithm": algorithm,
                "decomposition": decomposition,
                **sizes.model_dump(),
                "gap": gap,
            },
            stream=(PAPER, "scaling", algorithm, decomposition, *sizes.model_dump().values(), gap),
            replicates=section.replicates,
            task=_runs(
                section.id_of(algorithm),
                MeansEntry(
                    name="gap", generator="gap", users=sizes.users, arms=sizes.arms, gap=gap
                ),
                stream="instance",
                group_size=sizes.group_size,
                recording=Recording(horizon=sizes.horizon),
                options=section.options_of(algorithm, decomposition, sizes),
            ),
            work=_work(
                section.id_of(algorithm), decomposition, users=sizes.users, horizon=sizes.horizon
            ),
        )
        for algorithm, decomposition in section.runs()
        for sizes in section.sizes(algorithm)
        for gap in section.gaps
    ]


def decompositions_cells(config: Configuration) -> list[Cell]:
    """Return the cells of the comparison of decompositions."""
    section = config.decompositions
    sizes = {"users": section.users, "arms": section.arms}
    return [
        Cell(
            experiment="decompositions",
            settings={
                "graph": graph,
                "method": method,
                **sizes,
                "group_size": group_size,
                "demand": demand,
            },
            stream=(PAPER, "decompositions", graph, method, *sizes.values(), group_size, demand),
            replicates=section.replicates,
            task=Decompositions(
                graph=graph, method=method, **sizes, group_size=group_size, demand=demand
            ),
            work=demand,
        )
        for graph in section.graphs
        for group_size in section.group_sizes
        for demand in section.demands
        for method in section.methods
    ]


def beta_cells(config: Configuration) -> list[Cell]:
    """Return the cells of Open Problem 1; a replicate is a graph."""
    return [
        Cell(
            experiment="beta",
            settings={
                "arms": case.arms,
                "group_size": case.group_size,
                "cluster": case.cluster,
                "graph": case.graph,
            },
            stream=(PAPER, "beta", case.arms, case.group_size, case.cluster, case.graph),
            replicates=graphs_of(
                case.graph, arms=case.arms, cluster=case.cluster, searches=case.searches
            ),
            task=BetaGraphs(
                arms=case.arms, group_size=case.group_size, cluster=case.cluster, graph=case.graph
            ),
        )
        for case in config.beta.cases
    ]


def lower_bounds_cells(config: Configuration) -> list[Cell]:
    """Return the cells of the lower bounds' constructions."""
    section = config.lower_bounds
    cells = []
    for case in section.cases:
        sizes = {"users": case.users, "arms": case.arms, "group_size": case.group_size}
        for horizon in case.horizons:
            for algorithm, decomposition in section.runs():
                module = simulator(section.id_of(algorithm))
                chosen = {"decomposition": decomposition} if decomposition else {}
                chosen |= section.options_given(algorithm)
                key = (case.construction, algorithm, decomposition, *sizes.values(), horizon)
                cells.append(
                    Cell(
                        experiment="lower-bounds",
                        settings={
                            "construction": case.construction,
                            "algorithm": algorithm,
                            "decomposition": decomposition,
                            **sizes,
                            "horizon": horizon,
                        },
                        stream=(PAPER, "lower-bounds", *key),
                        replicates=section.replicates,
                        task=ConstructionRuns(
                            construction=case.construction,
                            algorithm=module,
                            options=module.Options(**chosen),
                            **sizes,
                            horizon=horizon,
                        ),
                        work=_work(
                            section.id_of(algorithm),
                            decomposition,
                            users=case.users,
                            horizon=horizon,
                        ),
                    )
                )
    return cells


def tiny_tasks() -> list[Task]:
    """Return runs of every algorithm and of compiled decompositions on tiny problems."""
    instance = MeansEntry(name="tiny", means=[[0.6, 0.4], [0.4, 0.6]] * 4)
    runs = [
        _runs(
            name,
            instance,
            stream="tiny",
            group_size=1,
            recording=Recording(horizon=64),
            options={},
        )
        for name in ALGORITHMS
    ]
    methods = [
        Decompositions(graph="full", method=method, users=6, arms=2, group_size=1, demand=2)
        for method in ("random", "closing", "all-open")
    ]
    return [*runs, *methods]
