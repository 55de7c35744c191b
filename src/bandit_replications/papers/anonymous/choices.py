"""Hyper-parameters chosen by validation: the least mean regret over the grid of `tuning`."""

from typing import Any

import pandas as pd

KEYS = ["algorithm", "decomposition", "instance", "reading"]
TUNED = {
    "batched-elimination": ("gamma", "batches", "approximation"),
    "explore-then-commit": ("exploration_constant",),
    "ucb": ("exploration_constant",),
}


def chosen(tuning: pd.DataFrame) -> list[dict[str, Any]]:
    """Return, for each algorithm, decomposition, instance and reading, the values that won.

    Parameters
    ----------
    tuning : pandas.DataFrame
        Rows of the data set `tuning`.

    Returns
    -------
    list of dict
        The four keys, `options` with the values of the least mean final regret (of equal ones the
        first of the grid), and that `regret`.

    """
    final = tuning[tuning["round"] == tuning["round"].max()]
    found = []
    for keys, rows in final.groupby(KEYS, dropna=False, sort=True):
        names = list(TUNED[str(keys[0])])
        means = rows.groupby(names, sort=False)["regret"].mean()
        best = means.idxmin()
        values = best if isinstance(best, tuple) else (best,)
        options = {
            name: int(value) if name == "batches" else float(value)
            for name, value in zip(names, values, strict=True)
        }
        decomposition = None if pd.isna(keys[1]) else keys[1]
        found.append(
            {
                "algorithm": keys[0],
                "decomposition": decomposition,
                "instance": keys[2],
                "reading": keys[3],
                "options": options,
                "regret": float(means.min()),
            }
        )
    return found
