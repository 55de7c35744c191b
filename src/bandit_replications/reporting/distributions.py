"""Distributions over runs: empirical distribution functions, and boxes with the mean marked.

Functions that draw load seaborn when called; the others return rows of the figure's CSV.
"""

import math
from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from numpy.typing import ArrayLike

from bandit_replications.bandits.streams import Key
from bandit_replications.inference import summaries
from bandit_replications.reporting import plotting
from bandit_replications.reporting.styles import LineStyle

LAW = "95% band of the law"
RUNS = "share of runs up to x"

MEAN_MARK: Mapping[str, Any] = {"marker": "D", "color": "black", "markerfacecolor": "white"}


def law_rows(runs: Mapping[str, ArrayLike], *, panel: str = "") -> pd.DataFrame:
    """Return the empirical distribution functions with the band of Dvoretzky, Kiefer, Wolfowitz.

    Massart's constant: sup |F_n - F| exceeds sqrt(ln(2/0.05) / (2n)) with probability <= 5%.

    Parameters
    ----------
    runs : mapping
        Series -> one value for each run, such as its final regret.
    panel : str

    Returns
    -------
    DataFrame
        Rows with the columns `summaries.COLUMNS`.

    """
    parts = []
    for name, values in runs.items():
        x, share, n = _law(values)
        width = math.sqrt(math.log(2 / (1 - summaries.CONFIDENCE)) / (2 * n))
        low, high = np.maximum(share - width, 0), np.minimum(share + width, 1)
        band = {"estimate": share, "low": low, "high": high, "n": n, "band": LAW}
        parts.append(summaries.rows(panel=panel, series=name, x=x, **band))
    return summaries.concat(parts)


def draw_law(
    axes: Axes, rows: pd.DataFrame, runs: Mapping[str, ArrayLike], styles: Mapping[str, LineStyle]
) -> None:
    """Draw the share of runs up to x as steps, with its band (`law_rows`), for each series."""
    import seaborn as sns  # noqa: PLC0415  takes seconds to load

    for name, style in styles.items():
        here = rows[rows["series"] == name]
        band = here["low"], here["high"]
        axes.fill_between(here["x"], *band, step="post", color=style.colour, alpha=0.2, linewidth=0)
        sns.ecdfplot(x=np.asarray(runs[name]), ax=axes, **{**style.line, "marker": ""})
    axes.set_ylabel("")


def run_rows(
    runs: Mapping[str, ArrayLike], *, key: tuple[Key, ...], panel: str = ""
) -> pd.DataFrame:
    """Return the share of runs up to each value (band `RUNS`), then the mean with its interval.

    The mean's rows have no x. `key` says what the runs are of; with the series it names the stream
    of the mean's bootstrap.
    """
    parts = []
    for name, values in runs.items():
        x, share, n = _law(values)
        parts.append(summaries.rows(panel=panel, series=name, x=x, estimate=share, n=n, band=RUNS))
        frame = pd.DataFrame({"series": name, "regret": np.asarray(values, dtype=np.float64)})
        mean = summaries.means(frame, "series", key=key)
        parts.append(summaries.mean_rows(mean, panel=panel, series=name))
    return summaries.concat(parts)


def draw_runs(
    axes: Axes, rows: pd.DataFrame, runs: Mapping[str, ArrayLike], styles: Mapping[str, LineStyle]
) -> None:
    """Draw each series as a line of nested quantile boxes, its outer runs, and the mean marked.

    The boxes are letter values (median, quarters, eighths, …; Hofmann, Wickham, Kafadar 2017); runs
    beyond the last box are points, so that a mean that few runs make is seen to be one.

    Parameters
    ----------
    axes : Axes
        Drawn on, a line for each series from the top down; x is the value. Set a logarithmic
        scale before.
    rows : DataFrame
        Those of `run_rows`.
    runs : mapping
        Series -> one value for each run, such as its final regret.
    styles : mapping
        LineStyle of each series, in the order of the lines.

    """
    import seaborn as sns  # noqa: PLC0415  takes seconds to load

    for height, (name, style) in enumerate(styles.items()):
        values = np.asarray(runs[name], dtype=np.float64)
        sns.boxenplot(
            x=values,
            y=np.full(values.size, height),
            orient="h",
            native_scale=True,
            color=style.colour,
            width=0.6,
            linewidth=0.6,
            line_kws={"linewidth": 1.0, "color": "0.2"},
            flier_kws={"s": 6, "linewidth": 0.5, "facecolor": style.colour},
            ax=axes,
        )
        mean = rows[(rows["series"] == name) & (rows["band"] == summaries.MEAN)]
        spread = np.abs(mean[["low", "high"]].to_numpy().T - values.mean())
        axes.errorbar(values.mean(), height, xerr=spread, elinewidth=1.4, **MEAN_MARK)
    axes.set_ylabel("")
    plotting.name_lines(axes, [style.label(name) for name, style in styles.items()])


def mean_key() -> Any:
    """Return the legend entry of the mark of `draw_runs`."""
    return plotting.mark_key("mean, 95% interval", "D", colour="black", fill="white")


def _law(values: ArrayLike) -> tuple[Any, Any, int]:
    """Return distinct values in order, the share of runs up to each, and the number of runs."""
    x, counts = np.unique(np.asarray(values, dtype=np.float64), return_counts=True)
    return x, np.cumsum(counts) / counts.sum(), int(counts.sum())
