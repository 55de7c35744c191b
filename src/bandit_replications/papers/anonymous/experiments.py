"""Data sets of the paper and their cells; the numbers are in the configuration.

Esfandiari, Mirrokni, Schneider: Anonymous Bandits for Multi-User Systems.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from itertools import product
from typing import Any

from bandit_replications.configuration.sections import MAIN
from bandit_replications.experiments.cells import (
    ALGORITHM,
    Cell,
    Choice,
    Experiment,
    cell,
    data_sets,
    integer,
    number,
    text,
)
from bandit_replications.experiments.tasks import Recording
from bandit_replications.papers.anonymous.catalogue import (
    ENTRIES,
    OWN,
    ROUND_BY_ROUND,
)
from bandit_replications.papers.anonymous.environments.instances import MeansEntry
from bandit_replications.papers.anonymous.graph_cells import beta_cells, decompositions_cells
from bandit_replications.papers.anonymous.parameters import (
    BATCHED,
    PAPER,
    Configuration,
    Regret,
)
from bandit_replications.papers.anonymous.simulation import Runs
from bandit_replications.papers.anonymous.simulation.constructions import ConstructionRuns
from bandit_replications.playing.catalogue import entry_of

# What Figures 1 and 2 draw; of the others the final round is kept.
DRAWN = ("ucb", "explore-then-commit", "greedy", "random", "lp")

# --- Cells ----------------------------------------------------------------------------------


def _runs(
    algorithm: str,
    instance: MeansEntry,
    *,
    stream: str,
    options: Mapping[str, Any],
    **more: Any,
) -> Runs:
    entry = entry_of(algorithm, ENTRIES, OWN)
    return Runs(
        algorithm=entry.algorithm,
        options=entry.Options(**options),
        instance=instance,
        instance_stream=(PAPER, stream, instance.name, *instance.shape),
        **more,
    )


def _work(algorithm: str, decomposition: str | None, *, users: int, horizon: int) -> float:
    entry = entry_of(algorithm, ENTRIES, OWN)
    by_round = decomposition in ROUND_BY_ROUND
    return users * (horizon if by_round else entry.work(horizon))


def regret_cells(config: Configuration) -> Iterator[Cell]:
    """Yield the cells of Figures 1 and 2, all interpretations."""
    section = config.regret
    for entry, (algorithm, decomposition) in product(section.instances, section.runs()):
        for reading in section.readings_of(algorithm, decomposition, entry.name):
            yield _regret_cell(config, entry, algorithm, decomposition, reading)


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
        choice = Choice(
            metric="regret",
            candidates=tuple(
                (
                    replace(tried, paper=PAPER, experiment="tuning"),
                    task(options=options | {constant: tried.settings["constant"]}),
                )
                for tried in grid
            ),
        )
    return cell(
        task(options=options),
        replicates=section.replicates_under(algorithm, decomposition, reading, entry.name),
        work=_work(
            section.id_of(algorithm), decomposition, users=entry.shape[0], horizon=section.horizon
        ),
        choice=choice,
        algorithm=algorithm,
        decomposition=decomposition,
        instance=entry.name,
        reading=reading,
    )


def _recording(
    section: Regret, algorithm: str, decomposition: str | None, reading: str
) -> Recording:
    """Return the recording of a cell: whole curves for the series of Figures 1 and 2.

    These are the paper's five, the user's own, and what has a name of its own.
    """
    drawn = (decomposition or algorithm) in DRAWN or algorithm not in ENTRIES
    whole = drawn and reading == MAIN
    return Recording(horizon=section.horizon, checkpoints=section.checkpoints if whole else 0)


def tuning_cells(config: Configuration) -> Iterator[Cell]:
    """Yield the cells of the validation grids, on instances that `regret` never sees."""
    regret = config.regret
    for entry, (algorithm, decomposition) in product(regret.instances, regret.runs()):
        if config.tuned_on(entry.name) != entry.name:
            continue
        for reading in regret.readings_of(algorithm, decomposition, entry.name):
            tuned = regret.tuned(algorithm, decomposition, reading)
            if tuned and reading in config.tuning.readings:
                yield from _grid_cells(config, entry.name, algorithm, decomposition, reading)


def _grid_cells(
    config: Configuration, instance: str, algorithm: str, decomposition: str | None, reading: str
) -> Iterator[Cell]:
    """Yield a cell for each value of the constant; all have the same streams.

    With common streams values are compared run by run, and equal algorithms have equal regrets.
    """
    section, regret = config.tuning, config.regret
    entry = next(one for one in regret.instances if one.name == instance)
    known = regret.readings_of(algorithm, decomposition, instance)
    reading = reading if reading in section.readings and reading in known else MAIN
    options = regret.options_of(algorithm, decomposition, reading)
    constant = regret.tuned(algorithm, decomposition, reading)
    assert constant is not None
    kind = regret.id_of(algorithm)
    for value in section.grid_of(kind, decomposition):
        yield cell(
            _runs(
                kind,
                entry,
                stream="validation-instance",
                group_size=regret.group_size,
                recording=Recording(horizon=regret.horizon),
                options=options | {constant: value},
            ),
            replicates=section.replicates,
            work=_work(kind, decomposition, users=entry.shape[0], horizon=regret.horizon),
            key=(algorithm, decomposition, instance, *(() if reading == MAIN else (reading,))),
            algorithm=algorithm,
            decomposition=decomposition,
            instance=instance,
            reading=reading,
            constant=value,
        )


def scaling_cells(config: Configuration) -> Iterator[Cell]:
    """Yield the cells of the growth of the regret."""
    section = config.scaling
    for algorithm, decomposition in section.runs():
        kind = section.id_of(algorithm)
        for sizes, gap in product(section.sizes(algorithm), section.gaps):
            users, horizon = sizes.users, sizes.horizon
            entry = MeansEntry(name="gap", generator="gap", users=users, arms=sizes.arms, gap=gap)
            yield cell(
                _runs(
                    kind,
                    entry,
                    stream="instance",
                    group_size=sizes.group_size,
                    recording=Recording(horizon=horizon),
                    options=section.options_of(algorithm, decomposition, sizes),
                ),
                replicates=section.replicates,
                work=_work(kind, decomposition, users=users, horizon=horizon),
                algorithm=algorithm,
                decomposition=decomposition,
                **dict(sizes),
                gap=gap,
            )


def price_cells(config: Configuration) -> Iterator[Cell]:
    """Yield the cells of the price of anonymity: Algorithm 1 with both sub-algorithms."""
    section = config.price
    for name, size, gap in product(section.sub_algorithms, section.group_sizes, section.gaps):
        users, arms = section.users, section.arms
        entry = MeansEntry(name="gap", generator="gap", users=users, arms=arms, gap=gap)
        options: dict[str, Any] = {
            "decomposition": "all-open",
            "sub_algorithm": name,
            "cluster": users // arms,
            "tau": "fewest",
            "gamma": section.gamma,
            "gamma_scale": "subgaussian",
        }
        yield cell(
            _runs(
                BATCHED,
                entry,
                stream="instance",
                group_size=size,
                recording=Recording(horizon=section.horizon),
                options=options,
            ),
            replicates=section.replicates,
            work=users * (section.horizon if name == "regroup" else 100),
            sub_algorithm=name,
            group_size=size,
            gap=gap,
        )


def lower_bounds_cells(config: Configuration) -> Iterator[Cell]:
    """Yield the cells of the lower bounds' constructions."""
    section = config.lower_bounds
    for case in section.cases:
        sizes: dict[str, Any] = {
            "users": case.users,
            "arms": case.arms,
            "group_size": case.group_size,
        }
        for horizon, (algorithm, decomposition) in product(case.horizons, section.runs()):
            kind = section.id_of(algorithm)
            entry = entry_of(kind, ENTRIES, OWN)
            chosen = {"decomposition": decomposition} if decomposition else {}
            yield cell(
                ConstructionRuns(
                    construction=case.construction,
                    algorithm=entry.algorithm,
                    options=entry.Options(**chosen | section.options_given(algorithm)),
                    **sizes,
                    horizon=horizon,
                ),
                replicates=section.replicates,
                work=_work(kind, decomposition, users=case.users, horizon=horizon),
                construction=case.construction,
                algorithm=algorithm,
                decomposition=decomposition,
                **sizes,
                horizon=horizon,
            )


# --- Data sets ------------------------------------------------------------------------------

DECOMPOSITION = text(
    "decomposition", "how Algorithm 1 turns demands into assignments; null for the other algorithms"
)
INSTANCE = text("instance", "name of the matrix of means")
READING = text("reading", "reading; `main` is the one chosen")
USERS = integer("users", "number of users N")
ARMS = integer("arms", "number of arms K")
GROUP_SIZE = integer("group_size", "smallest group that reports a total, C")
REGRET = number(
    "regret", "cumulative pseudo-regret after `round` rounds, summed over users", decimals=6
)
MIN_CLUSTER = integer("min_cluster", "smallest number of users whose best arm an arm is, U")
CONSTANT = number(
    "constant", "the tuned constant: BaSE's γ or that of T_exp; null where it is given"
)

EXPERIMENTS = data_sets(
    PAPER,
    Experiment(
        name="regret",
        title="Regret on the instances of Appendix B and others, under each interpretation",
        settings=(ALGORITHM, DECOMPOSITION, INSTANCE, READING),
        metrics=(REGRET, MIN_CLUSTER, CONSTANT),
        listed=regret_cells,
    ),
    Experiment(
        name="tuning",
        title="Regret on validation instances over the grid of a constant (Appendix B)",
        settings=(ALGORITHM, DECOMPOSITION, INSTANCE, READING, CONSTANT),
        metrics=(REGRET,),
        listed=tuning_cells,
    ),
    Experiment(
        name="scaling",
        title="Regret by horizon, arms, group size, users and gap",
        settings=(
            ALGORITHM,
            DECOMPOSITION,
            USERS,
            ARMS,
            GROUP_SIZE,
            integer("horizon", "length of the run, rounds"),
            number("gap", "best mean minus the others"),
        ),
        metrics=(REGRET,),
        listed=scaling_cells,
    ),
    Experiment(
        name="decompositions",
        title="Assignments of each anonymous decomposition (Section 3.4)",
        settings=(
            text("graph", "family of graphs of demands"),
            text("method", "decomposition"),
            USERS,
            ARMS,
            GROUP_SIZE,
            integer("demand", "instances of feedback per user, D"),
        ),
        metrics=(
            number(
                "assignments", "number of assignments R; null if the method has no decomposition"
            ),
            number("different", "different ones among them, or null"),
            number("rounds", "rounds they take, R(2C+2), or null"),
            number("least", "assignments below which no decomposition can go, max |A_i|⌈D/|A_i|⌉"),
            number("cluster", "users of its own each arm can have, U"),
        ),
        listed=decompositions_cells,
        rounds=False,
    ),
    Experiment(
        name="beta",
        title="Share of a demand that fits into the anonymity polytope (Open Problem 1)",
        settings=(
            ARMS,
            GROUP_SIZE,
            integer("cluster", "users of its own each arm has, U"),
            text("graph", "family of graphs; a replicate is a graph"),
        ),
        metrics=(
            number("beta", "largest β with βw in the polytope", decimals=9),
            number("beta_dominated", "largest β with βw below a point of the polytope", decimals=9),
        ),
        listed=beta_cells,
        rounds=False,
    ),
    Experiment(
        name="price",
        title="Regret by group size with the sub-algorithm of Section 3.1 and with regrouping",
        settings=(
            text("sub_algorithm", "how assignments inform"),
            GROUP_SIZE,
            number("gap", "best mean minus the others"),
        ),
        metrics=(REGRET,),
        listed=price_cells,
    ),
    Experiment(
        name="lower-bounds",
        title="Regret on the hard instances of the lower bounds (Section 3.6)",
        settings=(
            text("construction", "theorem, or its printed gap"),
            ALGORITHM,
            DECOMPOSITION,
            USERS,
            ARMS,
            GROUP_SIZE,
            integer("horizon", "length of the run, rounds"),
        ),
        metrics=(
            number("regret", "pseudo-regret of the whole run, summed over users", decimals=6),
            number("bound", "the theorem's lower bound", decimals=9),
        ),
        listed=lower_bounds_cells,
        rounds=False,
    ),
)
