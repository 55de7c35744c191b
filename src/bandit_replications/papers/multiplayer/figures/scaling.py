"""Figures of Coordinate and Play's regret over block length, players and arms."""

from typing import Any

import pandas as pd
from matplotlib.axes import Axes

from bandit_replications.experiments.needs import every
from bandit_replications.inference import summaries
from bandit_replications.inference.summaries import BOUND, Results
from bandit_replications.papers.multiplayer.analysis.scaling import (
    scaling_means,
    theorem_bounds,
    with_theorem_blocks,
)
from bandit_replications.papers.multiplayer.catalogue import STYLES
from bandit_replications.papers.multiplayer.parameters import Configuration
from bandit_replications.reporting import plotting, views
from bandit_replications.reporting.figures import Drawing, FigureSpec

THEOREM = "theorem-4-1"


def _panels(config: Configuration, means: pd.DataFrame) -> "dict[str, tuple[str, pd.DataFrame]]":
    """Return the column on the x axis and the rows of each panel that has at least two."""
    first = config.scaling.sizes[0]
    tuned = with_theorem_blocks(config, means)
    many = tuned.groupby("arms")["players"].nunique().idxmax()
    found = {
        "block length": (
            "block_length",
            means[(means["players"] == first.players) & (means["arms"] == first.arms)],
        ),
        "players": ("players", tuned[tuned["arms"] == many]),
        "arms": ("arms", tuned[tuned["players"] == first.players]),
    }
    return {
        name: (column, rows.sort_values(column))
        for name, (column, rows) in found.items()
        if len(rows) >= 2
    }


def plot_scaling(results: Results, config: Configuration) -> dict[str, Drawing]:
    """Draw final regret over block length, players and arms beside the bound of the proof."""
    found = _panels(config, scaling_means(results["scaling"]))
    styles = STYLES.of(["coordinate-and-play"])
    colour = STYLES["coordinate-and-play"].colour
    parts, titles = [], {}
    for panel, (column, means) in found.items():
        rows: dict[str, Any] = {"panel": panel, "x": means[column]}
        bound = theorem_bounds(config, means)
        parts.append(summaries.mean_rows(means, series="coordinate-and-play", **rows))
        parts.append(summaries.rows(series=THEOREM, estimate=bound, band=BOUND, **rows))
        fixed = {"K": means["players"].iloc[0], "N": means["arms"].iloc[0]}
        varied = {"players": "K", "arms": "N"}.get(panel)
        titles[panel] = ", ".join(f"{k} = {n:.0f}" for k, n in fixed.items() if k != varied)

    def draw(ax: Axes, rows: pd.DataFrame, panel: str) -> None:
        views.points(styles, bounds={THEOREM: colour}, ticks=1)(ax, rows, panel)
        ax.tick_params(axis="x", labelsize=7)
        ax.set_xlabel({"block length": "block length τ"}.get(panel, f"number of {panel}"))

    drawing = views.grid(
        summaries.concat(parts),
        draw,
        styles,
        panels=titles,
        columns=len(found),
        width=plotting.PAGE_WIDTH,
        share="y",
        y_label="final regret $R_T$",
        keys=[plotting.bound_key("bound in the proof of Theorem 4.1", colour)],
        legend=3,
    )
    return {"": drawing}


SCALING = FigureSpec(
    id="figure-scaling",
    title="Coordinate and Play against block length, players and arms",
    source="Theorem 4.1",
    caption=(
        "Mean final regret with the 95% interval of the mean, and the bound that Theorem 4.1's "
        "proof gives for the same block length before it is chosen (learning, the rest of T "
        "after the last whole block, Coordinate phases, ranking). Stochastic losses, K arms "
        "better than the others. Axes to base 10."
    ),
    needs=every("scaling"),
    plot=plot_scaling,
)
