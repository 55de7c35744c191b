"""Published tables: their specification, and the one place for rounding."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pandas as pd

from bandit_replications.experiments.needs import Need
from bandit_replications.inference import summaries

SIGNIFICANT = 4

# Means and ratios with their intervals, as the columns of every table name them.
MEASURED = {"n": "runs", "estimate": "mean", "low": "mean_low", "high": "mean_high"}
RATIOS = {"n": "runs", "low": "ratio_low", "high": "ratio_high"}
QUANTILES = {"least": 0, "lower_quartile": 0.25, "median": 0.5, "upper_quartile": 0.75, "most": 1}


@dataclass(frozen=True, kw_only=True)
class TableSpec:
    """A table about a paper.

    Attributes
    ----------
    id : str
        File name without ending, such as table-final-regret.
    title : str
    source : str
        Place in the paper, or what it belongs to.
    needs : callable
        configuration -> tuple of Need; raises NotApplicable if the run lacks what it shows.
    build : callable
        (results by experiment, configuration) -> DataFrame as published.

    """

    id: str
    title: str
    source: str
    needs: Callable[[Any], tuple[Need, ...]] = field(repr=False)
    build: Callable[[Mapping[str, pd.DataFrame], Any], pd.DataFrame] = field(repr=False)


def published(
    frame: pd.DataFrame, *, exact: tuple[str, ...] = (), first: tuple[str, ...] = ()
) -> pd.DataFrame:
    """Return a table with its measured numbers rounded to four significant digits.

    Parameters
    ----------
    frame : DataFrame
    exact : tuple of str
        Columns of parameters, which stay as they are.
    first : tuple of str
        Columns that stand before the others.

    """
    rounded = frame[[*first, *frame.columns.drop(list(first))]].copy()
    for column in frame.columns:
        if column not in exact and frame[column].dtype.kind == "f":
            rounded[column] = [significant(value) for value in frame[column]]
    return rounded.reset_index(drop=True)


def measured(means: pd.DataFrame) -> pd.DataFrame:
    """Return means with their intervals (`summaries.means`) as the columns of a table."""
    return means.drop(columns="band").rename(columns=MEASURED).reset_index(drop=True)


def ratios(found: pd.DataFrame) -> pd.DataFrame:
    """Return ratios with their intervals (`ratios_to_main`) as the columns of a table."""
    return found.drop(columns="main").rename(columns=RATIOS)


def final_regrets(
    frame: pd.DataFrame, experiment: str, *columns: str, new_runs: int
) -> pd.DataFrame:
    """Return the law of the final regret of each cell: mean, intervals and quantiles.

    `new_mean_low` and `new_mean_high` bound a mean over so many new runs with 95%. The stream's key
    is that of `summaries.final_means`, so that figures show the same intervals.
    """
    found = summaries.final_means(frame, experiment, *columns, new_runs=new_runs)
    is_mean = found["band"] == summaries.MEAN
    new = found[~is_mean].reset_index(drop=True)
    law = [
        np.quantile(summaries.final(cell)["regret"], list(QUANTILES.values()))
        for _, cell in summaries.groups(frame, *columns)
    ]
    return measured(found[is_mean]).assign(
        new_mean_low=new["low"],
        new_mean_high=new["high"],
        **dict(zip(QUANTILES, np.transpose(law), strict=True)),
    )


def significant(value: float, digits: int = SIGNIFICANT) -> float:
    """Return a number rounded to so many significant digits; whole numbers keep all of theirs."""
    if not np.isfinite(value) or value == 0:
        return float(value)
    decimals = digits - 1 - int(np.floor(np.log10(abs(value))))
    return float(round(value, max(decimals, 0)))
