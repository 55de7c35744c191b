"""The cells of the paper's data sets: which runs of what, as the configuration says."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from bandit_replications.bandits.problems import Simulator
from bandit_replications.experiments.cells import (
    Cell,
)
from bandit_replications.experiments.tasks import Recording, Task
from bandit_replications.papers.distributed.catalogue import (
    ALGORITHMS,
    ARMS,
    CHANGED,
    ELIMINATIONS,
    LINEAR,
)
from bandit_replications.papers.distributed.environments.instances import (
    ActionsInstance,
    ArmsInstance,
)
from bandit_replications.papers.distributed.own_algorithms import OwnAlgorithm
from bandit_replications.papers.distributed.parameters import Configuration, Variant, Variants
from bandit_replications.papers.distributed.simulation import (
    ArmsRuns,
    GapsRuns,
    LinearRuns,
    MovedArmsRuns,
    Runs,
)
from bandit_replications.papers.distributed.table_parameters import (
    NOT_DRAWN,
    Gaps,
    Size,
    Table,
    unit_of_cost,
)
from bandit_replications.papers.distributed.theory.lower_bounds import CutOffRuns
from bandit_replications.papers.distributed.theory.schedule import least_horizon
from bandit_replications.playing import extensions
from bandit_replications.playing.own_algorithms import simulator

PAPER = "distributed"


def _runs(
    section: Any,
    algorithm: str,
    entry: ArmsInstance | ActionsInstance,
    size: Size,
    *,
    options: dict[str, Any],
) -> Runs:
    """Return runs of a protocol, on arms or on actions as the instance is."""
    linear = isinstance(entry, ActionsInstance)
    built_in = {**ALGORITHMS, **CHANGED, **(LINEAR if linear else ARMS)}
    module = simulator(algorithm, built_in, OwnAlgorithm)
    common: dict[str, Any] = {
        "algorithm": module,
        "options": module.Options(**options),
        "agents": size.agents,
        "recording": Recording(horizon=size.horizon),
        "cost": unit_of_cost(section.cost, agents=size.agents, horizon=size.horizon),
    }
    return _on(entry, size.width, common)


def _on(entry: ArmsInstance | ActionsInstance, width: int, common: dict[str, Any]) -> Runs:
    if isinstance(entry, ActionsInstance):
        return LinearRuns(instance=entry, dimension=width, **common)
    return ArmsRuns(instance=entry, arms=width, **common)


def _work(algorithm: str, size: Size) -> float:
    if algorithm not in ALGORITHMS:
        return extensions.WORK * size.agents * size.horizon
    return size.agents * (1 if algorithm in ELIMINATIONS else size.horizon)


def table_1_arms_cells(config: Configuration) -> list[Cell]:
    """Return the cells of Table 1's first half."""
    section = config.table_1_arms
    return [
        _table_cell("table-1-arms", section, algorithm, drawn, size, width="arms")
        for entry in section.instances
        for drawn in (ArmsInstance(**entry.model_dump(exclude=NOT_DRAWN)),)
        for algorithm in section.algorithms
        if entry.algorithms is None or algorithm in entry.algorithms
        for size in section.sizes(entry)
        if section.runs_at(algorithm, size)
    ]


def table_1_linear_cells(config: Configuration) -> list[Cell]:
    """Return the cells of Table 1's second half."""
    section = config.table_1_linear
    return [
        _table_cell("table-1-linear", section, algorithm, drawn, size, width="dimension")
        for entry in section.instances
        for drawn in (ActionsInstance(**entry.model_dump(exclude=NOT_DRAWN)),)
        for algorithm in section.algorithms
        if section.plays(algorithm, entry)
        for size in section.sizes(entry)
        if section.runs_at(algorithm, size)
    ]


def _table_cell(
    experiment: str,
    section: Table,
    algorithm: str,
    entry: ArmsInstance | ActionsInstance,
    size: Size,
    *,
    width: str,
) -> Cell:
    kind = section.id_of(algorithm)
    return Cell(
        experiment=experiment,
        settings={
            "algorithm": algorithm,
            "instance": entry.name,
            "agents": size.agents,
            width: size.width,
            "horizon": size.horizon,
        },
        stream=(PAPER, experiment, algorithm, entry.name, *size),
        replicates=section.replicates_of(algorithm),
        task=_runs(section, kind, entry, size, options=section.options_given(algorithm)),
        work=_work(kind, size),
    )


def variants_cells(config: Configuration) -> list[Cell]:
    """Return the cells of the readings and constants; `main` is the reading that is chosen."""
    return [
        cell
        for variant in config.variants.all_variants()
        for cell in _variant_cells(config.variants, variant)
    ]


def _variant_cells(section: Variants, variant: Variant) -> Iterator[Cell]:
    algorithm, name = variant.algorithm, variant.variant
    kind = section.id_of(algorithm)
    linear = kind in LINEAR
    entries: Sequence[ArmsInstance | ActionsInstance]
    entries = section.action_sets if linear else section.instances
    options = {**section.options_given(algorithm), **variant.options}
    for entry in entries:
        for horizon in section.horizons_of(algorithm):
            widths = _widths(entry, section)
            size = Size(section.agents, _own(entry, section), horizon)
            key = (algorithm, name, entry.name, size.agents, *widths.values(), horizon)
            yield Cell(
                experiment="variants",
                settings={
                    "algorithm": algorithm,
                    "variant": name,
                    "instance": entry.name,
                    "agents": size.agents,
                    **widths,
                    "horizon": horizon,
                },
                stream=(PAPER, "variants", *key),
                replicates=section.replicates_of(algorithm),
                task=_runs(section, variant.module or kind, entry, size, options=options),
                work=_work(kind, size),
            )


def _own(entry: ArmsInstance | ActionsInstance, section: Any) -> int:
    """Return the number of arms or the dimension that an instance has, or that of the section."""
    if isinstance(entry, ActionsInstance):
        return int(entry.own_dimension() or section.dimension)
    return int(entry.own_arms() or section.arms)


def _widths(entry: ArmsInstance | ActionsInstance, section: Any) -> dict[str, int | None]:
    """Return the settings `arms` and `dimension`, of which an instance has one."""
    own, linear = _own(entry, section), isinstance(entry, ActionsInstance)
    return {"arms": None if linear else own, "dimension": own if linear else None}


def messages_cells(config: Configuration) -> list[Cell]:
    """Return one cell for each protocol whose messages are shown."""
    section = config.messages
    cells = []
    for algorithm, horizon in section.horizons.items():
        entry = section.action_set if algorithm in LINEAR else section.instance
        widths = _widths(entry, section)
        module = ALGORITHMS[algorithm]
        common: dict[str, Any] = {
            "algorithm": module,
            "options": module.Options(),
            "agents": section.agents,
            "recording": Recording(horizon=horizon),
            "messages": True,
        }
        key = (algorithm, entry.name, section.agents, *widths.values(), horizon)
        cells.append(
            Cell(
                experiment="messages",
                settings={
                    "algorithm": algorithm,
                    "instance": entry.name,
                    "agents": section.agents,
                    **widths,
                    "horizon": horizon,
                },
                stream=(PAPER, "messages", *key),
                replicates=1,
                task=_on(entry, _own(entry, section), common),
                work=_work(algorithm, Size(section.agents, _own(entry, section), horizon)),
            )
        )
    return cells


def lower_bound_cells(config: Configuration) -> list[Cell]:
    """Return the cells of Theorem 2: each protocol at each budget."""
    section = config.lower_bound
    size = {"agents": section.agents, "arms": section.arms, "horizon": section.horizon}
    return [
        Cell(
            experiment="lower-bound",
            settings={"protocol": protocol, "budget": budget, **size},
            stream=(PAPER, "lower-bound", protocol, budget, *size.values()),
            replicates=section.replicates,
            task=CutOffRuns(
                protocol=protocol, budget=budget, pulls_exponent=section.pulls_exponent, **size
            ),
            work=_work(protocol, Size(*size.values())),
        )
        for protocol, budgets in section.budgets.items()
        for budget in budgets
    ]


def gaps_arms_cells(config: Configuration) -> list[Cell]:
    """Return the cells of one good arm at every gap."""
    return _gaps_cells("gaps-arms", config.gaps_arms, ARMS, width="arms")


def gaps_linear_cells(config: Configuration) -> list[Cell]:
    """Return the cells of unit vectors at every gap."""
    return _gaps_cells("gaps-linear", config.gaps_linear, LINEAR, width="dimension")


def _gaps_cells(
    experiment: str, section: Gaps, simulators: Mapping[str, Simulator], *, width: str
) -> list[Cell]:
    return [
        Cell(
            experiment=experiment,
            settings={
                "algorithm": algorithm,
                "agents": size.agents,
                width: size.width,
                "horizon": size.horizon,
            },
            stream=(PAPER, experiment, algorithm, *size),
            replicates=section.replicates_of(algorithm),
            task=GapsRuns(
                algorithm=module,
                options=module.Options(**section.options_given(algorithm)),
                agents=size.agents,
                width=size.width,
                horizon=size.horizon,
                linear=width == "dimension",
                gaps=section.gaps(size),
            ),
            work=_work(section.id_of(algorithm), size) * len(section.gaps(size)),
        )
        for algorithm in section.algorithms
        for module in (simulator(section.id_of(algorithm), simulators, OwnAlgorithm),)
        for size in section.sizes()
        if section.runs_at(algorithm, size)
    ]


def moved_arms_cells(config: Configuration) -> list[Cell]:
    """Return the cells of the instance on which stage 1 leaves agents with different arms.

    The gap is 1/2, which phase 1 leaves to chance, and T the least at which it surely completes.
    """
    section = config.moved_arms
    entry = ArmsInstance(name="left-to-chance", family="one-good", best=0.75, worst=0.25)
    cells = []
    for algorithm in section.algorithms:
        module = ALGORITHMS[section.id_of(algorithm)]
        for arms in section.arms:
            horizon = least_horizon(phases=1, agents=section.agents, arms=arms)
            size = Size(section.agents, arms, horizon)
            cells.append(
                Cell(
                    experiment="moved-arms",
                    settings={
                        "algorithm": algorithm,
                        "agents": section.agents,
                        "arms": arms,
                        "horizon": horizon,
                    },
                    stream=(PAPER, "moved-arms", algorithm, *size),
                    replicates=section.replicates,
                    task=MovedArmsRuns(
                        algorithm=module,
                        options=module.Options(**section.options_given(algorithm)),
                        agents=size.agents,
                        recording=Recording(horizon=horizon),
                        instance=entry,
                        arms=arms,
                    ),
                    work=_work(section.id_of(algorithm), size),
                )
            )
    return cells


def tiny_tasks() -> list[Task]:
    """Return a run of every protocol on a tiny problem, which compiles its kernels."""
    arms = ArmsInstance(name="tiny", family="linear")
    actions = ActionsInstance(name="tiny", actions=3)
    tasks: list[Task] = []
    for entry, width, simulators in ((arms, 3, ARMS), (actions, 2, LINEAR)):
        for module in simulators.values():
            common = {
                "algorithm": module,
                "options": module.Options(),
                "agents": 2,
                "recording": Recording(horizon=16),
            }
            tasks.append(_on(entry, width, common))
    return tasks
