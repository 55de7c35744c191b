"""Data sets of the paper and their cells; the numbers are in the configuration.

Wang, Hu, Chen, Wang: Distributed Bandit Learning. The paper has no experiments; the data sets
measure its Table 1, what its ambiguous places change, and its lower bound.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import product
from typing import Any

from bandit_replications.experiments.cells import (
    ALGORITHM,
    Cell,
    Experiment,
    cell,
    data_sets,
    integer,
    number,
    text,
)
from bandit_replications.experiments.tasks import Recording, Task
from bandit_replications.papers.distributed.catalogue import (
    ALGORITHMS,
    ARMS,
    CHANGED,
    LINEAR,
    OWN,
)
from bandit_replications.papers.distributed.environments.instances import (
    ActionsInstance,
    ArmsInstance,
)
from bandit_replications.papers.distributed.parameters import (
    PAPER,
    Configuration,
    Variant,
    Variants,
)
from bandit_replications.papers.distributed.simulation import (
    ArmsRuns,
    GapsRuns,
    LinearRuns,
    MovedArmsRuns,
    Runs,
)
from bandit_replications.papers.distributed.simulation.lower_bound import CutOffRuns
from bandit_replications.papers.distributed.simulation.pictures import (
    PROTOCOLS,
    EstimateRuns,
    HeldArmsRuns,
    TimeLineRuns,
)
from bandit_replications.papers.distributed.table_parameters import (
    Gaps,
    Played,
    Size,
    TableOne,
    unit_of_cost,
)
from bandit_replications.papers.distributed.theory.schedule import least_horizon
from bandit_replications.playing.catalogue import Entry, entry_of

# --- Cells ----------------------------------------------------------------------------------


def _entry(algorithm: str, entries: Mapping[str, Entry] = ALGORITHMS) -> Entry:
    return entry_of(algorithm, entries, OWN)


def _runs(
    instance: ArmsInstance | ActionsInstance,
    size: Size,
    entry: Entry,
    options: Mapping[str, Any],
    **more: Any,
) -> Runs:
    """Return runs of a protocol, on arms or on actions as the instance is."""
    common: dict[str, Any] = {
        "algorithm": entry.algorithm,
        "options": entry.Options(**options),
        "agents": size.agents,
        "recording": Recording(horizon=size.horizon),
        **more,
    }
    if isinstance(instance, ActionsInstance):
        return LinearRuns(instance=instance, dimension=size.width, **common)
    return ArmsRuns(instance=instance, arms=size.width, **common)


def _work(algorithm: str, size: Size) -> float:
    return size.agents * _entry(algorithm).work(size.horizon)


def _table_cells(section: TableOne) -> Iterator[Cell]:
    """Yield the cells of a half of Table 1."""
    kind = ArmsInstance if section.width_name == "arms" else ActionsInstance
    for entry, algorithm in product(section.instances, section.algorithms):
        if not section.plays(algorithm, entry):
            continue
        instance = kind(**entry.model_dump(exclude=set(Played.model_fields)))
        options, own = section.options_given(algorithm), section.id_of(algorithm)
        for size in section.sizes(entry):
            if not section.runs_at(algorithm, size):
                continue
            cost = unit_of_cost(section.cost, size)
            yield cell(
                _runs(instance, size, _entry(own, section.entries), options, cost=cost),
                replicates=section.replicates_of(algorithm),
                work=_work(own, size),
                algorithm=algorithm,
                instance=instance.name,
                **_sizes(size, width=section.width_name),
            )


def variants_cells(config: Configuration) -> Iterator[Cell]:
    """Yield the cells of interpretations and constants; `main` is the chosen interpretation."""
    for variant in config.variants.all_variants():
        yield from _variant_cells(config.variants, variant)


def _variant_cells(section: Variants, variant: Variant) -> Iterator[Cell]:
    algorithm, kind = variant.algorithm, section.id_of(variant.algorithm)
    linear = kind in LINEAR
    instances: Sequence[ArmsInstance | ActionsInstance]
    instances = section.action_sets if linear else section.instances
    options = {**section.options_given(algorithm), **variant.options}
    entry = _entry(variant.module or kind, {**CHANGED, **(LINEAR if linear else ARMS)})
    for instance, horizon in product(instances, section.horizons_of(algorithm)):
        assert isinstance(instance, ArmsInstance | ActionsInstance)
        size = Size(section.agents, instance.width(section), horizon)
        yield cell(
            _runs(instance, size, entry, options, cost=unit_of_cost(section.cost, size)),
            replicates=section.replicates_of(algorithm),
            work=_work(kind, size),
            algorithm=algorithm,
            variant=variant.variant,
            instance=instance.name,
            **_sizes(size, "arms", "dimension", width=instance.width_name),
        )


def _sizes(size: Size, *names: str, width: str) -> dict[str, Any]:
    """Return the settings of a size; of the names of widths that are given all but one are null."""
    widths = {name: size.width if name == width else None for name in names or (width,)}
    return {"agents": size.agents, **widths, "horizon": size.horizon}


def messages_cells(config: Configuration) -> Iterator[Cell]:
    """Yield one cell for each protocol whose messages are shown."""
    section = config.messages
    for algorithm, horizon in section.horizons.items():
        instance = section.played_by(algorithm)
        size = Size(section.agents, instance.width(section), horizon)
        yield cell(
            _runs(instance, size, _entry(algorithm), {}, messages=True),
            replicates=1,
            work=_work(algorithm, size),
            algorithm=algorithm,
            instance=instance.name,
            **_sizes(size, "arms", "dimension", width=instance.width_name),
        )


def lower_bound_cells(config: Configuration) -> Iterator[Cell]:
    """Yield the cells of Theorem 2: each protocol at each budget, each with a gap of its own."""
    section = config.lower_bound
    size = {"agents": section.agents, "arms": section.arms, "horizon": section.horizon}
    exponent = section.pulls_exponent
    for protocol, budgets in section.budgets.items():
        for budget in budgets:
            settings: dict[str, Any] = {"protocol": protocol, "budget": budget, **size}
            yield cell(
                CutOffRuns(**settings, pulls_exponent=exponent),
                replicates=section.replicates,
                work=_work(protocol, Size(*size.values())),
                key=("own-gap", *settings.values()),
                **settings,
            )


def _gaps_cells(config: Configuration, *, name: str) -> Iterator[Cell]:
    """Yield the cells of one good arm, or of unit vectors, at every gap."""
    section: Gaps = getattr(config, name)
    for algorithm, size in product(section.algorithms, section.sizes()):
        if not section.runs_at(algorithm, size):
            continue
        entry, gaps = _entry(section.id_of(algorithm), section.entries), section.gaps(size)
        yield cell(
            GapsRuns(
                algorithm=entry.algorithm,
                options=entry.Options(**section.options_given(algorithm)),
                **size._asdict(),
                linear=section.width_name == "dimension",
                gaps=gaps,
            ),
            replicates=section.replicates_of(algorithm),
            work=_work(section.id_of(algorithm), size) * len(gaps),
            algorithm=algorithm,
            **_sizes(size, width=section.width_name),
        )


def moved_arms_cells(config: Configuration) -> Iterator[Cell]:
    """Yield the cells of the instance on which stage 1 leaves agents with different arms.

    The gap is 1/2, which phase 1 leaves to chance, and T the least at which it surely completes.
    """
    section = config.moved_arms
    instance = ArmsInstance(name="left-to-chance", family="one-good", best=0.75, worst=0.25)
    for algorithm, arms in product(section.algorithms, section.arms):
        entry = _entry(section.id_of(algorithm))
        size: dict[str, Any] = {"agents": section.agents, "arms": arms}
        horizon = least_horizon(phases=1, **size)
        yield cell(
            MovedArmsRuns(
                algorithm=entry.algorithm,
                options=entry.Options(**section.options_given(algorithm)),
                recording=Recording(horizon=horizon),
                instance=instance,
                **size,
            ),
            replicates=section.replicates,
            work=section.agents * entry.work(horizon),
            algorithm=algorithm,
            **size,
            horizon=horizon,
        )


def pictures_cells(config: Configuration) -> Iterator[Cell]:
    """Yield the runs behind the pictures."""
    section = config.pictures
    size: dict[str, Any] = {"agents": section.agents, "horizon": section.horizon}
    tasks: list[tuple[str, Task, int]] = [
        (name, TimeLineRuns(protocol=name, arms=section.arms, **size), 1) for name in PROTOCOLS
    ]
    size = {"agents": section.holders, "arms": section.held}
    held = HeldArmsRuns(**size, horizon=least_horizon(phases=1, **size))
    tasks += [("held-arms", held, 1), ("estimates", EstimateRuns(), section.estimates)]
    for name, task, replicates in tasks:
        yield cell(task, replicates=replicates, work=1, picture=name)


# --- Data sets ------------------------------------------------------------------------------

INSTANCE = text("instance", "name of the instance")
VARIANT = text("variant", "variant; `main` is the one chosen")
PROTOCOL = text("protocol", "id of the protocol that is cut off")
BUDGET = integer("budget", "numbers that may be sent")
AGENTS = integer("agents", "number of agents M")
ARMS_COLUMN = integer("arms", "number of arms K")
DIMENSION = integer("dimension", "dimension d of the actions")
HORIZON = integer("horizon", "time steps T, one pull of each agent")
REGRET = number(
    "regret",
    "pseudo-regret after `round` steps: gaps of the pulls, summed over all agents",
    decimals=6,
)
COMMUNICATION = integer(
    "communication",
    "integers and real numbers sent until then, by agents and server together (or their bits, "
    "if the configuration says so)",
)
PHASES = integer("phases", "phases (or synchronisations) of the whole run; 0 for those without")
MEASURED = (REGRET, COMMUNICATION, PHASES)
GAPS = (number("gap", "gap between the best option and each other"), REGRET, COMMUNICATION)

EXPERIMENTS = data_sets(
    PAPER,
    Experiment(
        name="table-1-arms",
        title="Regret and communication of Table 1, multi-armed bandits",
        settings=(ALGORITHM, INSTANCE, AGENTS, ARMS_COLUMN, HORIZON),
        metrics=MEASURED,
        listed=lambda config: _table_cells(config.table_1_arms),
    ),
    Experiment(
        name="table-1-linear",
        title="Regret and communication of Table 1, linear bandits",
        settings=(ALGORITHM, INSTANCE, AGENTS, DIMENSION, HORIZON),
        metrics=MEASURED,
        listed=lambda config: _table_cells(config.table_1_linear),
    ),
    Experiment(
        name="variants",
        title="What interpretations and constants of DEMAB and DELB change",
        settings=(ALGORITHM, VARIANT, INSTANCE, AGENTS, ARMS_COLUMN, DIMENSION, HORIZON),
        metrics=MEASURED,
        listed=variants_cells,
    ),
    Experiment(
        name="messages",
        title="One run's messages over time",
        settings=(ALGORITHM, INSTANCE, AGENTS, ARMS_COLUMN, DIMENSION, HORIZON),
        metrics=(
            text("purpose", "why the numbers are sent"),
            text("sender", "server or agents"),
            integer("numbers", "numbers sent after `round` steps"),
        ),
        listed=messages_cells,
    ),
    *(
        Experiment(
            name=name,
            title=title,
            settings=(ALGORITHM, AGENTS, width, HORIZON),
            metrics=GAPS,
            listed=partial(_gaps_cells, name=name.replace("-", "_")),
            rounds=False,
        )
        for name, width, title in (
            ("gaps-arms", ARMS_COLUMN, "Regret at every gap between one good arm and the others"),
            ("gaps-linear", DIMENSION, "Regret at every gap, unit vectors as actions"),
            ("few-exchanges", ARMS_COLUMN, "Regret at every gap of protocols with few exchanges"),
        )
    ),
    Experiment(
        name="moved-arms",
        title="Numbers that move arms where stage 1 leaves agents with different ones",
        settings=(ALGORITHM, AGENTS, ARMS_COLUMN, HORIZON),
        metrics=(*MEASURED, integer("moved", "numbers that moved arms in the whole run")),
        listed=moved_arms_cells,
    ),
    Experiment(
        name="lower-bound",
        title="Theorem 2: regret of protocols that may send no more than a budget",
        settings=(PROTOCOL, BUDGET, AGENTS, ARMS_COLUMN, HORIZON),
        metrics=(
            number("regret", "pseudo-regret of all agents", decimals=6),
            integer("communication", "numbers sent, within the budget"),
            number(
                "bound", "Theorem 2's lower bound on the mean regret at this budget", decimals=6
            ),
        ),
        listed=lower_bound_cells,
        rounds=False,
    ),
    Experiment(
        name="pictures",
        title="Runs behind the pictures: arms alive over time, arms of agents, errors of estimates",
        settings=(text("picture", "a protocol's time line, held-arms or estimates"),),
        metrics=(
            number("x", "time steps at an exchange; agent; error at e1 over 2^-l", decimals=6),
            number("y", "arms pulled until then; arms held before; error at e2", decimals=6),
            number("z", "numbers sent until then; arms held after; 0", decimals=6),
        ),
        listed=pictures_cells,
        rounds=False,
    ),
)
