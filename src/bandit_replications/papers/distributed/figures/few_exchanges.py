"""Worst regret against numbers, exchanges and agents: what few exchanges buy."""

from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from bandit_replications.experiments.needs import Need, require_several
from bandit_replications.inference import summaries
from bandit_replications.inference.summaries import BOUND, MEAN, Results
from bandit_replications.papers.distributed.analysis.few_exchanges import (
    COUNTED,
    DATA,
    over_root,
    worst_at_base,
)
from bandit_replications.papers.distributed.analysis.growth import Point
from bandit_replications.papers.distributed.catalogue import STYLES
from bandit_replications.papers.distributed.figures.scaling import exact_rows, mean_row, power
from bandit_replications.papers.distributed.parameters import Configuration
from bandit_replications.papers.distributed.theory import bounds, elimination_worst, protocol_s
from bandit_replications.reporting import plotting, views
from bandit_replications.reporting.figures import Drawing, FigureSpec
from bandit_replications.reporting.styles import SOLID, LineStyle

SILENT, FULL = 0.1, 1000  # where no number and 2 MT of them are drawn on the logarithmic axis
SHARING = "immediate-sharing"  # too many steps to run: its closed form
SHARP, FIXED = "Theorem 2, sharpened", "Theorem E, fixed times"
# J exchanges have a shade of one colour; series are named where they are drawn.
SHADES = ("#F2C14E", "#E69F00", "#B26B00", "#7A4900")
STYLE_OF = {
    **{name: LineStyle(SHADES[number], SOLID, "oXsD"[number]) for name, number in COUNTED.items()},
    "squared": LineStyle("#56B4E9", SOLID, "P"),
    "halved": LineStyle("#CC79A7", SOLID, "v"),
}
# Where points lie close together: J = 3, squared, halved and DEMAB; J = 0 and elimination alone.
LABEL_AT: dict[str, dict[str, Any]] = {
    "J=3": {"xytext": (-3, -4), "ha": "right", "va": "top"},
    "squared": {"xytext": (-2, -5), "va": "top"},
    "halved": {"xytext": (3, 5), "ha": "center"},
    "demab": {"xytext": (5, -3)},
    SHARING: {"xytext": (4, -5), "ha": "right", "va": "top"},
    "J=0": {"xytext": (6, 3)},
    "independent-elimination": {"xytext": (-3, -6), "va": "top"},
}
LABELS = {
    "numbers": "numbers sent, an agent",
    "exchanges": "exchanges at fixed times, J",
    "agents": "agents M",
}


def few_exchanges_needs(config: Configuration) -> tuple[Need, ...]:
    """Return the need of the figure on few exchanges."""
    require_several(config.few_exchanges.agents, "few_exchanges.agents")
    return (Need(experiment=DATA),)


def worst_by_agents(results: Results, config: Configuration) -> dict[str, list[Point]]:
    """Return each protocol's runs at its worst gap with the arms of the base, by agents."""
    return {
        name: sorted(worst_at_base(results, config, name), key=lambda point: point.size.agents)
        for name in config.few_exchanges.algorithms
    }


def _row(panel: str, series: str, x: float, point: Point) -> pd.DataFrame:
    place = {"panel": panel, "series": series, "x": x}
    return mean_row(over_root(point), key=(DATA, series, *point.size), place=place)


def _exact(last: Point) -> pd.DataFrame:
    """Return immediate sharing and both lower bounds at the size of the most agents."""
    size = dict(zip(("agents", "arms", "horizon"), last.size, strict=True))
    root, agents = protocol_s.root(**size), last.size.agents
    sent = np.array([0, *np.geomspace(2 * SILENT, 1 - 1 / last.size.width, 40)[:-1]])
    sharp = [bounds.theorem_2_sharp(**size, budget=one * agents) / root for one in sent]
    times = np.arange(7)
    fixed = [protocol_s.fixed_times(**size, exchanges=int(one)) / root for one in times]
    shared = [elimination_worst.sharing_worst(**size) / root]
    return summaries.concat(
        exact_rows(panel=panel, series=series, x=x, estimate=y, band=band)
        for panel, series, x, y, band in (
            ("numbers", SHARING, [FULL], shared, MEAN),
            ("numbers", SHARP, np.maximum(sent, SILENT), sharp, BOUND),
            ("exchanges", FIXED, times, fixed, BOUND),
        )
    )


def plot_few_exchanges(results: Results, config: Configuration) -> dict[str, Drawing]:
    """Draw worst regret over numbers an agent, over exchanges, and over agents."""
    runs, parts = worst_by_agents(results, config), []
    for name, points in runs.items():
        last = points[-1]
        sent = float(last.communication.mean()) / last.size.agents
        parts.append(_row("numbers", name, max(sent, SILENT), last))
        if name in COUNTED:
            parts.append(_row("exchanges", name, COUNTED[name], last))
        if COUNTED.get(name, 3) < 3:
            parts += [_row("agents", name, point.size.agents, point) for point in points]
    last = next(iter(runs.values()))[-1]
    styles = {**STYLES.of([SHARING, *(name for name in runs if name not in STYLE_OF)]), **STYLE_OF}

    def draw(ax: Axes, rows: pd.DataFrame, panel: str) -> None:
        scale: views.Scale = "log y" if panel == "exchanges" else "log"
        lines = {SHARP: "0.3", FIXED: "0.3"}
        views.points(styles, bounds=lines, scale=scale)(ax, rows, panel)
        ax.set_xlabel(LABELS[panel])
        for series, mine in rows[rows["band"] == MEAN].groupby("series", sort=False):
            end = mine.iloc[-1]
            name = "alone" if series == "independent-elimination" else STYLES.name(str(series))
            place, side = (end["x"], end["estimate"]), LABEL_AT.get(str(series), {})
            text: dict[str, Any] = {"xytext": (4, 4), "textcoords": "offset points", "fontsize": 7}
            ax.annotate(name, place, **(text | side if panel == "numbers" else text))
            if panel == "agents":
                slope = 2.0 ** -(COUNTED[str(series)] + 1)
                line = end["estimate"] * (mine["x"] / end["x"]) ** slope
                ax.plot(mine["x"], line, **views.GUIDE)
        if panel == "numbers":
            ax.axvline(1 - 1 / last.size.width, **views.GUIDE)
            ax.set_ylim(bottom=0.01)
            ax.set_xticks([SILENT, 1, 10, 100, FULL], ["none", "1", "10", "100", "2MT"])

    many = f"M = {last.size.agents}"
    drawing = views.grid(
        summaries.concat([*parts, _exact(last)]),
        draw,
        {},
        panels={"numbers": many, "exchanges": many, "agents": "J = 0, 1, 2"},
        columns=3,
        height=2.9,
        title=f"K = {last.size.width}, T = {power(last.size.horizon)}",
        y_label="worst regret of all agents\nover √(KMT ln(MKT))",
        keys=[
            plotting.bound_key("lower bounds", "0.3"),
            plotting.guide_key("(1 - 1/K) M numbers; slopes ½, ¼, ⅛"),
        ],
    )
    return {"": drawing}


FEW_EXCHANGES = FigureSpec(
    id="figure-few-exchanges",
    title="Few exchanges",
    source="Section 3.4, ours",
    caption=(
        "Mean pseudo-regret of all agents at the gap that is worst for each protocol (two arms, "
        "m = 4 ln(MKT)/w² pulls everywhere). Left: over the numbers sent, an agent; below "
        "(1 - 1/K) M in all, the grey line, Theorem 2 sharpened allows nothing below the line "
        "of dashes and dots; immediate sharing, 2 MT numbers an agent beyond a gap in the axis, is "
        "the closed form of UCB1's worst regret, as its steps are too many to run. Middle: "
        "Protocol S with J exchanges at fixed times, with the bound on all protocols with J such "
        "exchanges (Theorem E). Right: over the agents; grey lines have the slopes 2^-(J+1). Steps "
        "come from stage 1, whose phases halve their widths. Axes to base 10 but for J; bars: 95% "
        "interval of the mean."
    ),
    needs=few_exchanges_needs,
    plot=plot_few_exchanges,
)
