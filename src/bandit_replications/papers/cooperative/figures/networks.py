"""Other networks, more agents and more rounds."""

import numpy as np
import pandas as pd

from bandit_replications.experiments.needs import Need
from bandit_replications.inference import summaries
from bandit_replications.papers.cooperative.figures.series import REGRET, Results, labelled, looks
from bandit_replications.papers.cooperative.parameters import Configuration
from bandit_replications.reporting import plotting
from bandit_replications.reporting.figures import Drawing, FigureSpec


def graphs_needs(config: Configuration) -> tuple[Need, ...]:
    """Return the need of the figure over networks."""
    return (Need(experiment="graphs"),)


def cover_means(frame: pd.DataFrame) -> pd.DataFrame:
    """Return mean regret with its interval, and the mean clique cover, of each cell."""
    records = []
    for values, part in summaries.groups(frame, "series", "graph", "message_life"):
        regret = part["regret"].to_numpy()
        low, high = summaries.bands(regret, key=("graphs", *values))[summaries.MEAN]
        records.append(
            {
                "series": values[0],
                "graph": values[1],
                "message_life": values[2],
                "cover": float(part["clique_cover"].mean()),
                "estimate": regret.mean(),
                "low": float(low),
                "high": float(high),
                "n": regret.size,
            }
        )
    return pd.DataFrame(records)


def plot_graphs(results: Results, config: Configuration) -> dict[str, Drawing]:
    """Draw final regret on each network, in the order of clique covers, a panel for each γ."""
    frame = labelled(results["graphs"], "epsilon", "contamination")
    means = cover_means(frame)
    shown = looks(frame)
    covers = means.groupby(["message_life", "graph"], sort=False)["cover"].first()
    panels = list(dict.fromkeys(means["message_life"]))
    ordered = {life: covers[life].sort_values(kind="stable") for life in panels}
    place = {(life, graph): n for life in panels for n, graph in enumerate(ordered[life].index)}
    keys = list(zip(means["message_life"], means["graph"], strict=True))
    data = summaries.rows(
        panel=[f"γ = {life}" for life, _ in keys],
        series=means["series"],
        x=[float(place[key]) for key in keys],
        estimate=means["estimate"],
        low=means["low"],
        high=means["high"],
        n=means["n"],
        band=summaries.MEAN,
    )
    with plotting.style():
        figure, axes = plotting.panels(len(panels), columns=len(panels), share_y=True, height=3.0)
        for life, ax in zip(panels, axes, strict=True):
            here = data[data["panel"] == f"γ = {life}"]
            apart = plotting.dodged(here, list(shown), sorted(here["x"].unique()), log=False)
            plotting.draw_points(ax, apart, shown, join=False)
            plotting.log_axes(ax, which="y")
            names = [f"{graph} ({cover:.3g})" for graph, cover in ordered[life].items()]
            ax.set_xticks(range(len(names)), names, rotation=40, ha="right")
            ax.set_title(f"γ = {life}")
            ax.set_xlabel("network (cliques of a greedy cover)")
        axes[0].set_ylabel(REGRET)
        legend = [plotting.line_key(name, look, linestyle="none") for name, look in shown.items()]
        plotting.finish(figure, legend + plotting.band_keys(data, bars=True), columns=2)
    return {"": Drawing(figure, data)}


def scaling_needs(config: Configuration) -> tuple[Need, ...]:
    """Return the need of the scaling figure."""
    return (Need(experiment="scaling"),)


def scaling_rows(results: Results, config: Configuration) -> pd.DataFrame:
    """Return per-agent final regret against agents, and group regret against rounds."""
    section = config.scaling
    frame = labelled(results["scaling"], "epsilon", "contamination")
    parts = []
    base = section.network.agents
    for panel, column, part in (
        ("agents", "agents", frame[frame["horizon"] == section.horizon]),
        ("rounds", "horizon", frame[frame["agents"] == base]),
    ):
        for values, cell in summaries.groups(part, "series", column):
            regret = cell["regret"].to_numpy() / cell["agents"].to_numpy()
            low, high = summaries.bands(regret, key=("scaling", panel, *values))[summaries.MEAN]
            parts.append(
                summaries.rows(
                    panel=panel,
                    series=values[0],
                    x=values[1],
                    estimate=regret.mean(),
                    low=low,
                    high=high,
                    n=regret.size,
                    band=summaries.MEAN,
                )
            )
    return summaries.concat(parts)


def plot_scaling(results: Results, config: Configuration) -> dict[str, Drawing]:
    """Draw regret an agent against the number of agents and of rounds."""
    data = scaling_rows(results, config)
    shown = looks(labelled(results["scaling"], "epsilon", "contamination"))
    names = {"agents": "agents M", "rounds": "rounds T of each agent"}
    with plotting.style():
        figure, axes = plotting.panels(2, columns=2, share_y=True)
        for panel, ax in zip(names, axes, strict=True):
            here = data[data["panel"] == panel]
            plotting.draw_points(ax, here, shown)
            plotting.log_axes(ax)
            ticks = sorted(np.unique(here["x"]))
            plotting.name_ticks(ax.xaxis, ticks)
            ax.set_xlabel(names[panel])
        axes[0].set_ylabel("group pseudo-regret\nper agent")
        keys = [plotting.line_key(name, look) for name, look in shown.items()]
        plotting.finish(figure, keys + plotting.band_keys(data, bars=True), columns=2)
    return {"": Drawing(figure, data)}


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
        needs=graphs_needs,
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
        needs=scaling_needs,
        plot=plot_scaling,
    ),
)
