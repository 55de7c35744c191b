"""The price of anonymity: regret over the group size, with both sub-algorithms."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from bandit_replications.experiments.needs import every
from bandit_replications.inference import summaries
from bandit_replications.inference.summaries import MEAN, Results
from bandit_replications.papers.anonymous.analysis.price import SLOPES, worst_regrets
from bandit_replications.papers.anonymous.parameters import Configuration
from bandit_replications.reporting import plotting, views
from bandit_replications.reporting.figures import Drawing, FigureSpec
from bandit_replications.reporting.styles import DASHED, SOLID, LineStyle, LineStyles

STYLES = LineStyles(
    {
        "leave-one-out": LineStyle("#D55E00", DASHED, "s", "one estimate in 2C + 2 rounds"),
        "regroup": LineStyle("#0072B2", SOLID, "o", "regrouping (ours): one estimate a round"),
    }
).table
LINE = "slope 1 and slope 1/2, through the first point"


def rows(results: Results, config: Configuration) -> pd.DataFrame:
    """Return means with intervals by group size, and the slopes."""
    parts = []
    for name in config.price.sub_algorithms:
        found = worst_regrets(results["price"], config, name)
        x = np.array(list(found), dtype=np.float64)
        means = np.array([one.mean() for one in found.values()])
        bands = [
            summaries.bands(one, key=("price", name, size))[MEAN] for size, one in found.items()
        ]
        parts.append(
            summaries.rows(
                panel="price",
                series=name,
                x=x,
                estimate=means,
                low=[float(low) for low, _ in bands],
                high=[float(high) for _, high in bands],
                n=[one.size for one in found.values()],
                band=MEAN,
            )
        )
        line = means[0] * (x / x[0]) ** SLOPES[name]
        parts.append(summaries.rows(panel="price", series=name, x=x, estimate=line, band=LINE))
    return summaries.concat(parts)


def plot_price(results: Results, config: Configuration) -> dict[str, Drawing]:
    """Draw the worst regret over the group size, both axes logarithmic."""
    data = rows(results, config)

    def draw(ax: Axes, part: pd.DataFrame, panel: str) -> None:
        for name, run in part[part["band"] == LINE].groupby("series", sort=False):
            plotting.draw_bound(ax, run, STYLES[str(name)].colour)
        views.points(STYLES, ticks=1)(ax, part[part["band"] == MEAN], panel)

    drawing = views.grid(
        data,
        draw,
        STYLES,
        panels={"price": ""},
        x_label="group size C",
        y_label="worst regret / (N sqrt(KT))",
        keys=[
            plotting.bound_key(LINE, "0.4"),
            *plotting.band_keys(data[data["band"] == MEAN], bars=True),
        ],
        bands="",
    )
    return {"": drawing}


PRICE = FigureSpec(
    id="figure-price",
    title="The price of anonymity",
    source="Theorem 1, and regrouping (ours)",
    caption=(
        "Mean final pseudo-regret of Algorithm 1 over N sqrt(KT), at the worst of the gaps, over "
        "the group size; both axes to base 10, bars are 95% intervals. U >= 2KC throughout, so "
        "both sub-algorithms decompose with factor 1. Thin lines have the slopes of the bounds, "
        "N C sqrt(KT) and N sqrt(CKT)."
    ),
    needs=every("price"),
    plot=plot_price,
)
