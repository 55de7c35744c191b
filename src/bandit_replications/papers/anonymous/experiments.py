"""What is simulated for the paper: data sets, their columns and instances. Numbers live in config.

Esfandiari, Mirrokni, Schneider: Anonymous Bandits for Multi-User Systems.
"""

from bandit_replications.experiments.cells import ALGORITHM, Cell, Column, Experiment, simulated_by
from bandit_replications.papers.anonymous.catalogue import load, module_name
from bandit_replications.papers.anonymous.environments.instances import MeansEntry
from bandit_replications.papers.anonymous.parameters import (
    MAIN,
    PAPER,
    Configuration,
    replicates_given,
    with_decompositions,
)

# --- Cells ----------------------------------------------------------------------------------


# Seconds of one replicate on one core with 50 users and 5 arms, at a horizon of 100000: measured.
# They shape shards and the time left, never results.
SECONDS = {
    "ucb": 0.07,
    "explore-then-commit": 0.0007,
    "greedy": 0.0015,
    "same-arm": 0.0015,
    "random": 0.008,
    "lp": 0.0028,
    "blocks": 0.0026,
    "exact": 0.0022,
    "random-closing": 0.017,
    "closing": 0.0055,
}


def _seconds(algorithm: str, decomposition: str | None, *, users: int, horizon: int) -> float:
    each = SECONDS[decomposition or algorithm] * users / 50
    per_round = algorithm == "ucb" or decomposition in ("random", "random-closing")
    return each * horizon / 100_000 if per_round else each


def _modules(algorithm: str) -> tuple[str, ...]:
    return (module_name("simulation"), module_name(algorithm))


def regret_cells(config: Configuration) -> list[Cell]:
    """Return the cells of Figures 1 and 2, all readings."""
    section = config.regret
    return [
        Cell(
            experiment="regret",
            settings={
                "algorithm": algorithm,
                "decomposition": decomposition,
                "instance": entry.name,
                "reading": reading,
            },
            replicates=section.replicates_under(algorithm, decomposition, reading, entry.name),
            seconds=_seconds(
                algorithm, decomposition, users=entry.shape[0], horizon=section.horizon
            ),
            parameters={
                "instance": entry.model_dump(exclude_none=True),
                "instance_stream": "instance",
                "group_size": section.group_size,
                "horizon": section.horizon,
                "checkpoints": section.checkpoints,
                "curve_replicates": section.curve_replicates if reading == MAIN else 0,
                "options": section.options_of(algorithm, decomposition, entry.name, reading),
            },
            modules=_modules(algorithm),
        )
        for entry in section.instances
        for algorithm, decomposition in section.runs()
        for reading in section.readings_of(algorithm, decomposition)
    ]


def tuning_cells(config: Configuration) -> list[Cell]:
    """Return the cells of the validation grid, on instances that `regret` never sees."""
    section, regret = config.tuning, config.regret
    return [
        Cell(
            experiment="tuning",
            settings={
                "algorithm": algorithm,
                "decomposition": decomposition,
                "instance": entry.name,
                "reading": reading,
                **{key: values.get(key) for key in TUNED},
            },
            replicates=replicates_given(section.replicates, algorithm, decomposition),
            seconds=_seconds(
                algorithm, decomposition, users=entry.shape[0], horizon=regret.horizon
            ),
            parameters={
                "instance": entry.model_dump(exclude_none=True),
                "instance_stream": "validation-instance",
                "group_size": regret.group_size,
                "horizon": regret.horizon,
                "checkpoints": 1,
                "curve_replicates": 0,
                "options": regret.given_options(algorithm, decomposition, reading) | values,
            },
            modules=_modules(algorithm),
        )
        for entry in regret.instances
        if entry.name in section.instances
        for algorithm, decomposition in regret.runs()
        for reading in regret.readings_of(algorithm, decomposition)
        if reading in section.readings
        for values in section.grid_of(algorithm)
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
                "users": sizes.users,
                "arms": sizes.arms,
                "group_size": sizes.group_size,
                "horizon": sizes.horizon,
                "gap": gap,
            },
            replicates=section.replicates,
            seconds=_seconds(algorithm, decomposition, users=sizes.users, horizon=sizes.horizon)
            / 2,
            parameters={
                "instance": MeansEntry(
                    name="gap", generator="gap", users=sizes.users, arms=sizes.arms, gap=gap
                ).model_dump(exclude_none=True),
                "instance_stream": "instance",
                "group_size": sizes.group_size,
                "horizon": sizes.horizon,
                "checkpoints": 1,
                "curve_replicates": 0,
                "options": section.options_of(algorithm, decomposition, sizes),
            },
            modules=_modules(algorithm),
        )
        for sizes in section.sizes()
        for algorithm, decomposition in section.runs()
        for gap in section.gaps
    ]


def decompositions_cells(config: Configuration) -> list[Cell]:
    """Return the cells of the comparison of decompositions."""
    section = config.decompositions
    return [
        Cell(
            experiment="decompositions",
            settings={
                "graph": graph,
                "method": method,
                "users": section.users,
                "arms": section.arms,
                "group_size": group_size,
                "demand": demand,
            },
            replicates=section.replicates,
            seconds=0.001 + 3e-6 * demand,
            parameters={},
            modules=(module_name("simulation"), module_name("theory.decomposition-cases")),
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
            replicates=load("theory.beta-cases").replicates(
                case.graph, arms=case.arms, cluster=case.cluster, searches=case.searches
            ),
            seconds={"search": 0.25, "all": 0.0015, "worst": 0.1}[case.graph],
            parameters={},
            modules=(module_name("simulation"), module_name("theory.beta-cases")),
        )
        for case in config.beta.cases
    ]


def lower_bounds_cells(config: Configuration) -> list[Cell]:
    """Return the cells of the lower bounds' constructions."""
    section = config.lower_bounds
    return [
        Cell(
            experiment="lower-bounds",
            settings={
                "construction": case.construction,
                "algorithm": algorithm,
                "decomposition": decomposition,
                "users": case.users,
                "arms": case.arms,
                "group_size": case.group_size,
                "horizon": horizon,
            },
            replicates=section.replicates,
            seconds=max(
                0.001, _seconds(algorithm, decomposition, users=case.users, horizon=horizon)
            ),
            parameters={
                "options": {
                    **({"decomposition": decomposition} if decomposition else {}),
                    **section.options.get(algorithm, {}),
                }
            },
            modules=(*_modules(algorithm), module_name("theory.lower-bounds")),
        )
        for case in section.cases
        for horizon in case.horizons
        for algorithm, decomposition in with_decompositions(
            section.algorithms, list(section.decompositions)
        )
    ]


# --- Data sets ------------------------------------------------------------------------------


DECOMPOSITION = Column(
    name="decomposition",
    type="text",
    meaning="how Algorithm 1 turns demands into assignments; null for the other algorithms",
)
INSTANCE = Column(name="instance", type="text", meaning="name of the matrix of means")
READING = Column(name="reading", type="text", meaning="reading; `main` is the one chosen")
USERS = Column(name="users", type="integer", meaning="number of users N")
ARMS = Column(name="arms", type="integer", meaning="number of arms K")
GROUP_SIZE = Column(
    name="group_size", type="integer", meaning="smallest group that reports a total, C"
)
REGRET = Column(
    name="regret",
    type="number",
    decimals=6,
    meaning="cumulative pseudo-regret after `round` rounds, summed over users",
)
MIN_CLUSTER = Column(
    name="min_cluster",
    type="integer",
    meaning="smallest number of users whose best arm an arm is, U",
)
TUNED = ("gamma", "batches", "approximation", "exploration_constant")

EXPERIMENTS = (
    Experiment(
        name="regret",
        title="Regret on the instances of Appendix B and others, under each reading",
        settings=(ALGORITHM, DECOMPOSITION, INSTANCE, READING),
        metrics=(REGRET, MIN_CLUSTER),
        cells=regret_cells,
        simulate=simulated_by(PAPER, "simulate_regret"),
    ),
    Experiment(
        name="tuning",
        title="Regret on validation instances over the grid of hyper-parameters (Appendix B)",
        settings=(
            ALGORITHM,
            DECOMPOSITION,
            INSTANCE,
            READING,
            Column(name="gamma", type="number", meaning="BaSE's γ; null where it has no meaning"),
            Column(name="batches", type="integer", meaning="number of batches B, or null"),
            Column(name="approximation", type="number", meaning="α in T' = T/(α(2C+2)), or null"),
            Column(
                name="exploration_constant",
                type="number",
                meaning="constant of ucb or explore-then-commit, or null",
            ),
        ),
        metrics=(REGRET,),
        cells=tuning_cells,
        simulate=simulated_by(PAPER, "simulate_tuning"),
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
            Column(name="horizon", type="integer", meaning="length of the run, rounds"),
            Column(name="gap", type="number", meaning="best mean minus the others"),
        ),
        metrics=(REGRET,),
        cells=scaling_cells,
        simulate=simulated_by(PAPER, "simulate_tuning"),
    ),
    Experiment(
        name="decompositions",
        title="Assignments of each anonymous decomposition (Section 3.4)",
        settings=(
            Column(name="graph", type="text", meaning="family of graphs of demands"),
            Column(name="method", type="text", meaning="decomposition"),
            USERS,
            ARMS,
            GROUP_SIZE,
            Column(name="demand", type="integer", meaning="instances of feedback per user, D"),
        ),
        metrics=(
            Column(
                name="assignments",
                type="number",
                meaning="number of assignments R; null if the method has no decomposition",
            ),
            Column(name="different", type="number", meaning="different ones among them, or null"),
            Column(name="rounds", type="number", meaning="rounds they take, R(2C+2), or null"),
            Column(
                name="least",
                type="number",
                meaning="assignments below which no decomposition can go, max |A_i|⌈D/|A_i|⌉",
            ),
            Column(name="cluster", type="number", meaning="users of its own each arm can have, U"),
        ),
        cells=decompositions_cells,
        simulate=simulated_by(PAPER, "simulate_decompositions"),
        rounds=False,
    ),
    Experiment(
        name="beta",
        title="Share of a demand that fits into the anonymity polytope (Open Problem 1)",
        settings=(
            ARMS,
            GROUP_SIZE,
            Column(name="cluster", type="integer", meaning="users of its own each arm has, U"),
            Column(name="graph", type="text", meaning="family of graphs; a replicate is a graph"),
        ),
        metrics=(
            Column(
                name="beta", type="number", decimals=9, meaning="largest β with βw in the polytope"
            ),
            Column(
                name="beta_dominated",
                type="number",
                decimals=9,
                meaning="largest β with βw below a point of the polytope",
            ),
        ),
        cells=beta_cells,
        simulate=simulated_by(PAPER, "simulate_beta"),
        rounds=False,
    ),
    Experiment(
        name="lower-bounds",
        title="Regret on the hard instances of the lower bounds (Section 3.6)",
        settings=(
            Column(name="construction", type="text", meaning="theorem, or its printed gap"),
            ALGORITHM,
            DECOMPOSITION,
            USERS,
            ARMS,
            GROUP_SIZE,
            Column(name="horizon", type="integer", meaning="length of the run, rounds"),
        ),
        metrics=(
            Column(
                name="regret",
                type="number",
                decimals=6,
                meaning="pseudo-regret of the whole run, summed over users",
            ),
            Column(name="bound", type="number", decimals=9, meaning="the theorem's lower bound"),
        ),
        cells=lower_bounds_cells,
        simulate=simulated_by(PAPER, "simulate_lower_bounds"),
        rounds=False,
    ),
)
