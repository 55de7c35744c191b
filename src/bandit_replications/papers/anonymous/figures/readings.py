"""Figures of each interpretation's final regret, relative to the main interpretation."""

from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from bandit_replications.inference import summaries
from bandit_replications.inference.ratios import RATIO
from bandit_replications.inference.summaries import Results
from bandit_replications.papers.anonymous.analysis.ratios import (
    interpretation_ratios,
    interpretations_needs,
)
from bandit_replications.papers.anonymous.catalogue import STYLES
from bandit_replications.papers.anonymous.parameters import Configuration
from bandit_replications.reporting import plotting, views
from bandit_replications.reporting.figures import Drawing, FigureSpec

NUMBER: dict[str, Any] = {"va": "center", "ha": "right", "fontsize": 7, "color": "0.3"}


def by_effect(ratios: pd.DataFrame) -> pd.DataFrame:
    """Return the rows with a column `line`, the lines with the largest effect on a mean first.

    Instances on which fewer than half of the lines were run are left out.
    """
    names, _ = views.named_lines(ratios, STYLES, "series")
    found = ratios.assign(line=[name.replace(" (not anonymous)", "") for name in names])
    found = found.assign(effect=np.log(found["ratio"]).abs())
    lines = found.groupby("instance")["line"].transform("nunique")
    found = found[2 * lines >= found["line"].nunique()]
    largest = found.groupby("line")["effect"].transform("max")
    return found.assign(largest=largest).sort_values(["largest", "line"], ascending=False)


def plot_interpretations(results: Results, config: Configuration) -> dict[str, Drawing]:
    """Draw the ratio to the main interpretation, a line for each, a panel for each instance."""
    ratios = by_effect(interpretation_ratios(results["regret"], config))
    order = ratios.drop_duplicates("line").set_index("line")["series"]
    lines = {str(line): STYLES[series].colour for line, series in order.items()}
    marks = views.marks(lines, scale="short log x")

    def draw(ax: Axes, rows: pd.DataFrame, panel: str) -> None:
        marks(ax, rows, panel)
        for height, name in enumerate(lines):
            for _, row in rows[rows["series"] == name].iterrows():
                text = f"{row['estimate']:.2f} ({row['low']:.2f} to {row['high']:.2f})"
                ax.text(0.99, height, text, transform=ax.get_yaxis_transform(), **NUMBER)
        low, high = ax.get_xlim()
        ax.set_xlim(low, high * (high / low) ** 0.9)  # room for the numbers
        plotting.name_ticks(ax.xaxis, [0.5, 1, 2, 5, 10])

    there = set(ratios["instance"])
    drawing = views.grid(
        summaries.mean_rows(
            ratios, panel=ratios["instance"], series=ratios["line"], estimate="ratio", band=RATIO
        ),
        draw,
        {},
        panels=[one.name for one in config.regret.instances if one.name in there],
        height=0.9 + 0.2 * len(lines),
        share="y",
        x_label="ratio of mean final regrets",
    )
    return {"": drawing}


INTERPRETATIONS = FigureSpec(
    id="figure-readings",
    title="Sensitivity to the interpretations",
    source="Algorithms 1 to 3, Appendix B",
    caption=(
        "Mean final pseudo-regret (summed over users) under each other interpretation of points "
        "that the paper leaves open, over that under the main one on the same instances, the "
        "largest effects first; x to base 10. Numbers: the ratio and its 95% interval. At 1 the "
        "interpretation does not matter."
    ),
    needs=interpretations_needs,
    plot=plot_interpretations,
)
