"""Hand-made data sets: every cell of a configuration, with means that follow given laws."""

from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest

from bandit_replications.configuration import validation as configuration
from bandit_replications.papers.distributed.experiments import EXPERIMENTS
from bandit_replications.papers.distributed.theory.growth import ENTRIES, WIDTHS

RUNS = 24


def mean_of(table, settings, quantity):
    """Return the printed expression at a cell's size: exactly Table 1, and 0 where it has none."""
    entry = ENTRIES.get((table, settings["algorithm"], quantity))
    size = settings["agents"], settings[WIDTHS[table]], settings["horizon"]
    if entry is None:
        return 0.0
    # pulling all arms in turn costs 1 - 1/K gaps a step, by which regret over the arms is divided
    wrong = 1 - 1 / size[1] if table == "table-1-arms" and quantity == "regret" else 1.0
    return 3 * wrong * entry.value(*size)


def table_one(config, table, change=lambda settings, quantity: 1.0):
    """Return one half of Table 1 with means as printed times `change`, and a little noise."""
    experiment = next(one for one in EXPERIMENTS if one.name == table)
    parts = []
    for number, cell in enumerate(experiment.cells(config)):
        noise = np.random.default_rng(number).normal(1, 0.02, (2, RUNS))
        settings = cell.settings
        part = {"replicate": np.arange(RUNS), "round": settings["horizon"], "phases": 5}
        for row, quantity in enumerate(("regret", "communication")):
            mean = change(settings, quantity) * mean_of(table, settings, quantity)
            part[quantity] = mean * noise[row]
        parts.append(pd.DataFrame(part).assign(**settings))
    return pd.concat(parts, ignore_index=True)


def messages(config):
    """Return a few messages of each traced protocol."""
    experiment = next(one for one in EXPERIMENTS if one.name == "messages")
    parts = []
    for cell in experiment.cells(config):
        part = {
            "replicate": 0,
            "round": [0, 10, 10, 200],
            "purpose": ["counts", "counts", "best-arm", "arms"],
            "sender": ["agents", "server", "agents", "server"],
            "numbers": [16, 16, 32, 3],
        }
        parts.append(pd.DataFrame(part).assign(**cell.settings))
    return pd.concat(parts, ignore_index=True)


def variants(config, ratio=2.0):
    """Return the readings, each other one with `ratio` times the regret of the main one."""
    experiment = next(one for one in EXPERIMENTS if one.name == "variants")
    parts = []
    for cell in experiment.cells(config):
        factor = 1.0 if cell.settings["variant"] == "main" else ratio
        spread = 1 + 0.01 * np.arange(RUNS)
        part = {
            "replicate": np.arange(RUNS),
            "round": cell.settings["horizon"],
            "regret": 100 * factor * spread,
            "communication": 50 * spread,
            "phases": 4,
        }
        parts.append(pd.DataFrame(part).assign(**cell.settings))
    return pd.concat(parts, ignore_index=True)


def lower_bound(config):
    """Return regrets that fall with the budget, above a bound that ends at some budget."""
    experiment = next(one for one in EXPERIMENTS if one.name == "lower-bound")
    parts = []
    for cell in experiment.cells(config):
        budget = cell.settings["budget"]
        part = {
            "replicate": np.arange(RUNS),
            "regret": 1e4 / (1 + budget / 100) + np.arange(RUNS),
            "communication": budget,
            "bound": 100.0 if budget < 500 else 0.0,
        }
        parts.append(pd.DataFrame(part).assign(**cell.settings))
    return pd.concat(parts, ignore_index=True)


def everything(config):
    """Return all data sets of a configuration."""
    return {
        "table-1-arms": table_one(config, "table-1-arms"),
        "table-1-linear": table_one(config, "table-1-linear"),
        "messages": messages(config),
        "variants": variants(config),
        "lower-bound": lower_bound(config),
    }


VARIANT = {"variant": "other", "algorithm": "demab", "options": {}}


@pytest.fixture(scope="session")
def quick():
    """Return the quick configuration, with one variant at least."""
    return configuration.load("distributed", scale="quick")


@pytest.fixture(scope="session")
def made(quick):
    """Return hand-made data sets of the quick configuration."""
    return everything(quick)


@pytest.fixture(scope="session")
def making():
    """Return the functions that make data sets, for data that are changed."""
    return SimpleNamespace(table_one=table_one, variants=variants, lower_bound=lower_bound)
