"""Hand-made data sets: every cell of the quick configuration, with means as printed and noise."""

import functools
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest

from bandit_replications.configuration import validation as configuration
from bandit_replications.papers.distributed.analysis.growth import ENTRIES, GAPS, WIDTHS
from bandit_replications.papers.distributed.experiments import EXPERIMENTS
from support.claims import finding_of, row_of

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


def rows_of(config, name, columns):
    """Return the rows `columns(noise, settings)` of every cell, noise of shape (3, runs)."""
    experiment = next(one for one in EXPERIMENTS if one.name == name)
    parts = []
    for number, cell in enumerate(experiment.cells(config)):
        noise = np.random.default_rng(number).normal(1, 0.02, (3, RUNS))
        parts.append(pd.DataFrame({**columns(noise, cell.settings), **cell.settings}))
    return pd.concat(parts, ignore_index=True)


def table_one(config, table, change=lambda settings, quantity: 1.0):
    """Return one half of Table 1 with means as printed times `change`."""

    def columns(noise, settings):
        part = {"replicate": np.arange(RUNS), "round": settings["horizon"], "phases": 5}
        for row, quantity in enumerate(("regret", "communication")):
            mean = change(settings, quantity) * mean_of(table, settings, quantity)
            part[quantity] = mean * noise[row]
        return part

    return rows_of(config, table, columns)


def gaps(config, table, change=lambda settings: 1.0):
    """Return regret at three gaps, the middle one with the printed expression times `change`."""
    shares = np.repeat([0.3, 1.0, 0.2], RUNS)

    def columns(noise, settings):
        # over the arms and unit vectors regret is divided by the share of wrong options
        mean = change(settings) * mean_of(table, settings, "regret")
        if table == "table-1-linear":
            mean *= 1 - 1 / settings["dimension"]
        return {
            "replicate": np.tile(np.arange(RUNS), 3),
            "gap": np.repeat([1.0, 0.1, 0.01], RUNS),
            "regret": mean * shares * noise.ravel(),
            "communication": 0,
        }

    return rows_of(config, GAPS[table], columns)


@pytest.fixture(scope="session")
def quick():
    return configuration.load("distributed", scale="quick")


@pytest.fixture(scope="session")
def made(quick):
    """Return hand-made data sets of the quick configuration."""
    return {table: table_one(quick, table) for table in WIDTHS} | {
        GAPS[table]: gaps(quick, table) for table in WIDTHS
    }


@pytest.fixture(scope="session")
def making():
    """Return the functions that make data sets, for data that are changed."""
    return SimpleNamespace(table_one=table_one, gaps=gaps)


@pytest.fixture
def finding():
    """Return the function that examines a claim by its id."""
    return functools.partial(finding_of, "distributed")


@pytest.fixture
def verdict():
    """Return the function that judges a claim by its id."""
    return lambda claim_id, results, config=None: (
        row_of("distributed", claim_id, results, config).verdict
    )
