"""The paper as the workflow sees it."""

from bandit_replications.papers.anonymous.catalogue import ENTRIES
from bandit_replications.papers.anonymous.checks import LEDGER
from bandit_replications.papers.anonymous.experiments import EXPERIMENTS
from bandit_replications.papers.anonymous.figures import FIGURES
from bandit_replications.papers.anonymous.parameters import Configuration
from bandit_replications.papers.anonymous.tables import TABLES
from bandit_replications.reporting.paper import Paper

PAPER = Paper(
    name="anonymous",
    configuration=Configuration,
    entries=ENTRIES,
    experiments=EXPERIMENTS,
    figures=FIGURES,
    tables=TABLES,
    ledger=LEDGER,
)
