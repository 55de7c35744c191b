"""The paper as the workflow sees it."""

from bandit_replications.papers.cooperative.catalogue import ALGORITHMS
from bandit_replications.papers.cooperative.checks import LEDGER
from bandit_replications.papers.cooperative.experiments import EXPERIMENTS
from bandit_replications.papers.cooperative.figures import FIGURES
from bandit_replications.papers.cooperative.group_cells import tiny_tasks
from bandit_replications.papers.cooperative.looks import LOOKS
from bandit_replications.papers.cooperative.parameters import Configuration
from bandit_replications.papers.cooperative.tables import TABLES
from bandit_replications.reporting.paper import Paper

PAPER = Paper(
    name="cooperative",
    configuration=Configuration,
    algorithms=ALGORITHMS,
    experiments=EXPERIMENTS,
    looks=LOOKS,
    figures=FIGURES,
    tables=TABLES,
    ledger=LEDGER,
    tiny_tasks=tiny_tasks,
)
