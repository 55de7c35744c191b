"""Measured regret on Theorem 10's packing, against the bound."""

import pandas as pd
from matplotlib.axes import Axes

from bandit_replications.experiments.needs import every
from bandit_replications.inference import summaries
from bandit_replications.inference.summaries import Results
from bandit_replications.papers.private_online.analysis.ratios import packing_means
from bandit_replications.papers.private_online.catalogue import STYLES
from bandit_replications.papers.private_online.parameters import Configuration
from bandit_replications.reporting import plotting, views
from bandit_replications.reporting.figures import Drawing, FigureSpec
from bandit_replications.runtime.errors import NotApplicable


def plot_lower_bound(results: Results, config: Configuration) -> dict[str, Drawing]:
    """Draw mean regret over the bound; on the diagonal an algorithm would be optimal."""
    means = packing_means(results["lower-bound"])
    means = means[means["bound"] > 0]
    if means.empty:
        raise NotApplicable("the bound is 0 (no round) in every cell of lower_bound")
    series = means["algorithm"] + ", K = " + means["arms"].astype(str)
    data = summaries.mean_rows(means, series=series, x=means["bound"])
    styles = STYLES.of(config.lower_bound.algorithms)
    arms = sorted(config.lower_bound.arms)

    def draw(ax: Axes, rows: pd.DataFrame, _panel: str) -> None:
        ends = [rows["x"].min() / 1.3, rows["x"].max() * 1.3]
        ax.plot(ends, ends, **views.GUIDE)
        for count in arms:
            for name, style in styles.items():
                run = rows[rows["series"] == f"{name}, K = {count}"].assign(series=name)
                aside = plotting.dodged(run, list(styles), [], log=True)
                fill = plotting.level_fill(style.colour, arms, count)
                plotting.draw_marks(ax, aside, style, fill=fill)
        plotting.log_axes(ax)

    keys = [plotting.line_key(name, style, linestyle="none") for name, style in styles.items()]
    drawing = views.grid(
        data,
        draw,
        {},
        x_label="lower bound of Theorem 10",
        y_label="pseudo-regret\n(sum of plays × gap)",
        keys=[
            *keys,
            *plotting.level_keys(arms, "K = {:g}"),
            plotting.guide_key("regret = bound"),
        ],
        legend=3,
    )
    return {"": drawing}


LOWER_BOUND = FigureSpec(
    id="figure-lower-bound",
    title="Regret on the packing against the lower bound",
    source="Theorem 10",
    caption=(
        "Mean pseudo-regret (plays times gap, summed over actions) of ε-private algorithms after "
        "the theorem's number of rounds, on an instance drawn from the packing, over the bound "
        "with the constants of its proof; axes to base 10. Below the line the theorem would be "
        "violated. Cells whose bound is 0 (less than one round) are left out."
    ),
    needs=every("lower-bound"),
    plot=plot_lower_bound,
)
