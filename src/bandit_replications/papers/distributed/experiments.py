"""What is simulated for the paper: data sets, their columns and sizes. Numbers live in config.

Wang, Hu, Chen, Wang: Distributed Bandit Learning. The paper has no experiments; the data sets
measure its Table 1, what its ambiguous places change, and its lower bound.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from bandit_replications.experiments.cells import ALGORITHM, Cell, Column, Experiment, simulated_by
from bandit_replications.papers.distributed.catalogue import (
    LINEAR,
    LINEAR_ELIMINATIONS,
    linear_module_name,
    module_name,
)
from bandit_replications.papers.distributed.environments.instances import (
    ActionsInstance,
    ArmsInstance,
)
from bandit_replications.papers.distributed.parameters import (
    NOT_DRAWN,
    PAPER,
    Configuration,
    LowerBound,
    Size,
    Table,
    Variant,
    Variants,
    unit_of_cost,
)

# --- Cells ----------------------------------------------------------------------------------

# Seconds on one core of a run, and of an agent's step where every step is simulated. They shape
# shards and the time left, never results.
SECONDS_PER_RUN = 9e-4
SECONDS_PER_STEP = {
    "independent-ucb1": 6e-8,
    "immediate-sharing": 9e-9,
}
SECONDS_PER_LINEAR_STEP = {
    "dislinucb": 2e-6,
    "dcb": 2e-6,
    "independent-linucb": 1.6e-6,
    "immediate-sharing": 9e-7,
}
SECONDS_PER_SET = 1.2e-5  # of actions, where each step has a new one
SECONDS_PER_DELB = 3e-3


def _table_parameters(section: Table, algorithm: str, size: Size) -> dict[str, Any]:
    return {
        "cost": unit_of_cost(section.cost, agents=size.agents, horizon=size.horizon),
        "options": dict(section.options.get(algorithm, {})),
        "curve_replicates": section.curve_replicates,
        "checkpoints": section.checkpoints,
    }


def _seconds(algorithm: str, size: Size) -> float:
    per_step = SECONDS_PER_STEP.get(algorithm, 0.0)
    return SECONDS_PER_RUN + 7e-6 * size.agents + per_step * size.agents * size.horizon


def table_1_arms_cells(config: Configuration) -> list[Cell]:
    """Return the cells of Table 1's first half."""
    section = config.table_1_arms
    return [
        Cell(
            experiment="table-1-arms",
            settings={
                "algorithm": algorithm,
                "instance": entry.name,
                "agents": size.agents,
                "arms": size.width,
                "horizon": size.horizon,
            },
            replicates=section.replicates_of(algorithm),
            seconds=_seconds(algorithm, size),
            parameters={
                "instance": entry.model_dump(exclude=NOT_DRAWN),
                **_table_parameters(section, algorithm, size),
            },
            modules=(module_name("simulation"), module_name(algorithm)),
        )
        for entry in section.instances
        for algorithm in section.algorithms
        if entry.algorithms is None or algorithm in entry.algorithms
        for size in section.sizes(entry)
        if section.runs_at(algorithm, size)
    ]


def table_1_linear_cells(config: Configuration) -> list[Cell]:
    """Return the cells of Table 1's second half."""
    section = config.table_1_linear
    return [
        Cell(
            experiment="table-1-linear",
            settings={
                "algorithm": algorithm,
                "instance": entry.name,
                "agents": size.agents,
                "dimension": size.width,
                "horizon": size.horizon,
            },
            replicates=section.replicates_of(algorithm),
            seconds=_linear_seconds(algorithm, size, anew=entry.anew),
            parameters={
                "instance": entry.model_dump(exclude=NOT_DRAWN),
                **_table_parameters(section, algorithm, size),
            },
            modules=(module_name("simulation"), linear_module_name(algorithm)),
        )
        for entry in section.instances
        for algorithm in section.algorithms
        if section.plays(algorithm, entry)
        for size in section.sizes(entry)
        if section.runs_at(algorithm, size)
    ]


def _linear_seconds(algorithm: str, size: Size, *, anew: bool) -> float:
    if algorithm in LINEAR_ELIMINATIONS:
        return SECONDS_PER_DELB if algorithm == "delb" else 3e-3 * size.agents
    per_step = SECONDS_PER_LINEAR_STEP[algorithm] * size.agents + SECONDS_PER_SET * anew
    return SECONDS_PER_RUN + per_step * size.horizon


def variants_cells(config: Configuration) -> list[Cell]:
    """Return the cells of the readings and constants; `main` is the reading that is chosen."""
    return [
        cell
        for variant in config.variants.all_variants()
        for cell in _variant_cells(config.variants, variant)
    ]


def _variant_cells(section: Variants, variant: Variant) -> Iterator[Cell]:
    linear = variant.algorithm == "delb"
    entries: Sequence[ArmsInstance | ActionsInstance]
    entries = section.action_sets if linear else section.instances
    for entry in entries:
        for horizon in section.linear_horizons if linear else section.horizons:
            yield Cell(
                experiment="variants",
                settings={
                    "algorithm": variant.algorithm,
                    "variant": variant.variant,
                    "instance": entry.name,
                    "agents": section.agents,
                    "arms": None if linear else _own(entry, section.arms),
                    "dimension": _own(entry, section.dimension) if linear else None,
                    "horizon": horizon,
                },
                replicates=section.replicates_of(variant.algorithm),
                seconds=2 * SECONDS_PER_DELB if linear else SECONDS_PER_RUN,
                parameters={
                    "instance": entry.model_dump(),
                    "module": variant.runs,
                    "options": {**section.options.get(variant.algorithm, {}), **variant.options},
                    "curve_replicates": section.curve_replicates,
                    "checkpoints": section.checkpoints,
                    "cost": unit_of_cost(section.cost, agents=section.agents, horizon=horizon),
                },
                modules=(module_name("simulation"), module_name(variant.runs)),
            )


def _own(entry: ArmsInstance | ActionsInstance, width: int) -> int:
    own = entry.own_arms() if isinstance(entry, ArmsInstance) else entry.own_dimension()
    return own or width


def messages_cells(config: Configuration) -> list[Cell]:
    """Return one cell for each protocol whose messages are shown."""
    section = config.messages
    cells = []
    for algorithm, horizon in section.horizons.items():
        linear = algorithm in LINEAR
        entry = section.action_set if linear else section.instance
        cells.append(
            Cell(
                experiment="messages",
                settings={
                    "algorithm": algorithm,
                    "instance": entry.name,
                    "agents": section.agents,
                    "arms": None if linear else _own(entry, section.arms),
                    "dimension": _own(entry, section.dimension) if linear else None,
                    "horizon": horizon,
                },
                replicates=1,
                seconds=0.1,
                parameters={"instance": entry.model_dump(), "options": {}},
                modules=(module_name("simulation"), module_name(algorithm)),
            )
        )
    return cells


def lower_bound_cells(config: Configuration) -> list[Cell]:
    """Return the cells of Theorem 2: each protocol at each budget."""
    section = config.lower_bound
    return [
        Cell(
            experiment="lower-bound",
            settings={
                "protocol": protocol,
                "budget": budget,
                "agents": section.agents,
                "arms": section.arms,
                "horizon": section.horizon,
            },
            replicates=section.replicates,
            seconds=SECONDS_PER_RUN + _lower_bound_seconds(protocol, section),
            parameters={},
            modules=(module_name("simulation"), module_name("theory.lower-bounds")),
        )
        for protocol in section.protocols
        for budget in section.budgets
    ]


def _lower_bound_seconds(protocol: str, section: LowerBound) -> float:
    """Return the seconds that agents alone take: UCB1 pull by pull, eliminations by phases."""
    if protocol == "immediate-sharing":
        return SECONDS_PER_STEP["independent-ucb1"] * section.agents * section.horizon
    return 1e-5 * section.agents


# --- Data sets ------------------------------------------------------------------------------

INSTANCE = Column(name="instance", type="text", meaning="name of the instance")
AGENTS = Column(name="agents", type="integer", meaning="number of agents M")
ARMS_COLUMN = Column(name="arms", type="integer", meaning="number of arms K")
DIMENSION = Column(name="dimension", type="integer", meaning="dimension d of the actions")
HORIZON = Column(name="horizon", type="integer", meaning="time steps T, one pull of each agent")
REGRET = Column(
    name="regret",
    type="number",
    decimals=6,
    meaning="pseudo-regret after `round` steps: gaps of the pulls, summed over all agents",
)
COMMUNICATION = Column(
    name="communication",
    type="integer",
    meaning=(
        "integers and real numbers sent until then, by agents and server together (or their bits, "
        "if the configuration says so)"
    ),
)
PHASES = Column(
    name="phases",
    type="integer",
    meaning="phases (or synchronisations) of the whole run; 0 for those without",
)
MEASURED = (REGRET, COMMUNICATION, PHASES)

EXPERIMENTS = (
    Experiment(
        name="table-1-arms",
        title="Regret and communication of Table 1, multi-armed bandits",
        settings=(ALGORITHM, INSTANCE, AGENTS, ARMS_COLUMN, HORIZON),
        metrics=MEASURED,
        cells=table_1_arms_cells,
        simulate=simulated_by(PAPER, "simulate_arms"),
    ),
    Experiment(
        name="table-1-linear",
        title="Regret and communication of Table 1, linear bandits",
        settings=(ALGORITHM, INSTANCE, AGENTS, DIMENSION, HORIZON),
        metrics=MEASURED,
        cells=table_1_linear_cells,
        simulate=simulated_by(PAPER, "simulate_linear"),
    ),
    Experiment(
        name="variants",
        title="What readings and constants of DEMAB and DELB change",
        settings=(
            ALGORITHM,
            Column(name="variant", type="text", meaning="variant; `main` is the one chosen"),
            INSTANCE,
            AGENTS,
            ARMS_COLUMN,
            DIMENSION,
            HORIZON,
        ),
        metrics=MEASURED,
        cells=variants_cells,
        simulate=simulated_by(PAPER, "simulate_variants"),
    ),
    Experiment(
        name="messages",
        title="One run's messages over time",
        settings=(ALGORITHM, INSTANCE, AGENTS, ARMS_COLUMN, DIMENSION, HORIZON),
        metrics=(
            Column(name="purpose", type="text", meaning="why the numbers are sent"),
            Column(name="sender", type="text", meaning="server or agents"),
            Column(name="numbers", type="integer", meaning="numbers sent after `round` steps"),
        ),
        cells=messages_cells,
        simulate=simulated_by(PAPER, "simulate_messages"),
    ),
    Experiment(
        name="lower-bound",
        title="Theorem 2: regret of protocols that may send no more than a budget",
        settings=(
            Column(name="protocol", type="text", meaning="id of the protocol that is cut off"),
            Column(name="budget", type="integer", meaning="numbers that may be sent"),
            AGENTS,
            ARMS_COLUMN,
            HORIZON,
        ),
        metrics=(
            Column(name="regret", type="number", decimals=6, meaning="pseudo-regret of all agents"),
            Column(name="communication", type="integer", meaning="numbers sent, within the budget"),
            Column(
                name="bound",
                type="number",
                decimals=6,
                meaning="Theorem 2's lower bound on the mean regret at this budget",
            ),
        ),
        cells=lower_bound_cells,
        simulate=simulated_by(PAPER, "simulate_lower_bound"),
        rounds=False,
    ),
)
