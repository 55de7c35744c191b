"""Measured regret on the hard instances of Theorems 3 and 4, beside the lower bounds."""

import pandas as pd
from matplotlib.axes import Axes

from bandit_replications.experiments.needs import every
from bandit_replications.inference import summaries
from bandit_replications.inference.summaries import Results
from bandit_replications.papers.anonymous.analysis.ratios import hard_means
from bandit_replications.papers.anonymous.analysis.series import with_series
from bandit_replications.papers.anonymous.catalogue import STYLES
from bandit_replications.papers.anonymous.parameters import Configuration
from bandit_replications.reporting import plotting, views
from bandit_replications.reporting.figures import Drawing, FigureSpec
from bandit_replications.runtime.errors import NotApplicable

# Title of each panel, and what its horizontal axis is.
PANELS = {
    "theorem-3": ("Theorem 3, all C, K and T", "lower bound N (1 - 1/K)² √(CKT)/2"),
    "theorem-4": ("Theorem 4", "horizon T"),
}
BOUND = "lower bound"


def plot_lower_bounds(results: Results, config: Configuration) -> dict[str, Drawing]:
    """Draw mean regret over the bound (Theorem 3) or T (Theorem 4); below the line violates it."""
    frame = with_series(results["lower-bounds"])
    frame = frame[(frame["bound"] > 0) & frame["construction"].isin(PANELS)]
    if frame.empty:
        raise NotApplicable("the bound is 0 in every cell of lower_bounds")
    means = hard_means(frame, "construction", "series", "arms", "group_size", "horizon")
    x = means["bound"].where(means["construction"] == "theorem-3", means["horizon"])
    panels = means["construction"]
    lines = means.assign(x=x).sort_values("x").drop_duplicates(["construction", "x"])
    data = summaries.concat(
        [
            summaries.mean_rows(means, panel=panels, series=means["series"], x=x),
            summaries.rows(
                panel=lines["construction"],
                series=BOUND,
                x=lines["x"],
                estimate=lines["bound"],
                band=summaries.BOUND,
            ),
        ]
    )
    styles = STYLES.of(list(means["series"].unique()))

    def draw(ax: Axes, rows: pd.DataFrame, panel: str) -> None:
        views.points(styles, bounds={BOUND: "0.4"}, join=panel == "theorem-4")(ax, rows, panel)
        ax.set_xlabel(PANELS[panel][1])
        if panel == "theorem-3":
            plotting.short_log_x(ax)

    there = set(panels)
    drawing = views.grid(
        data,
        draw,
        styles,
        panels={one: title for one, (title, _) in PANELS.items() if one in there},
        y_label="pseudo-regret\n(summed over users)",
        keys=[plotting.bound_key(BOUND, "0.4")],
    )
    return {"": drawing}


LOWER_BOUNDS = FigureSpec(
    id="figure-lower-bounds",
    title="Regret on the hard instances and the lower bounds",
    source="Theorems 3 and 4",
    caption=(
        "Mean pseudo-regret, summed over users, on instances drawn from the constructions of "
        "Section 3.6, with the lower bound and its constant; all axes to base 10, bars are 95% "
        "intervals. Left, Theorem 3 with the repaired gap and normal rewards: C, K and T change, "
        "one at a time, and all means lie at twice the bound. Right, Theorem 4: the bound grows as "
        "T^(2/3). A mean below the line would violate a theorem."
    ),
    needs=every("lower-bounds"),
    plot=plot_lower_bounds,
)
