"""From runs to what figures and tables show: means with their intervals, in long form.

A series is a mean over runs at one or more places x, with bands that say what they are. The stream
behind a band is named by what the runs are of, so a figure and a table show the same interval.
Pandas is loaded when rows are made, not while a workflow is planned.
"""

import math
from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from bandit_replications.seeding import Key, generator
from bandit_replications.statistics import Floats, mean_interval, predictive_mean_band

if TYPE_CHECKING:
    import pandas as pd

CONFIDENCE = 0.95
MEAN = "95% interval of the mean"
BOUND = "bound"

COLUMNS = ("panel", "series", "x", "estimate", "low", "high", "n", "band")


def new_mean(runs: int) -> str:
    """Return the name of the band in which a mean over so many new runs falls."""
    return f"95% band of a mean over {runs} runs"


def series(
    values: ArrayLike,
    x: ArrayLike,
    *,
    key: Sequence[Key],
    panel: str = "",
    name: str,
    new_runs: int | None = None,
) -> "pd.DataFrame":
    """Return the mean of runs at each place with its interval, and with the band of a new mean.

    Parameters
    ----------
    values : array, shape (runs, places) or (runs,)
    x : array, shape (places,), or one place
    key : sequence of str, number or None
        What the runs are of: names the stream of the bootstrap.
    panel, name : str
        Go into the columns `panel` and `series`.
    new_runs : int, optional
        Also give the band in which a mean over so many new runs falls.

    Returns
    -------
    DataFrame
        Columns `COLUMNS`; `band` says which band `low` and `high` are.

    """
    table = np.asarray(values, dtype=np.float64)
    table = table[:, None] if table.ndim == 1 else table
    bands = {
        MEAN: mean_interval(
            table, confidence=CONFIDENCE, generator=generator(0, "intervals", MEAN, *key)
        )
    }
    if new_runs is not None:
        band = new_mean(new_runs)
        bands[band] = predictive_mean_band(
            table,
            runs=new_runs,
            confidence=CONFIDENCE,
            generator=generator(0, "intervals", band, *key),
        )
    return concat(
        rows(
            panel=panel,
            name=name,
            x=x,
            estimate=table.mean(axis=0),
            low=low,
            high=high,
            n=len(table),
            band=band,
        )
        for band, (low, high) in bands.items()
    )


def rows(
    *,
    name: str,
    x: ArrayLike,
    estimate: ArrayLike,
    band: str,
    panel: str = "",
    low: ArrayLike = np.nan,
    high: ArrayLike = np.nan,
    n: int | None = None,
) -> "pd.DataFrame":
    """Return one series of one band as rows with the columns `COLUMNS`."""
    import pandas as pd  # noqa: PLC0415

    places = np.atleast_1d(np.asarray(x, dtype=np.float64))
    frame = pd.DataFrame({"panel": panel, "series": name, "x": places, "estimate": estimate})
    return frame.assign(low=low, high=high, n=pd.array([n] * len(frame), dtype="Int64"), band=band)


def concat(parts: Iterable["pd.DataFrame"]) -> "pd.DataFrame":
    """Return parts with the columns `COLUMNS` as one frame."""
    import pandas as pd  # noqa: PLC0415

    return pd.concat(list(parts), ignore_index=True)[list(COLUMNS)]


def whole_runs(frame: "pd.DataFrame") -> tuple[Floats, Floats]:
    """Return the curves of the runs that were kept whole.

    Parameters
    ----------
    frame : DataFrame
        Rows of one cell with the columns `replicate`, `round`, `regret`; some runs have all
        checkpoints and the others the last one only.

    Returns
    -------
    curves : float64 array, shape (runs, checkpoints)
    rounds : float64 array, shape (checkpoints,)

    """
    table = frame.pivot(index="replicate", columns="round", values="regret").dropna()
    return table.to_numpy(dtype=np.float64), table.columns.to_numpy(dtype=np.float64)


def final(frame: "pd.DataFrame") -> "pd.DataFrame":
    """Return the rows of the last round."""
    return frame[frame["round"] == frame["round"].max()]


def groups(
    frame: "pd.DataFrame", *columns: str
) -> "Iterator[tuple[tuple[Any, ...], pd.DataFrame]]":
    """Yield (values, rows) for each combination of values in order of appearance, None for null."""
    by: list[Hashable] = list(columns)
    for values, part in frame.groupby(by, sort=False, dropna=False):
        yield tuple(plain(value) for value in values), part


def plain(value: Any) -> Any:
    """Return a cell of a frame as plain Python: None for null."""
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return None
    return value.item() if isinstance(value, np.generic) else value
