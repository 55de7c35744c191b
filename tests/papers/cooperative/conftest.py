"""A tiny run of the whole paper: a dozen agents, sixty rounds, every data set."""

import pandas as pd
import pytest

from bandit_replications.configuration import validation as configuration
from bandit_replications.papers.cooperative.experiments import EXPERIMENTS

SMALL = {
    "network": {"name": "erdos-renyi", "family": "erdos-renyi"}
    | {"agents": 12, "edge_probability": 0.4},
    "horizon": 60,
    "replicates": {"default": 3},
    "checkpoints": 6,
}
TINY = {
    "private": SMALL,
    "byzantine": SMALL,
    "message_life": SMALL,
    "byzantine_message_life": SMALL,
    "trimming": SMALL,
    "fractions": SMALL,
    "privacy_sweep": {**SMALL, "epsilons": [0.1, 1], "exponents": [1.1, 1.4]},
    "contamination_sweep": SMALL,
    "private_and_robust": SMALL,
    "readings": SMALL,
    "privacy": {"epsilons": [0.1, 1], "exponents": [1.1], "horizons": [20]},
    "graphs": SMALL,
    "scaling": {**SMALL, "agents": [6, 12], "horizons": [30, 60]},
    "lasting_noise": {"horizons": [50, 100], "exponents": [1.1, 1.4], "replicates": 3},
    "saturated_reports": {"agents": 5, "horizons": [50, 100], "replicates": 3},
}


@pytest.fixture(scope="session")
def quick_config():
    """Return the quick configuration."""
    return configuration.load("cooperative", scale="quick")


@pytest.fixture(scope="session")
def tiny_config():
    """Return the quick configuration with everything made smaller."""
    return configuration.load("cooperative", scale="quick", overrides=TINY)


@pytest.fixture(scope="session")
def tiny_results(tiny_config):
    """Return every data set of the tiny configuration, simulated without the workflow."""
    found = {}
    for experiment in EXPERIMENTS:
        frames = []
        for cell in experiment.cells(tiny_config):
            columns = cell.simulate(0, cell.replicates, root_seed=tiny_config.root_seed)
            frames.append(pd.DataFrame(dict(columns)).assign(**cell.settings))
        frame = pd.concat(frames, ignore_index=True)
        names = [column.name for column in experiment.columns]
        numbers = [column.name for column in experiment.settings if column.type != "text"]
        found[experiment.name] = frame[names].astype(dict.fromkeys(numbers, float))
    return found
