"""The paper as the workflow sees it."""

from bandit_replications.papers.private_online.catalogue import ENTRIES
from bandit_replications.papers.private_online.checks import LEDGER
from bandit_replications.papers.private_online.experiments import EXPERIMENTS
from bandit_replications.papers.private_online.figures import FIGURES
from bandit_replications.papers.private_online.parameters import Configuration
from bandit_replications.papers.private_online.tables import TABLES
from bandit_replications.reporting.paper import Paper

PAPER = Paper(
    name="private_online",
    configuration=Configuration,
    entries=ENTRIES,
    experiments=EXPERIMENTS,
    figures=FIGURES,
    tables=TABLES,
    ledger=LEDGER,
)
