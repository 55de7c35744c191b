"""Figures of assignments per decomposition, over the demand."""

import pandas as pd
from matplotlib.axes import Axes

from bandit_replications.experiments.needs import Need
from bandit_replications.inference import summaries
from bandit_replications.inference.summaries import Results
from bandit_replications.papers.anonymous.catalogue import STYLES
from bandit_replications.papers.anonymous.parameters import Configuration
from bandit_replications.reporting import plotting, views
from bandit_replications.reporting.figures import Drawing, FigureSpec
from bandit_replications.reporting.styles import LineStyle
from bandit_replications.runtime.errors import NotApplicable

RANGE = "least and largest over graphs"
LEAST = "a lower bound"


def decompositions_needs(config: Configuration) -> tuple[Need, ...]:
    """Return the data of the figure: the rows with the largest group size."""
    largest = max(config.decompositions.group_sizes)
    return (Need(experiment="decompositions", where={"group_size": (largest,)}),)


def method_styles(methods: list[str]) -> dict[str, LineStyle]:
    """Return the style of each decomposition, that of Algorithm 1 run with it."""
    styles = STYLES.of([f"batched-elimination-{method}" for method in methods])
    return dict(zip(methods, styles.values(), strict=True))


def ratios(frame: pd.DataFrame) -> pd.DataFrame:
    """Return R/D of each graph, method and demand, with the range over the graphs drawn."""
    parts = []
    frame = frame.dropna(subset=["assignments"])
    for (graph, method), cell in summaries.groups(frame, "graph", "method"):
        ratio = (cell["assignments"] / cell["demand"]).groupby(cell["demand"])
        parts.append(
            summaries.rows(
                panel=graph,
                series=method,
                x=sorted(cell["demand"].unique()),
                estimate=ratio.mean(),
                low=ratio.min(),
                high=ratio.max(),
                n=ratio.size(),
                band=RANGE,
            )
        )
    for (graph,), cell in summaries.groups(frame, "graph"):
        least = (cell["least"] / cell["demand"]).groupby(cell["demand"]).min()
        parts.append(
            summaries.rows(
                panel=graph, series=LEAST, x=least.index, estimate=least, band=summaries.BOUND
            )
        )
    return summaries.concat(parts)


def plot_decompositions(results: Results, config: Configuration) -> dict[str, Drawing]:
    """Draw assignments over demand for each family of graphs."""
    section = config.decompositions
    frame = results["decompositions"]
    frame = frame[frame["group_size"] == max(section.group_sizes)]
    if frame["assignments"].isna().all():
        raise NotApplicable("no method of decompositions meets any of the demands")
    data = ratios(frame)
    styles = method_styles(list(section.methods))

    def draw(ax: Axes, rows: pd.DataFrame, panel: str) -> None:
        lower = rows[rows["series"] == LEAST]
        ax.plot(lower["x"], lower["estimate"], **views.GUIDE, zorder=5)
        measured = rows[rows["series"] != LEAST].assign(band=summaries.MEAN)
        views.points(styles, apart=True)(ax, measured, panel)
        plotting.short_log_x(ax)
        plotting.name_ticks(ax.yaxis, [1, 2, 5, 10, 20])

    drawing = views.grid(
        data,
        draw,
        styles,
        panels=list(section.graphs),
        height=2.3,
        share="xy",
        x_label="demand D",
        side_label="assignments / D",
        keys=[plotting.guide_key(LEAST)],
        legend=3,
    )
    return {"": drawing}


DECOMPOSITIONS = FigureSpec(
    id="figure-decompositions",
    title="Assignments that each decomposition needs",
    source="Sections 3.2 and 3.4; Corollaries 1 and 2; Open Problem 1",
    caption=(
        "Assignments over the demand D, means over graphs with their range, for the largest C; "
        "axes to base 10, points moved aside a little. `full`: everybody wants all arms; "
        "`mixed`: one to K arms each; `late`: one or two; `worst`: a worst graph of Open "
        "Problem 1 (C users have arm 1 alone, one all arms), where linear programs with all arms "
        "open have no decomposition and the closings need 2 - 1/K. No method can go below the "
        "grey line, max |A_i| ⌈D/|A_i|⌉; on `worst` none comes near it."
    ),
    needs=decompositions_needs,
    plot=plot_decompositions,
)
