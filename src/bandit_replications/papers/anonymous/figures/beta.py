"""The least β over families of graphs, on the curve of Open Problem 1."""

from fractions import Fraction
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from bandit_replications.experiments.needs import every
from bandit_replications.inference import summaries
from bandit_replications.inference.summaries import Results
from bandit_replications.papers.anonymous.parameters import Configuration
from bandit_replications.reporting import plotting, views
from bandit_replications.reporting.figures import Drawing, FigureSpec
from bandit_replications.reporting.styles import SPARE_STYLES

# Mark and size of each family; the larger are drawn first.
FAMILIES = {"worst": ("D", 8.0), "lone": ("s", 6.0), "all": ("o", 3.0)}
NAMES = {
    "worst": "a worst graph, U = C + 1",
    "lone": "lone user's graph",
    "all": "all graphs with N = KU",
}
END = 1.4  # of the axis: U up to KC + 1 and a little more


def curve(arms: int, x: Fraction) -> float:
    """Return the least dominated β at x = (U - 1)/(KC)."""
    return float(min(Fraction(1), arms * x / (1 + (arms - 1) * x)))


def least_betas(frame: pd.DataFrame) -> pd.DataFrame:
    """Return the rows of the figure: least dominated β of each family, and the curves."""
    keys = ["arms", "group_size", "cluster", "graph"]
    least = frame.groupby(keys, sort=True)["beta_dominated"].min().reset_index()
    parts = []
    for (arms, graph), part in least.groupby(["arms", "graph"], sort=True):
        x = (part["cluster"] - 1) / (part["arms"] * part["group_size"])
        name = f"K = {arms}: {graph}"
        parts.append(summaries.rows(series=name, x=x, estimate=part["beta_dominated"], band=""))
    for arms in sorted(frame["arms"].unique()):
        places = [Fraction(n, 100) for n in range(int(100 / arms), int(100 * END) + 1)]
        parts.append(
            summaries.rows(
                series=f"K = {arms}",
                x=[float(x) for x in places],
                estimate=[curve(int(arms), x) for x in places],
                band=summaries.BOUND,
            )
        )
    return summaries.concat(parts)


def plot_beta(results: Results, config: Configuration) -> dict[str, Drawing]:
    """Draw the least β of each family on the curve of its K, over (U - 1)/(KC)."""
    data = least_betas(results["beta"])
    curves = data[data["band"] == summaries.BOUND]
    colours = {
        name: SPARE_STYLES[number].colour for number, name in enumerate(curves["series"].unique())
    }

    def draw(ax: Axes, rows: pd.DataFrame, _panel: str) -> None:
        for name, colour in colours.items():
            line = rows[(rows["series"] == name) & (rows["band"] == summaries.BOUND)]
            ax.plot(line["x"], line["estimate"], color=colour, linewidth=1)
            x, y = line.iloc[0][["x", "estimate"]]
            label = name if name == curves["series"].iloc[0] else name[4:]
            ax.text(x, y - 0.07, label, color=colour, ha="center", fontsize=8)
            for family, (marker, size) in FAMILIES.items():
                run = rows[rows["series"] == f"{name}: {family}"]
                face = colour if family == "all" else "white"
                mark: dict[str, Any] = {"markersize": size, "markerfacecolor": face, "zorder": 3}
                ax.plot(run["x"], run["estimate"], marker, color=colour, **mark)
        ax.axvline(1.0, **views.GUIDE, linestyle=":")
        ax.set_xlim(0, END)
        ax.set_ylim(0.4, 1.05)
        ax.set_yticks(np.linspace(0.4, 1, 4))

    drawing = views.grid(
        data,
        draw,
        {},
        columns=1,
        width=plotting.PAGE_WIDTH,
        height=3.2,
        x_label="(U - 1) / (KC)",
        y_label="least dominated β(G)",
        keys=[
            plotting.mark_key(NAMES[one], mark, fill="0.35" if one == "all" else "white")
            for one, (mark, _) in FAMILIES.items()
        ],
        bands="",
        legend=2,
    )
    return {"": drawing}


BETA = FigureSpec(
    id="figure-beta",
    title="Least share of a demand that fits into the anonymity polytope",
    source="Open Problem 1",
    caption=(
        "Least β(G) over families of graphs, by exact linear programs, against x = (U - 1)/(KC); "
        "both axes linear; βw is to lie below a point of P_C. Lines: Kx/(1 + (K-1)x) up to x = 1 "
        "and 1 from there on. The dotted line is U = KC + 1, from where on w is in P_C; the paper "
        "has K(C + 1). With βw in P_C itself the least is 0 left of that line and 1 from there on."
    ),
    needs=every("beta"),
    plot=plot_beta,
)
