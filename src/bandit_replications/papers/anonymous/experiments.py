"""Data sets of the paper and their cells; the numbers are in the configuration.

Esfandiari, Mirrokni, Schneider: Anonymous Bandits for Multi-User Systems.
"""

from collections.abc import Iterator
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
from bandit_replications.experiments.tasks import Recording
from bandit_replications.papers.anonymous.catalogue import (
    ENTRIES,
    OWN,
)
from bandit_replications.papers.anonymous.environments.instances import MeansEntry
from bandit_replications.papers.anonymous.graph_cells import beta_cells, decompositions_cells
from bandit_replications.papers.anonymous.parameters import Configuration
from bandit_replications.papers.anonymous.parameters_regret import BATCHED, PAPER
from bandit_replications.papers.anonymous.regret_cells import (
    regret_cells,
    runs_of,
    tuning_cells,
    work_of,
)
from bandit_replications.papers.anonymous.simulation.constructions import ConstructionRuns
from bandit_replications.playing.catalogue import entry_of

# --- Cells ----------------------------------------------------------------------------------


def scaling_cells(config: Configuration) -> Iterator[Cell]:
    """Yield the cells of the growth of the regret."""
    section = config.scaling
    for algorithm, decomposition in section.runs():
        kind = section.id_of(algorithm)
        for sizes, gap in product(section.sizes(algorithm), section.gaps):
            users, horizon = sizes.users, sizes.horizon
            entry = MeansEntry(name="gap", generator="gap", users=users, arms=sizes.arms, gap=gap)
            yield cell(
                runs_of(
                    kind,
                    entry,
                    stream="instance",
                    group_size=sizes.group_size,
                    recording=Recording(horizon=horizon),
                    options=section.options_of(algorithm, decomposition, sizes),
                ),
                replicates=section.replicates_of(algorithm),
                work=work_of(kind, decomposition, users=users, horizon=horizon),
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
            runs_of(
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
                work=work_of(kind, decomposition, users=case.users, horizon=horizon),
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
