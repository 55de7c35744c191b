"""Other networks, more agents and more rounds."""

import pandas as pd
from matplotlib.axes import Axes

from bandit_replications.experiments.needs import every
from bandit_replications.inference import summaries
from bandit_replications.inference.summaries import Results
from bandit_replications.papers.cooperative.analysis.series import (
    REGRET,
    labelled,
    over_sizes,
    styles,
)
from bandit_replications.papers.cooperative.parameters import Configuration
from bandit_replications.reporting import plotting, views
from bandit_replications.reporting.figures import Drawing, FigureSpec


def plot_graphs(results: Results, config: Configuration) -> dict[str, Drawing]:
    """Draw final regret on each network, in the order of clique covers, a panel for each γ."""
    frame = labelled(results["graphs"], "epsilon", "contamination")
    shown = styles(frame)
    means = summaries.means(frame, "series", "graph", "message_life", key=("graphs",))
    covers = {
        f"γ = {life}": cells.groupby("graph", sort=False)["clique_cover"]
        .mean()
        .sort_values(kind="stable")
        for (life,), cells in summaries.groups(frame, "message_life")
    }
    panels = [f"γ = {life}" for life in means["message_life"]]
    places = [
        float(list(covers[panel].index).index(graph))
        for panel, graph in zip(panels, means["graph"], strict=True)
    ]
    data = summaries.mean_rows(means, panel=panels, series=means["series"], x=places)

    def draw(ax: Axes, rows: pd.DataFrame, panel: str) -> None:
        names = [f"{str(graph).title()} ({cover:.3g})" for graph, cover in covers[panel].items()]
        apart = plotting.dodged(rows, list(shown), range(len(names)), log=False)
        views.points(shown, scale="log y", join=False)(ax, apart, panel)
        ax.set_xticks(range(len(names)), names, rotation=40, ha="right")

    drawing = views.grid(
        data,
        draw,
        {},
        columns=len(covers),
        share="y",
        height=3.0,
        x_label="network (cliques of a greedy cover)",
        y_label=REGRET,
        keys=[plotting.line_key(name, style, linestyle="none") for name, style in shown.items()],
    )
    return {"": drawing}


def plot_scaling(results: Results, config: Configuration) -> dict[str, Drawing]:
    """Draw regret an agent against the number of agents and of rounds."""
    frame = labelled(results["scaling"], "epsilon", "contamination")
    frame = frame.assign(each=frame["regret"] / frame["agents"])
    parts = []
    for panel, (size, cells) in over_sizes(frame, config).items():
        means = summaries.means(cells, "series", size, key=("scaling", panel), value="each")
        parts.append(summaries.mean_rows(means, panel=panel, series=means["series"], x=means[size]))
    shown = styles(frame)
    names = {"agents": "agents M", "rounds": "rounds T of each agent"}

    def draw(ax: Axes, rows: pd.DataFrame, panel: str) -> None:
        views.points(shown, ticks=1)(ax, rows, panel)
        ax.set_xlabel(names[panel])

    drawing = views.grid(
        summaries.concat(parts),
        draw,
        shown,
        panels=dict.fromkeys(names, ""),
        share="y",
        y_label="group pseudo-regret\nper agent",
    )
    return {"": drawing}


NETWORK_FIGURES = (
    FigureSpec(
        id="figure-graphs",
        title="Other networks",
        source="Regret theorems, their clique cover",
        caption=(
            "Final group pseudo-regret (logarithmic, base 10) on six families of networks, in the "
            "order of the cliques of a greedy cover of the power graph, which is an upper bound on "
            "its covering number and stands in brackets. Bars: 95% interval of the mean."
        ),
        needs=every("graphs"),
        plot=plot_graphs,
    ),
    FigureSpec(
        id="figure-scaling",
        title="More agents, more rounds",
        source="Regret theorems",
        caption=(
            "Final pseudo-regret over the number of agents, γ the diameter. Axes to base 10; bars: "
            "95% interval of the mean."
        ),
        needs=every("scaling"),
        plot=plot_scaling,
    ),
)
