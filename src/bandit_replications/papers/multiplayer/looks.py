"""Line styles of the paper's algorithms, from its catalogue, and titles of its scenarios."""

from bandit_replications.papers.multiplayer.catalogue import ENTRIES
from bandit_replications.reporting.looks import Looks

# What the paper's captions say of its experiments.
SCENARIO_TITLES = {
    "experiment-1": "Experiment 1: stochastic losses",
    "experiment-2": "Experiment 2: link failures",
    "experiment-3": "Experiment 3: link improves",
    "swinging": "ours: swinging losses",
    "one-good-arm": "ours: one good arm",
}


def scenario_title(name: str) -> str:
    """Return a scenario's title in figures: a user's goes by its name."""
    return SCENARIO_TITLES.get(name, name)


LOOKS = Looks.of_entries(ENTRIES)
