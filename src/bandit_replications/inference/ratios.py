"""Ratios of means to those under the main interpretation, or of the main algorithm."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from bandit_replications.bandits.streams import Key, generator
from bandit_replications.inference import summaries
from bandit_replications.inference.intervals import paired_ratio_interval, ratio_interval
from bandit_replications.inference.resampling import Floats

RATIO = "95% interval of the ratio"


def ratios_to_main(
    frame: pd.DataFrame,
    *columns: str,
    key: Sequence[Key],
    main: Mapping[str, Any] | Callable[..., tuple[Any, ...]],
    value: str = "regret",
    shared: bool | Callable[..., bool] = False,
) -> pd.DataFrame:
    """Return the mean of each cell over that of its main cell, with the interval of the ratio.

    Parameters
    ----------
    frame : DataFrame
        Rows of a data set with `replicate`; if it has `round`, the last one of each cell counts.
    *columns : str
        Setting columns that tell the cells apart.
    key : sequence of str, number or None
        What the runs are of; with the columns' values it names the stream of the bootstrap.
    main : mapping or callable
        Columns and the values that they have in the main cells, such as {"reading": "main"}; or a
        function from a cell's values to those of its main cell.
    value : str
        The column that is averaged.
    shared : bool or callable
        Whether replicate i of two cells has the same instance, so that runs are resampled in pairs;
        or a function of a cell's values.

    Returns
    -------
    DataFrame
        The columns (null where one does not apply), then n, mean, main (the main cell's mean),
        ratio, low, high, in order of appearance; without the main cells, and without those of
        which a mean is not positive or the main cell is missing.

    """
    runs = {
        cell: summaries.final(rows).set_index("replicate")[value].astype(np.float64).sort_index()
        for cell, rows in summaries.groups(frame, *columns)
    }
    records = []
    for cell, sample in runs.items():
        own = dict(zip(columns, cell, strict=True))
        base = runs.get(main(*cell) if callable(main) else tuple((own | dict(main)).values()))
        if base is None or base is sample or min(sample.mean(), base.mean()) <= 0:
            continue
        paired = shared(*cell) if callable(shared) else shared
        interval = paired_ratio_interval if paired else ratio_interval
        low, high = interval(
            *partners_first(sample, base),
            confidence=summaries.CONFIDENCE,
            generator=generator(0, "intervals", *key, *cell),
        )
        records.append(
            {
                **{name: np.nan if one is None else one for name, one in own.items()},
                "n": sample.size,
                "mean": sample.to_numpy().mean(),
                "main": base.to_numpy().mean(),
                "ratio": sample.to_numpy().mean() / base.to_numpy().mean(),
                "low": low,
                "high": high,
            }
        )
    return pd.DataFrame(records)


def partners_first(a: "pd.Series[float]", b: "pd.Series[float]") -> tuple[Floats, Floats]:
    """Return the values of two samples, the replicates that both have first, in the same order."""
    both = a.index.intersection(b.index)
    first, second = (
        np.asarray(one.loc[[*both, *one.index.difference(both)]], np.float64) for one in (a, b)
    )
    return first, second
