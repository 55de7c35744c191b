"""Regret at the worst gap over the group size, for each sub-algorithm, from `price`."""

from collections.abc import Mapping

import pandas as pd

from bandit_replications.inference import summaries
from bandit_replications.inference.resampling import Floats
from bandit_replications.papers.anonymous.parameters import Configuration

SLOPES: Mapping[str, float] = {"leave-one-out": 1.0, "regroup": 0.5}  # of Theorem 1 and of ours


def worst_regrets(
    frame: pd.DataFrame, config: Configuration, sub_algorithm: str
) -> dict[int, Floats]:
    """Return by C the final regrets at the gap of largest mean, over N sqrt(KT)."""
    section = config.price
    scale = section.users * (section.arms * section.horizon) ** 0.5
    here = frame[frame["sub_algorithm"] == sub_algorithm]
    here = here[here["round"] == section.horizon]
    found = {}
    for (size,), cells in summaries.groups(here, "group_size"):
        runs = [one["regret"].to_numpy() for _, one in summaries.groups(cells, "gap")]
        found[int(size)] = max(runs, key=lambda one: float(one.mean())) / scale
    return dict(sorted(found.items()))
