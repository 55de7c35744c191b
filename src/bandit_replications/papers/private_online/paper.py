"""The paper as the workflow sees it."""

from bandit_replications.papers.private_online.catalogue import ALGORITHMS
from bandit_replications.papers.private_online.checks import LEDGER
from bandit_replications.papers.private_online.experiments import EXPERIMENTS, tiny_tasks
from bandit_replications.papers.private_online.figures import FIGURES
from bandit_replications.papers.private_online.looks import LOOKS
from bandit_replications.papers.private_online.parameters import Configuration
from bandit_replications.papers.private_online.tables import TABLES
from bandit_replications.reporting.paper import Paper

PAPER = Paper(
    name="private_online",
    configuration=Configuration,
    algorithms=ALGORITHMS,
    experiments=EXPERIMENTS,
    looks=LOOKS,
    figures=FIGURES,
    tables=TABLES,
    ledger=LEDGER,
    tiny_tasks=tiny_tasks,
)
