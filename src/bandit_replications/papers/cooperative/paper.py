"""The paper as the workflow sees it."""

from bandit_replications.papers.cooperative.catalogue import ENTRIES
from bandit_replications.papers.cooperative.checks import LEDGER
from bandit_replications.papers.cooperative.experiments import EXPERIMENTS
from bandit_replications.papers.cooperative.figures import FIGURES
from bandit_replications.papers.cooperative.parameters import Configuration
from bandit_replications.papers.cooperative.tables import TABLES
from bandit_replications.reporting.paper import Paper

PAPER = Paper(
    name="cooperative",
    configuration=Configuration,
    entries=ENTRIES,
    experiments=EXPERIMENTS,
    figures=FIGURES,
    tables=TABLES,
    ledger=LEDGER,
)
