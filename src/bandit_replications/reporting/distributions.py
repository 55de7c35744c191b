"""Distributions over runs: empirical distribution functions, and boxes with the mean marked.

Each function loads seaborn when called and returns the rows of the figure's CSV.
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
from bandit_replications.reporting.looks import Look

LAW = "95% band of the law"
RUNS = "share of runs up to x"

MEAN_MARK: Mapping[str, Any] = {"marker": "D", "color": "black", "markerfacecolor": "white"}


def draw_law(
    axes: Axes, runs: Mapping[str, ArrayLike], looks: Mapping[str, Look], *, panel: str = ""
) -> pd.DataFrame:
    """Draw the share of runs up to x as steps, with its band, for each series.

    Parameters
    ----------
    axes : Axes
        Drawn on.
    runs : mapping
        Series -> one value for each run, such as its final regret.
    looks : mapping
        Look of each series, in the order of drawing.
    panel : str
        Panel's name in the rows.

    Returns
    -------
    DataFrame
        Rows with the columns `summaries.COLUMNS`, of `law_rows`.

    """
    import seaborn as sns  # noqa: PLC0415  takes seconds to load

    parts = []
    for name, look in looks.items():
        rows = law_rows(runs[name], series=name, panel=panel)
        parts.append(rows)
        band = rows["low"], rows["high"]
        axes.fill_between(rows["x"], *band, step="post", color=look.colour, alpha=0.2, linewidth=0)
        sns.ecdfplot(x=np.asarray(runs[name]), ax=axes, **{**look.line, "marker": ""})
    return summaries.concat(parts)


def law_rows(values: ArrayLike, *, series: str, panel: str = "") -> pd.DataFrame:
    """Return the empirical distribution function with the band of Dvoretzky, Kiefer, Wolfowitz.

    Massart's constant: sup |F_n - F| exceeds sqrt(ln(2/0.05) / (2n)) with probability <= 5%.
    """
    x, share, n = _law(values)
    width = math.sqrt(math.log(2 / (1 - summaries.CONFIDENCE)) / (2 * n))
    return summaries.rows(
        panel=panel,
        series=series,
        x=x,
        estimate=share,
        low=np.maximum(share - width, 0),
        high=np.minimum(share + width, 1),
        n=n,
        band=LAW,
    )


def draw_runs(
    axes: Axes,
    runs: Mapping[str, ArrayLike],
    looks: Mapping[str, Look],
    *,
    key: tuple[Key, ...],
    panel: str = "",
) -> pd.DataFrame:
    """Draw each series as a line of nested quantile boxes, its outer runs, and the mean marked.

    The boxes are letter values (median, quarters, eighths, …; Hofmann, Wickham, Kafadar 2017); runs
    beyond the last box are points, so that a mean that few runs make is seen to be one.

    Parameters
    ----------
    axes : Axes
        Drawn on, a line for each series from the top down; x is the value. Set a logarithmic
        scale before.
    runs : mapping
        Series -> one value for each run, such as its final regret.
    looks : mapping
        Look of each series, in the order of the lines.
    key : tuple of str, number or None
        What the runs are of; with the series it names the stream of the mean's bootstrap.
    panel : str
        Panel's name in the rows.

    Returns
    -------
    DataFrame
        Rows with the columns `summaries.COLUMNS`: of each series the share of runs up to each
        value (band `RUNS`), then the mean with its interval (band `summaries.MEAN`, no x).

    """
    import seaborn as sns  # noqa: PLC0415  takes seconds to load

    parts = []
    for height, (name, look) in enumerate(looks.items()):
        values = np.asarray(runs[name], dtype=np.float64)
        sns.boxenplot(
            x=values,
            y=np.full(values.size, height),
            orient="h",
            native_scale=True,
            color=look.colour,
            width=0.6,
            linewidth=0.6,
            line_kws={"linewidth": 1.0, "color": "0.2"},
            flier_kws={"s": 6, "linewidth": 0.5, "facecolor": look.colour},
            ax=axes,
        )
        x, share, n = _law(values)
        parts.append(summaries.rows(panel=panel, series=name, x=x, estimate=share, n=n, band=RUNS))
        ((band, (low, high)),) = summaries.bands(values, key=(*key, name)).items()
        mean = summaries.rows(
            panel=panel,
            series=name,
            x=np.nan,
            estimate=values.mean(),
            low=float(low),
            high=float(high),
            n=n,
            band=band,
        )
        parts.append(mean)
        spread = np.abs(mean[["low", "high"]].to_numpy().T - values.mean())
        axes.errorbar(values.mean(), height, xerr=spread, elinewidth=1.4, **MEAN_MARK)
    axes.set_ylabel("")
    plotting.name_lines(axes, [look.label(name) for name, look in looks.items()])
    return summaries.concat(parts)


def mean_key() -> Any:
    """Return the legend entry of the mark of `draw_runs`."""
    return plotting.mark_key("mean, 95% interval", "D", colour="black", fill="white")


def _law(values: ArrayLike) -> tuple[Any, Any, int]:
    """Return distinct values in order, the share of runs up to each, and the number of runs."""
    x, counts = np.unique(np.asarray(values, dtype=np.float64), return_counts=True)
    return x, np.cumsum(counts) / counts.sum(), int(counts.sum())
