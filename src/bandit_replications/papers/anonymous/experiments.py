"""What is simulated for the paper: data sets and their columns. Numbers live in config.

Esfandiari, Mirrokni, Schneider: Anonymous Bandits for Multi-User Systems.
"""

from bandit_replications.experiments.cells import ALGORITHM, Experiment, integer, number, text
from bandit_replications.papers.anonymous.cells import (
    beta_cells,
    decompositions_cells,
    lower_bounds_cells,
    regret_cells,
    scaling_cells,
    tuning_cells,
)

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

EXPERIMENTS = (
    Experiment(
        name="regret",
        title="Regret on the instances of Appendix B and others, under each reading",
        settings=(ALGORITHM, DECOMPOSITION, INSTANCE, READING),
        metrics=(REGRET, MIN_CLUSTER, CONSTANT),
        cells=regret_cells,
    ),
    Experiment(
        name="tuning",
        title="Regret on validation instances over the grid of a constant (Appendix B)",
        settings=(ALGORITHM, DECOMPOSITION, INSTANCE, READING, CONSTANT),
        metrics=(REGRET,),
        cells=tuning_cells,
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
        cells=scaling_cells,
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
        cells=decompositions_cells,
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
        cells=beta_cells,
        rounds=False,
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
        cells=lower_bounds_cells,
        rounds=False,
    ),
)
