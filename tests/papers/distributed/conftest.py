"""Hand-made data sets: every cell of a configuration, with means that follow given laws."""

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
    """Return the rows `columns(number, settings)` of every cell of an experiment."""
    experiment = next(one for one in EXPERIMENTS if one.name == name)
    parts = [
        pd.DataFrame({**columns(number, cell.settings), **cell.settings})
        for number, cell in enumerate(experiment.cells(config))
    ]
    return pd.concat(parts, ignore_index=True)


def table_one(config, table, change=lambda settings, quantity: 1.0):
    """Return one half of Table 1 with means as printed times `change`, and a little noise."""

    def columns(number, settings):
        noise = np.random.default_rng(number).normal(1, 0.02, (2, RUNS))
        part = {"replicate": np.arange(RUNS), "round": settings["horizon"], "phases": 5}
        for row, quantity in enumerate(("regret", "communication")):
            mean = change(settings, quantity) * mean_of(table, settings, quantity)
            part[quantity] = mean * noise[row]
        return part

    return rows_of(config, table, columns)


def gaps(config, table, change=lambda settings: 1.0):
    """Return regret at three gaps, the middle one with the printed expression times `change`."""
    shares = np.repeat([0.3, 1.0, 0.2], RUNS)

    def columns(number, settings):
        noise = np.random.default_rng(number).normal(1, 0.02, 3 * RUNS)
        width = settings["arms" if table == "table-1-arms" else "dimension"]
        # over the arms and unit vectors regret is divided by what is wrong in turn
        mean = change(settings) * mean_of(table, settings, "regret")
        if table == "table-1-linear":
            mean *= 1 - 1 / width
        return {
            "replicate": np.tile(np.arange(RUNS), 3),
            "gap": np.repeat([1.0, 0.1, 0.01], RUNS),
            "regret": mean * shares * noise,
            "communication": 0,
        }

    return rows_of(config, GAPS[table], columns)


def moved_arms(config, power=0.0):
    """Return numbers that move arms, growing like a power of K."""
    spread = 1 + 0.01 * np.arange(RUNS)
    return rows_of(
        config,
        "moved-arms",
        lambda number, settings: {
            "replicate": np.arange(RUNS),
            "round": settings["horizon"],
            "regret": 100 * spread,
            "communication": 500,
            "phases": 4,
            "moved": 10 * settings["arms"] ** power * spread,
        },
    )


def variants(config, ratio=2.0):
    """Return the readings, each other one with `ratio` times the regret of the main one."""
    spread = 1 + 0.01 * np.arange(RUNS)
    return rows_of(
        config,
        "variants",
        lambda number, settings: {
            "replicate": np.arange(RUNS),
            "round": settings["horizon"],
            "regret": 100 * (1.0 if settings["variant"] == "main" else ratio) * spread,
            "communication": 50 * spread,
            "phases": 4,
        },
    )


@pytest.fixture(scope="session")
def quick():
    """Return the quick configuration, with one variant at least."""
    return configuration.load("distributed", scale="quick")


@pytest.fixture(scope="session")
def made(quick):
    """Return hand-made data sets of the quick configuration."""
    return {
        "table-1-arms": table_one(quick, "table-1-arms"),
        "table-1-linear": table_one(quick, "table-1-linear"),
        "gaps-arms": gaps(quick, "table-1-arms"),
        "gaps-linear": gaps(quick, "table-1-linear"),
        "moved-arms": moved_arms(quick),
    }


@pytest.fixture(scope="session")
def making():
    """Return the functions that make data sets, for data that are changed."""
    return SimpleNamespace(table_one=table_one, variants=variants, gaps=gaps, moved_arms=moved_arms)


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
