"""Tables as they are published: what a table is, and the one place where numbers are rounded."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pandas as pd

from bandit_replications.experiments.needs import Need

SIGNIFICANT = 4


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


def published(frame: pd.DataFrame, *, exact: tuple[str, ...] = ()) -> pd.DataFrame:
    """Return a table with its measured numbers rounded to four significant digits.

    Parameters
    ----------
    frame : DataFrame
    exact : tuple of str
        Columns of parameters, which stay as they are.

    """
    rounded = frame.copy()
    for column in frame.columns:
        if column not in exact and frame[column].dtype.kind == "f":
            rounded[column] = [significant(value) for value in frame[column]]
    return rounded.reset_index(drop=True)


def significant(value: float, digits: int = SIGNIFICANT) -> float:
    """Return a number rounded to so many significant digits; whole numbers keep all of theirs."""
    if not np.isfinite(value) or value == 0:
        return float(value)
    decimals = digits - 1 - int(np.floor(np.log10(abs(value))))
    return float(round(value, max(decimals, 0)))
