"""Means of runs with their intervals, as rows of figures and tables.

The stream behind an interval is named by what the runs are of, so a figure and a table show the
same one.
"""

import math
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from bandit_replications.bandits.streams import Key, generator
from bandit_replications.inference.intervals import mean_interval, predictive_mean_band
from bandit_replications.inference.resampling import Floats

Results = Mapping[str, pd.DataFrame]  # a run's data sets by experiment

CONFIDENCE = 0.95
MEAN = "95% interval of the mean"
NEW_MEAN = "95% band of a mean over"
BOUND = "bound"

# What a figure shows, in long form; `band` says what `low` and `high` are.
COLUMNS = ("panel", "series", "x", "estimate", "low", "high", "n", "band")


def new_mean(runs: int) -> str:
    """Return the name of the band of a mean over so many new runs."""
    return f"{NEW_MEAN} {runs} new runs"


def bands(
    values: ArrayLike, *, key: Sequence[Key], new_runs: int | None = None
) -> dict[str, tuple[Floats, Floats]]:
    """Return the interval of the mean, and the band of a mean over new runs if asked for.

    Parameters
    ----------
    values : array, shape (runs,) or (runs, places)
    key : sequence of str, number or None
        What the runs are of: names the stream of the bootstrap.
    new_runs : int, optional
        Runs of the new mean.

    Returns
    -------
    dict
        Name of the band -> (low, high), each of shape () or (places,).

    """
    stream = generator(0, "intervals", MEAN, *key)
    found = {MEAN: mean_interval(values, confidence=CONFIDENCE, generator=stream)}
    if new_runs is not None:
        name = new_mean(new_runs)
        stream = generator(0, "intervals", name, *key)
        found[name] = predictive_mean_band(
            values, runs=new_runs, confidence=CONFIDENCE, generator=stream
        )
    return found


def final_means(
    frame: pd.DataFrame, experiment: str, *columns: str, new_runs: int | None = None
) -> pd.DataFrame:
    """Return the mean final regret of each cell of a data set with its intervals, see `means`."""
    return means(frame, *columns, key=(experiment, "final"), new_runs=new_runs)


def means(
    frame: pd.DataFrame,
    *columns: str,
    key: Sequence[Key],
    value: str = "regret",
    new_runs: int | None = None,
) -> pd.DataFrame:
    """Return the mean of a column in each cell with its intervals, one row for each band.

    Parameters
    ----------
    frame : DataFrame
        Rows of a data set; if it has `round`, the last one of each cell counts.
    *columns : str
        Setting columns that tell the cells apart.
    key : sequence of str, number or None
        What the runs are of; with the columns' values it names the stream of the bootstrap.
    value : str
        The column that is averaged.
    new_runs : int, optional
        Also give the band in which a mean over so many new runs falls.

    Returns
    -------
    DataFrame
        The columns, then estimate, low, high, n, band; cells in order of appearance.

    """
    records = []
    for values, cell in groups(frame, *columns):
        runs = final(cell)[value].to_numpy(dtype=np.float64)
        found = bands(runs, key=(*key, *values), new_runs=new_runs)
        records += [
            {
                **dict(zip(columns, values, strict=True)),
                "estimate": runs.mean(),
                "low": float(low),
                "high": float(high),
                "n": runs.size,
                "band": band,
            }
            for band, (low, high) in found.items()
        ]
    return pd.DataFrame(records)


def mean_rows(
    means: pd.DataFrame,
    *,
    series: Any,
    x: Any = np.nan,
    panel: Any = "",
    estimate: str = "estimate",
    band: str | None = None,
) -> pd.DataFrame:
    """Return rows with the columns `COLUMNS` from means, or ratios, with their intervals.

    `series`, `x` and `panel` are columns or single values; `band` names the interval where the
    means have no such column.
    """
    return rows(
        panel=panel,
        series=series,
        x=np.broadcast_to(x, len(means)),
        estimate=means[estimate],
        low=means["low"],
        high=means["high"],
        n=means["n"],
        band=means["band"] if band is None else band,
    )


def curve_rows(
    frame: pd.DataFrame,
    *columns: str,
    key: Sequence[Key],
    panel: str = "",
    new_runs: int | None = None,
) -> pd.DataFrame:
    """Return the mean curve of each cell with its bands, as rows with the columns `COLUMNS`.

    The first of the columns that tell the cells apart names the series; the others are as in
    `means`.
    """
    parts = []
    for values, cell in groups(frame, *columns):
        curves, rounds = whole_runs(cell)
        found = bands(curves, key=(*key, *values), new_runs=new_runs)
        parts += [
            rows(
                panel=panel,
                series=values[0],
                x=rounds,
                estimate=curves.mean(axis=0),
                low=low,
                high=high,
                n=len(curves),
                band=band,
            )
            for band, (low, high) in found.items()
        ]
    return concat(parts)


def rows(
    *,
    series: Any,
    x: Any,
    estimate: Any,
    band: Any,
    panel: Any = "",
    low: Any = np.nan,
    high: Any = np.nan,
    n: Any = None,
) -> pd.DataFrame:
    """Return rows with the columns `COLUMNS`, from columns or from single values for all rows.

    Columns go together by position, whatever index they bring along.
    """
    places = np.atleast_1d(np.asarray(x, dtype=np.float64))
    columns = {"panel": panel, "series": series, "x": places, "estimate": estimate}
    columns |= {"low": low, "high": high, "n": n, "band": band}
    bare = {name: getattr(values, "array", values) for name, values in columns.items()}
    return pd.DataFrame(bare).astype({"n": "Int64"})


def concat(parts: Iterable[pd.DataFrame]) -> pd.DataFrame:
    """Return parts with the columns `COLUMNS` as one frame."""
    return pd.concat(list(parts), ignore_index=True)[list(COLUMNS)]


def whole_runs(frame: pd.DataFrame) -> tuple[Floats, Floats]:
    """Return the curves of the runs that have all checkpoints.

    Parameters
    ----------
    frame : DataFrame
        Rows of one cell with the columns `replicate`, `round`, `regret`.

    Returns
    -------
    curves : float64 array, shape (runs, checkpoints)
    rounds : float64 array, shape (checkpoints,)

    """
    table = frame.pivot(index="replicate", columns="round", values="regret").dropna()
    return table.to_numpy(dtype=np.float64), table.columns.to_numpy(dtype=np.float64)


def final(frame: pd.DataFrame) -> pd.DataFrame:
    """Return the rows of the last round, or all if there are no rounds."""
    return frame[frame["round"] == frame["round"].max()] if "round" in frame else frame


def groups(frame: pd.DataFrame, *columns: str) -> "Iterator[tuple[tuple[Any, ...], pd.DataFrame]]":
    """Yield (values, rows) for each combination of values in order of appearance, None for null."""
    by: list[Hashable] = list(columns)
    for values, part in frame.groupby(by, sort=False, dropna=False):
        yield tuple(plain(value) for value in values), part


def plain(value: Any) -> Any:
    """Return a cell of a frame as plain Python: None for null."""
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return None
    return value.item() if isinstance(value, np.generic) else value
