"""The paper as the workflow sees it."""

from bandit_replications.papers.multiplayer.catalogue import ENTRIES
from bandit_replications.papers.multiplayer.checks import LEDGER
from bandit_replications.papers.multiplayer.experiments import EXPERIMENTS
from bandit_replications.papers.multiplayer.figures import FIGURES
from bandit_replications.papers.multiplayer.parameters import Configuration
from bandit_replications.papers.multiplayer.tables import TABLES
from bandit_replications.reporting.paper import Paper

PAPER = Paper(
    name="multiplayer",
    configuration=Configuration,
    entries=ENTRIES,
    experiments=EXPERIMENTS,
    figures=FIGURES,
    tables=TABLES,
    ledger=LEDGER,
)
