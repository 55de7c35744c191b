"""Greedy against explore-then-commit under every product of interpretations (Figures 1, 2)."""

import pandas as pd

from bandit_replications.bandits.arrays import Floats
from bandit_replications.configuration.sections import MAIN
from bandit_replications.experiments.needs import Need
from bandit_replications.inference import summaries
from bandit_replications.papers.anonymous.analysis.series import (
    COMMIT,
    GREEDY,
    GREEDY_WORDS,
    instance_of,
    regret_needs,
    series_of,
    with_series,
)
from bandit_replications.papers.anonymous.parameters import Configuration
from bandit_replications.runtime.errors import NotApplicable

GREEDIES = (GREEDY, *GREEDY_WORDS.values())


def contrast_needs(config: Configuration) -> tuple[Need, ...]:
    """Return the data compared: the greedy decompositions in all products of interpretations.

    Raises
    ------
    NotApplicable
        If the run has no products, or lacks a greedy decomposition.

    """
    if config.regret.products is None or not {COMMIT, *GREEDIES} <= set(series_of(config)):
        raise NotApplicable("compares products of interpretations; the run has not all of them")
    places = [instance_of(config, number) for number in (1, 2)]
    return regret_needs(config, (COMMIT, *GREEDIES), places, readings=products_of(config))


def final_regrets(
    frame: pd.DataFrame, config: Configuration
) -> dict[tuple[str, str], tuple[tuple[Floats, Floats], ...]]:
    """Return final regrets of greedy and of explore-then-commit, on uniform and linear means.

    By greedy's words and product; explore-then-commit is in its main interpretation.
    """
    final = with_series(frame[frame["round"] == config.regret.horizon])
    columns = ("series", "reading", "instance")
    runs = {key: rows["regret"].to_numpy() for key, rows in summaries.groups(final, *columns)}
    places = [instance_of(config, number) for number in (1, 2)]
    return {
        (series, reading): tuple(
            (runs[series, reading, place], runs[COMMIT, MAIN, place]) for place in places
        )
        for series in GREEDIES
        for reading in products_of(config)
    }


def products_of(config: Configuration) -> list[str]:
    """Return the main interpretation and every product."""
    products = config.regret.products
    return [MAIN, *(one.reading for one in products.variants())] if products else [MAIN]
