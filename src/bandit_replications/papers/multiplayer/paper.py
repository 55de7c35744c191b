"""The paper as the workflow sees it."""

from bandit_replications.papers.multiplayer.catalogue import ALGORITHMS
from bandit_replications.papers.multiplayer.checks import LEDGER
from bandit_replications.papers.multiplayer.experiments import EXPERIMENTS, tiny_tasks
from bandit_replications.papers.multiplayer.figures import FIGURES
from bandit_replications.papers.multiplayer.looks import LOOKS
from bandit_replications.papers.multiplayer.parameters import Configuration
from bandit_replications.papers.multiplayer.tables import TABLES
from bandit_replications.reporting.paper import Paper

PAPER = Paper(
    name="multiplayer",
    configuration=Configuration,
    algorithms=ALGORITHMS,
    experiments=EXPERIMENTS,
    looks=LOOKS,
    figures=FIGURES,
    tables=TABLES,
    ledger=LEDGER,
    tiny_tasks=tiny_tasks,
)
