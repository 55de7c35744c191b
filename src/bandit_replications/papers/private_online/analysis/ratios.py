"""Final regret over that under the main interpretation, with the horizon known, over a bound."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from bandit_replications.inference import summaries
from bandit_replications.inference.ratios import ratios_to_main

PAPER_RUNS = 15  # each of the paper's plots is a mean over so many runs
RESTARTS = ("algorithm", "restarts", "setting", "epsilon", "horizon")
PACKING = ("arms", "min_gap", "epsilon", "algorithm")
REPAIRS = ("doubled", "repaired", "first-pull-noised", "array-for-full-tree")  # in audits' cases
ROUNDING = 1e-6  # results keep nine decimals; a loss this close to the claim equals it


def interpretation_ratios(frame: pd.DataFrame) -> pd.DataFrame:
    """Return each interpretation's mean final regret over that of the main one."""
    columns = ("algorithm", "reading", "setting", "epsilon")
    return ratios_to_main(frame, *columns, key=("readings",), main={"reading": "main"})


def restart_ratios(frame: pd.DataFrame, *, first_horizons: Sequence[int]) -> pd.DataFrame:
    """Return the mean final regret of each algorithm over that of DP-SE with T known.

    The column `first_horizon` is null without restarts; the main first horizon stands first.
    """
    main = {"algorithm": "dp-se", "restarts": None}
    parts = []
    for first in first_horizons:
        here = with_first_horizon(frame, first)
        others = () if first == first_horizons[0] else (first,)
        found = ratios_to_main(here, *RESTARTS, key=("anytime", *others), main=main)
        restarted = found["restarts"].notna()
        column = pd.Series([first if one else None for one in restarted], dtype="Int64")
        found.insert(2, "first_horizon", column)
        parts.append(found[restarted] if others else found)
    return pd.concat(parts, ignore_index=True)


def with_first_horizon(frame: pd.DataFrame, first: int) -> pd.DataFrame:
    """Return the runs without restarts and those whose first horizon is this one."""
    return frame[frame["first_horizon"].isna() | (frame["first_horizon"] == first)]


def packing_means(frame: pd.DataFrame) -> pd.DataFrame:
    """Return mean regret and bound of each cell of the data set `lower-bound`."""
    bounds = frame.groupby(list(PACKING), sort=False)[["round", "bound"]].first().reset_index()
    means = summaries.final_means(frame, "lower-bound", *PACKING)
    return means.merge(bounds, on=list(PACKING), how="left")


def mends(frame: pd.DataFrame) -> "pd.Series[bool]":
    """Return whether a case is a repair, or Algorithm 1 with the noise of (3)."""
    return frame["case"].str.contains("|".join(REPAIRS))


def exceeds(loss: Any, claimed: Any) -> Any:
    """Return whether a privacy loss exceeds its claim by more than rounding."""
    return np.asarray(loss) > np.asarray(claimed) * (1 + ROUNDING)
