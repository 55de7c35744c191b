"""The least β over families of graphs, against K/(2K - 1)."""

from collections.abc import Mapping

import pandas as pd

from bandit_replications.experiments.needs import Need
from bandit_replications.inference import summaries
from bandit_replications.papers.anonymous.parameters import Configuration
from bandit_replications.reporting import plotting
from bandit_replications.reporting.figures import Drawing, FigureSpec
from bandit_replications.reporting.looks import SPARE_LOOKS

Results = Mapping[str, pd.DataFrame]

PANELS = ("U = C + 1", "all graphs, U from C + 1 on")
DOMINATED, LITERAL = "βw below a point of P_C", "βw in P_C"
FORMULA = "K/(2K-1)"
# Mark, size and grey of each family; the larger are drawn first.
FAMILIES = {"worst": ("D", 9.0, "0.7"), "search": ("s", 6.0, "0.45"), "all": ("o", 3.5, "0.1")}


def beta_needs(config: Configuration) -> tuple[Need, ...]:
    """Return what the figure needs: the whole data set."""
    return (Need(experiment="beta"),)


def least_betas(frame: pd.DataFrame) -> pd.DataFrame:
    """Return the rows of the figure: least β of each family, both readings, and the formula."""
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
    first, second = (data[data["panel"] == panel] for panel in PANELS)
    cases = sorted({name.split(":")[0] for name in second["series"]})
    looks = {case: SPARE_LOOKS[i % len(SPARE_LOOKS)] for i, case in enumerate(cases)}
    with plotting.style():
        figure, axes = plotting.panels(2, columns=2, share_y=True)
        formula = first[first["series"] == FORMULA]
        axes[0].plot(formula["x"], formula["estimate"], color="0.4", linewidth=1)
        for family, (marker, size, grey) in FAMILIES.items():
            for name, fill in ((DOMINATED, grey), (LITERAL, "white")):
                run = first[first["series"] == f"{family}: {name}"]
                axes[0].plot(
                    run["x"],
                    run["estimate"],
                    marker,
                    color=grey,
                    markerfacecolor=fill,
                    markersize=size,
                )
        for case, look in looks.items():
            run = second[second["series"] == f"{case}: {DOMINATED}"]
            axes[1].plot(run["x"], run["estimate"], **look.line)
            run = second[second["series"] == f"{case}: {LITERAL}"]
            line = {**look.line, "linestyle": "none", "markerfacecolor": "white"}
            axes[1].plot(run["x"], run["estimate"], **line)
        for ax, panel in zip(axes, PANELS, strict=True):
            ax.set_title(panel)
            ax.set_ylim(-0.05, 1.05)
        plotting.name_ticks(axes[0].xaxis, sorted(first["x"].unique()))
        axes[0].set_xlabel("arms K")
        axes[1].set_xlabel("U / (K(C+1))")
        axes[0].set_ylabel("least β(G)")
        keys = [
            plotting.mark_key(family, marker, colour=grey)
            for family, (marker, _, grey) in FAMILIES.items()
        ]
        keys.append(plotting.guide_key(FORMULA))
        keys += [
            plotting.line_key(case, look) for case, look in zip(cases, SPARE_LOOKS, strict=False)
        ]
        keys += [
            plotting.mark_key(DOMINATED, "o", fill="0.35"),
            plotting.mark_key(LITERAL, "o", fill="white"),
        ]
        plotting.finish(figure, keys)
    return {"": Drawing(figure, data)}


BETA_FIGURES = (
    FigureSpec(
        id="figure-beta",
        title="Least share of a demand that fits into the anonymity polytope",
        source="Open Problem 1",
        caption=(
            "Least β(G) over families of graphs, both axes linear. Left, U = C + 1: every graph "
            "with N = KU users (K = 2, 3), where local searches end, and the worst graph; the line "
            "is K/(2K-1). Right: the least over all graphs as U grows to K(C+1), from where on it "
            "is 1. Filled marks: βw below a point of P_C; open marks: βw in P_C itself."
        ),
        needs=beta_needs,
        plot=plot_beta,
    ),
)
