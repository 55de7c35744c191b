"""The paper as the workflow sees it."""

from bandit_replications.papers.distributed.catalogue import ALGORITHMS
from bandit_replications.papers.distributed.checks import LEDGER
from bandit_replications.papers.distributed.experiments import EXPERIMENTS
from bandit_replications.papers.distributed.figures import FIGURES
from bandit_replications.papers.distributed.parameters import Configuration
from bandit_replications.papers.distributed.tables import TABLES
from bandit_replications.reporting.paper import Paper

PAPER = Paper(
    name="distributed",
    configuration=Configuration,
    entries=ALGORITHMS,
    experiments=EXPERIMENTS,
    figures=FIGURES,
    tables=TABLES,
    ledger=LEDGER,
)
