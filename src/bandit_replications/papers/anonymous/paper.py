"""The paper as the workflow sees it."""

from bandit_replications.papers.anonymous.catalogue import ALGORITHMS
from bandit_replications.papers.anonymous.cells import tiny_tasks
from bandit_replications.papers.anonymous.checks import LEDGER
from bandit_replications.papers.anonymous.experiments import EXPERIMENTS
from bandit_replications.papers.anonymous.figures import FIGURES
from bandit_replications.papers.anonymous.looks import LOOKS
from bandit_replications.papers.anonymous.parameters import Configuration
from bandit_replications.papers.anonymous.tables import TABLES
from bandit_replications.reporting.paper import Paper

PAPER = Paper(
    name="anonymous",
    configuration=Configuration,
    algorithms=ALGORITHMS,
    experiments=EXPERIMENTS,
    looks=LOOKS,
    figures=FIGURES,
    tables=TABLES,
    ledger=LEDGER,
    tiny_tasks=tiny_tasks,
)
