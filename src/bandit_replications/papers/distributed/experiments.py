"""What is simulated for the paper: data sets, their columns and sizes. Numbers live in config.

Wang, Hu, Chen, Wang: Distributed Bandit Learning. The paper has no experiments; the data sets
measure its Table 1, what its ambiguous places change, and its lower bound.
"""

from bandit_replications.experiments.cells import (
    ALGORITHM,
    Experiment,
    integer,
    number,
    text,
)
from bandit_replications.papers.distributed.cells import (
    gaps_arms_cells,
    gaps_linear_cells,
    lower_bound_cells,
    messages_cells,
    moved_arms_cells,
    table_1_arms_cells,
    table_1_linear_cells,
    variants_cells,
)

INSTANCE = text("instance", "name of the instance")
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

EXPERIMENTS = (
    Experiment(
        name="table-1-arms",
        title="Regret and communication of Table 1, multi-armed bandits",
        settings=(ALGORITHM, INSTANCE, AGENTS, ARMS_COLUMN, HORIZON),
        metrics=MEASURED,
        cells=table_1_arms_cells,
    ),
    Experiment(
        name="table-1-linear",
        title="Regret and communication of Table 1, linear bandits",
        settings=(ALGORITHM, INSTANCE, AGENTS, DIMENSION, HORIZON),
        metrics=MEASURED,
        cells=table_1_linear_cells,
    ),
    Experiment(
        name="variants",
        title="What readings and constants of DEMAB and DELB change",
        settings=(
            ALGORITHM,
            text("variant", "variant; `main` is the one chosen"),
            INSTANCE,
            AGENTS,
            ARMS_COLUMN,
            DIMENSION,
            HORIZON,
        ),
        metrics=MEASURED,
        cells=variants_cells,
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
        cells=messages_cells,
    ),
    Experiment(
        name="gaps-arms",
        title="Regret at every gap between one good arm and the others",
        settings=(ALGORITHM, AGENTS, ARMS_COLUMN, HORIZON),
        metrics=GAPS,
        cells=gaps_arms_cells,
        rounds=False,
    ),
    Experiment(
        name="gaps-linear",
        title="Regret at every gap, unit vectors as actions",
        settings=(ALGORITHM, AGENTS, DIMENSION, HORIZON),
        metrics=GAPS,
        cells=gaps_linear_cells,
        rounds=False,
    ),
    Experiment(
        name="moved-arms",
        title="Numbers that move arms where stage 1 leaves agents with different ones",
        settings=(ALGORITHM, AGENTS, ARMS_COLUMN, HORIZON),
        metrics=(*MEASURED, integer("moved", "numbers that moved arms in the whole run")),
        cells=moved_arms_cells,
    ),
    Experiment(
        name="lower-bound",
        title="Theorem 2: regret of protocols that may send no more than a budget",
        settings=(
            text("protocol", "id of the protocol that is cut off"),
            integer("budget", "numbers that may be sent"),
            AGENTS,
            ARMS_COLUMN,
            HORIZON,
        ),
        metrics=(
            number("regret", "pseudo-regret of all agents", decimals=6),
            integer("communication", "numbers sent, within the budget"),
            number(
                "bound", "Theorem 2's lower bound on the mean regret at this budget", decimals=6
            ),
        ),
        cells=lower_bound_cells,
        rounds=False,
    ),
)
