"""Growth of the regret with the horizon, the group size, the arms and the users."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from bandit_replications.inference import summaries
from bandit_replications.inference.summaries import MEAN, Results
from bandit_replications.papers.anonymous.analysis.scaling import (
    EXPONENTS,
    SIZES,
    points_of,
    scaling_needs,
    series_of,
    values_of,
)
from bandit_replications.papers.anonymous.catalogue import STYLES
from bandit_replications.papers.anonymous.parameters import Configuration
from bandit_replications.reporting import plotting, views
from bandit_replications.reporting.figures import Drawing, FigureSpec

SLOPE = "slope of the theorem, through the last point"


def _rows(frame: pd.DataFrame, config: Configuration, series: str, size: str) -> pd.DataFrame:
    """Return the means of a series along a size, and the theorem's slope through the last one."""
    points = points_of(frame, config, series, size)
    x = np.array([point.size for point in points], dtype=np.float64)
    found = [
        summaries.bands(point.regrets, key=("scaling", series, size, point.size))[MEAN]
        for point in points
    ]
    means = np.array([point.regrets.mean() for point in points])
    parts = [
        summaries.rows(
            panel=size,
            series=series,
            x=x,
            estimate=means,
            low=[float(low) for low, _ in found],
            high=[float(high) for _, high in found],
            n=[point.regrets.size for point in points],
            band=MEAN,
        )
    ]
    if size in EXPONENTS.get(series, {}):
        slope = means[-1] * (x / x[-1]) ** EXPONENTS[series][size]
        if size == "arms":
            slope *= np.sqrt(np.log(x) / np.log(x[-1]))
        parts.append(summaries.rows(panel=size, series=series, x=x, estimate=slope, band=SLOPE))
    return summaries.concat(parts)


def plot_scaling(results: Results, config: Configuration) -> dict[str, Drawing]:
    """Draw the worst regret over each size, both axes logarithmic, beside the theorems' slopes."""
    frame = results["scaling"]
    names = series_of(config)
    sizes = [s for s in SIZES if any(len(values_of(config, name, s)) > 1 for name in names)]
    data = summaries.concat(_rows(frame, config, name, size) for size in sizes for name in names)
    styles = STYLES.of(names)

    def draw(ax: Axes, rows: pd.DataFrame, panel: str) -> None:
        for name, run in rows[rows["band"] == SLOPE].groupby("series", sort=False):
            plotting.draw_bound(ax, run, styles[str(name)].colour)
        views.points(styles, ticks=1)(ax, rows[rows["band"] == MEAN], panel)

    bars = plotting.band_keys(data[data["band"] == MEAN], bars=True)
    drawing = views.grid(
        data,
        draw,
        styles,
        panels={size: SIZES[size] for size in sizes},
        height=2.5,
        side_label="largest final pseudo-regret over the gaps",
        keys=[plotting.bound_key(SLOPE, "0.4"), *bars],
        bands="",
    )
    return {"": drawing}


SCALING = FigureSpec(
    id="figure-scaling",
    title="Growth of the regret",
    source="Theorems 1 and 2",
    caption=(
        "Mean final pseudo-regret, summed over users, at the worst of the gaps, over one size "
        "while the others keep their base; both axes to base 10, bars are 95% intervals. Thin "
        "lines have the theorem's exponent (over the arms times sqrt(log K), which O~ hides) "
        "and go through the last point: an upper bound allows the measured line to be "
        "flatter, not steeper."
    ),
    needs=scaling_needs,
    plot=plot_scaling,
)
