"""The least β over families of graphs, against K/(2K - 1)."""

from typing import Any

import pandas as pd
from matplotlib.axes import Axes

from bandit_replications.experiments.needs import every
from bandit_replications.inference import summaries
from bandit_replications.inference.summaries import Results
from bandit_replications.papers.anonymous.parameters import Configuration
from bandit_replications.reporting import plotting, views
from bandit_replications.reporting.figures import Drawing, FigureSpec
from bandit_replications.reporting.styles import SPARE_STYLES

PANELS = ("U = C + 1", "all graphs, U from C + 1 on")
DOMINATED, LITERAL = "βw below a point of P_C", "βw in P_C"
FORMULA = "K/(2K-1)"
# Mark, size and grey of each family; the larger are drawn first.
FAMILIES = {"worst": ("D", 9.0, "0.7"), "search": ("s", 6.0, "0.45"), "all": ("o", 3.5, "0.1")}


def least_betas(frame: pd.DataFrame) -> pd.DataFrame:
    """Return the rows of the figure: least β of each family in both ways, and the formula."""
    keys = ["arms", "group_size", "cluster", "graph"]
    grouped = frame.groupby(keys, sort=True)
    least = grouped[["beta", "beta_dominated"]].min().reset_index()
    least["graphs"] = grouped.size().to_numpy()
    tight = least[least["cluster"] == least["group_size"] + 1]
    every = least[least["graph"] == "all"]
    parts = []
    for name, column in ((DOMINATED, "beta_dominated"), (LITERAL, "beta")):
        parts += [
            summaries.rows(
                panel=PANELS[0],
                series=tight["graph"].astype("str") + ": " + name,
                x=tight["arms"],
                estimate=tight[column],
                n=tight["graphs"],
                band="",
            ),
            summaries.rows(
                panel=PANELS[1],
                series=[
                    f"K = {arms}, C = {group_size}: {name}"
                    for arms, group_size in zip(every["arms"], every["group_size"], strict=True)
                ],
                x=every["cluster"] / (every["arms"] * (every["group_size"] + 1)),
                estimate=every[column],
                n=every["graphs"],
                band="",
            ),
        ]
    arms = sorted(frame["arms"].unique())
    parts.append(
        summaries.rows(
            panel=PANELS[0],
            series=FORMULA,
            x=arms,
            estimate=[k / (2 * k - 1) for k in arms],
            band=summaries.BOUND,
        )
    )
    return summaries.concat([part for part in parts if not part.empty])


def plot_beta(results: Results, config: Configuration) -> dict[str, Drawing]:
    """Draw the least β over K at U = C + 1, and over U for each K and C."""
    data = least_betas(results["beta"])
    cases = sorted({name.split(":")[0] for name in data[data["panel"] == PANELS[1]]["series"]})
    styles = {case: SPARE_STYLES[i % len(SPARE_STYLES)] for i, case in enumerate(cases)}

    def draw(ax: Axes, rows: pd.DataFrame, panel: str) -> None:
        if panel == PANELS[0]:
            formula = rows[rows["series"] == FORMULA]
            ax.plot(formula["x"], formula["estimate"], **views.GUIDE)
            for family, (marker, size, grey) in FAMILIES.items():
                for name, fill in ((DOMINATED, grey), (LITERAL, "white")):
                    run = rows[rows["series"] == f"{family}: {name}"]
                    mark: dict[str, Any] = {
                        "color": grey,
                        "markerfacecolor": fill,
                        "markersize": size,
                    }
                    ax.plot(run["x"], run["estimate"], marker, **mark)
            plotting.name_ticks(ax.xaxis, sorted(rows["x"].unique()))
        else:
            for case, style in styles.items():
                run = rows[rows["series"] == f"{case}: {DOMINATED}"]
                ax.plot(run["x"], run["estimate"], **style.line)
                run = rows[rows["series"] == f"{case}: {LITERAL}"]
                line = {**style.line, "linestyle": "none", "markerfacecolor": "white"}
                ax.plot(run["x"], run["estimate"], **line)
        ax.set_xlabel("arms K" if panel == PANELS[0] else "U / (K(C+1))")
        ax.set_ylim(-0.05, 1.05)

    keys = [
        *(plotting.mark_key(one, mark, colour=grey) for one, (mark, _, grey) in FAMILIES.items()),
        plotting.guide_key(FORMULA),
        *(plotting.line_key(case, style) for case, style in styles.items()),
        plotting.mark_key(DOMINATED, "o", fill="0.35"),
        plotting.mark_key(LITERAL, "o", fill="white"),
    ]
    drawing = views.grid(
        data,
        draw,
        {},
        panels=PANELS,
        share="y",
        y_label="least β(G)",
        keys=keys,
        bands="",
        legend=3,
    )
    return {"": drawing}


BETA = FigureSpec(
    id="figure-beta",
    title="Least share of a demand that fits into the anonymity polytope",
    source="Open Problem 1",
    caption=(
        "Least β(G) over families of graphs, both axes linear. Left, U = C + 1: every graph "
        "with N = KU users (K = 2, 3), where local searches end, and the worst graph; the line "
        "is K/(2K-1). Right: the least over all graphs as U grows to K(C+1), from where on it "
        "is 1. Filled marks: βw below a point of P_C; open marks: βw in P_C itself."
    ),
    needs=every("beta"),
    plot=plot_beta,
)
