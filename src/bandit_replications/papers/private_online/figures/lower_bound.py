"""Measured regret on Theorem 10's packing, over the bound."""

import numpy as np
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

SHARE = 0.2 * 0.49  # of m* Δ, the regret that the proof leaves


def plot_lower_bound(results: Results, config: Configuration) -> dict[str, Drawing]:
    """Draw mean regret over the bound, over the number of actions, a panel for each gap."""
    means = packing_means(results["lower-bound"])
    means = means[means["bound"] > 0]
    if means.empty:
        raise NotApplicable("the bound is 0 (no round) in every cell of lower_bound")
    for column in ("estimate", "low", "high"):
        means[column] /= means["bound"]
    section = config.lower_bound
    styles, epsilons = STYLES.of(section.algorithms), sorted(section.epsilons)
    data = summaries.mean_rows(
        means,
        panel=means["min_gap"].map("Δ = {:g}".format),
        series=means["algorithm"] + means["epsilon"].map(", ε = {:g}".format),
        x=means["arms"],
    )
    lines = [f"{name}, ε = {epsilon:g}" for name in styles for epsilon in epsilons]

    def draw(ax: Axes, rows: pd.DataFrame, _panel: str) -> None:
        arms = np.geomspace(rows["x"].min() / 1.3, rows["x"].max() * 1.3)
        ax.plot(arms, (1 - 1 / arms) / SHARE, **views.GUIDE)
        ax.axhline(1, color="0.2", linewidth=1)
        plotting.annotate(ax, "the lower bound", arms[4], 1)
        for name, style in styles.items():
            for epsilon in epsilons:
                run = rows[rows["series"] == f"{name}, ε = {epsilon:g}"]
                aside = plotting.dodged(run, lines, [], log=True)
                fill = plotting.level_fill(style.colour, epsilons, epsilon)
                plotting.draw_marks(ax, aside, style, fill=fill)
        plotting.log_axes(ax, which="x")
        plotting.name_ticks(ax.xaxis, sorted(section.arms))
        ax.set_ylim(0, 1.15 / SHARE)

    drawing = views.grid(
        data,
        draw,
        {},
        share="y",
        x_label="number of actions K",
        y_label="regret over the lower bound",
        keys=[
            *(plotting.line_key(name, one, linestyle="none") for name, one in styles.items()),
            *plotting.level_keys(epsilons, "ε = {:g}"),
            plotting.guide_key("nothing learned"),
        ],
        legend=4,
    )
    return {"": drawing}


LOWER_BOUND = FigureSpec(
    id="figure-lower-bound",
    title="Regret on the packing against the lower bound",
    source="Theorem 10",
    caption=(
        "Mean pseudo-regret (plays times gap, summed over actions) of ε-private algorithms after "
        "the theorem's number of rounds, on an instance drawn from the packing, over the bound "
        "with the constants of its proof; x to base 10. Below 1 the theorem would be violated. "
        "Who has learned nothing loses (1 - 1/K) Δ in each round. Cells whose bound is 0 (less "
        "than one round) are left out; bars: 95% interval of the mean."
    ),
    needs=every("lower-bound"),
    plot=plot_lower_bound,
)
