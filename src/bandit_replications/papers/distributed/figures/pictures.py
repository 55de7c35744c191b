"""Pictures of mechanisms: phases over time, Reallocate, errors at dropped actions."""

import math

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.patches import Ellipse

from bandit_replications.experiments.needs import Need
from bandit_replications.inference import summaries
from bandit_replications.inference.summaries import Results
from bandit_replications.papers.distributed.figures.scaling import exact_rows, power
from bandit_replications.papers.distributed.parameters import Configuration
from bandit_replications.reporting import plotting, views
from bandit_replications.reporting.figures import Drawing, FigureSpec
from bandit_replications.reporting.styles import SOLID, LineStyle

DATA = "pictures"
TITLES = {
    "demab": "DEMAB",
    "halved": "Protocol S, halved widths",
    "squared": "Protocol S, squared widths",
}
BLUE, ORANGE, GREY = "#0072B2", "#E69F00", "0.85"


def plot_time_line(results: Results, config: Configuration) -> dict[str, Drawing]:
    """Draw the arms alive over time, a panel for each protocol, marks where numbers are sent."""
    frame, section = results[DATA], config.pictures
    frame = frame[frame["picture"].isin(TITLES)].sort_values(["picture", "x"])
    least = frame["x"].min() / 4
    later = frame[frame.groupby("picture").cumcount() > 0]
    data = exact_rows(panel=later["picture"], series="arms", x=later["x"], estimate=later["y"])

    def draw(ax: Axes, rows: pd.DataFrame, panel: str) -> None:
        mine = frame[frame["picture"] == panel]
        ends = mine["x"].to_numpy()
        ax.stairs(mine["y"].iloc[1:], ends, baseline=None, color=BLUE, linewidth=1.6)
        ax.axvspan(least, ends[0], color=GREY, linewidth=0)
        sent = np.diff(mine["z"], prepend=0) > 0
        ax.plot(ends[sent], np.zeros(sent.sum()), "|", color=ORANGE, markersize=11, clip_on=False)
        words = f"{mine['z'].iloc[-1] / section.agents:.0f} numbers an agent"
        ax.text(0.985, 0.9, words, transform=ax.transAxes, ha="right", va="top", fontsize=8)
        ax.text(least * 1.2, 5, "alone", fontsize=8)
        ax.set(xscale="log", xlim=(least, section.horizon), ylim=(0, section.arms * 1.1))

    drawing = views.grid(
        data,
        draw,
        {},
        panels=TITLES,
        columns=1,
        height=1.5,
        share="x",
        title=f"M = {section.agents}, K = {section.arms}, T = {power(section.horizon)}",
        x_label="time step",
        y_label="arms pulled",
        keys=[
            plotting.line_key("arms that some agent pulls", LineStyle(BLUE, SOLID, "")),
            plotting.mark_key("the server sends numbers", "|", colour=ORANGE),
        ],
        bands="",
    )
    return {"": drawing}


def plot_held_arms(results: Results, config: Configuration) -> dict[str, Drawing]:
    """Draw the arms of each agent before and after Reallocate as bars."""
    frame, section = results[DATA], config.pictures
    frame = frame[frame["picture"] == "held-arms"].sort_values("x")
    moved = int((frame["y"] - frame["y"].sum() // section.holders).clip(lower=0).sum())
    titles = {
        "y": f"before: {int(frame['y'].sum())} of {section.held} arms are left",
        "z": f"after: {moved} arms have moved, {2 * moved} numbers",
    }
    data = summaries.concat(
        exact_rows(panel=name, series=name, x=frame["x"], estimate=frame[name]) for name in titles
    )

    def draw(ax: Axes, rows: pd.DataFrame, panel: str) -> None:
        ax.bar(rows["x"], rows["estimate"], color=ORANGE if panel == "y" else BLUE)
        ax.axhline(section.held / section.holders, **views.GUIDE)
        ax.set_xlim(0.3, section.holders + 0.7)

    drawing = views.grid(
        data,
        draw,
        {},
        panels=titles,
        columns=2,
        height=2.2,
        share="y",
        x_label="agent",
        y_label="arms held",
        keys=[plotting.guide_key("K/M")],
        bands="",
    )
    return {"": drawing}


def plot_estimates(results: Results, config: Configuration) -> dict[str, Drawing]:
    """Draw two actions close to each other with the set of likely estimates, and real errors."""
    frame = results[DATA][results[DATA]["picture"] == "estimates"]
    beyond = (frame["y"].abs() > 1).mean()
    titles = {
        "directions": "φ = 0.4, not to scale",
        "errors": f"φ = 0.01: {beyond:.0%} beyond $2^{{-l}}$ at e2",
    }
    angle = 0.4
    ends = {"e1": (1.0, 0.0), "a": (math.cos(angle), math.sin(angle)), "e2": (0.0, 1.0)}
    along, across = np.array(list(ends.values())).T
    drawn = exact_rows(panel="directions", series=list(ends), x=along, estimate=across)
    errors = exact_rows(panel="errors", series="run", x=frame["x"], estimate=frame["y"])
    data = summaries.concat([drawn, errors])

    def draw(ax: Axes, rows: pd.DataFrame, panel: str) -> None:
        if panel == "errors":
            ax.axhspan(-1, 1, color=GREY, linewidth=0)
            ax.plot(rows["x"], rows["estimate"], ".", color=BLUE, markersize=2)
            ax.set_xlabel("error at e1, which is left, over $2^{-l}$")
            ax.set_ylabel("error at e2, which is dropped, over $2^{-l}$")
            return
        for name, (x, y) in ends.items():
            colour = ORANGE if name == "e2" else BLUE
            arrow = {"arrowstyle": "->", "color": colour, "linewidth": 1.5}
            ax.annotate("", (x, y), (0, 0), arrowprops=arrow)
            ax.text(1.06 * x, 1.06 * y, name, color=colour)
        # axes of V^-1/2 for V = (e1 e1' + a a')/2: along the bisector and across it
        axes = 0.2 / math.cos(angle / 2), 0.2 / math.sin(angle / 2)
        tilt = math.degrees(angle / 2)
        ax.add_patch(Ellipse((1, 0), *axes, angle=tilt, color=BLUE, alpha=0.2))
        ax.text(0.72, -0.42, "likely θ̂", color=BLUE)
        ax.set(aspect="equal", xticks=[], yticks=[], xlim=(-0.2, 1.5), ylim=(-0.6, 1.2))

    keys = [plotting.mark_key("estimate of a run", ".", colour=BLUE)]
    grid = views.grid(data, draw, {}, panels=titles, columns=2, height=3.0, keys=keys, bands="")
    return {"": grid}


TIME_LINE = FigureSpec(
    id="figure-time-line",
    title="Phases of DEMAB and of Protocol S",
    source="Protocol 3 and ours",
    caption=(
        "One run of each protocol on arms whose gaps fall from 0.8 to 0.002 by a constant ratio. "
        "Steps: arms that some agent pulls between two exchanges. Grey: stage 1, each agent alone. "
        "Orange marks: times at which the server sends numbers. Protocol S knows these times in "
        "advance, DEMAB does not. Time to base 10."
    ),
    needs=lambda config: (Need(experiment=DATA, where={"picture": tuple(TITLES)}),),
    plot=plot_time_line,
)
HELD_ARMS = FigureSpec(
    id="figure-held-arms",
    title="Reallocate after a stage 1 in which agents differ",
    source="Protocols 5 and 6",
    caption=(
        "Arms of each agent around the first Reallocate of one run of DEMAB, on the instance of "
        "figure-moved-arms, whose gap is the threshold of phase 1. Each agent is given about K/M "
        "arms and holds those that its own phase 1 has kept: few where its average of the good arm "
        "came out high, many where it came out low. A constant share of all K arms moves."
    ),
    needs=lambda config: (Need(experiment=DATA, where={"picture": ("held-arms",)}),),
    plot=plot_held_arms,
)
ESTIMATES = FigureSpec(
    id="figure-lemma-f-1",
    title="Lemma F.1 and dropped actions",
    source="Lemma F.1",
    caption=(
        "Left: the actions left e1 and a say little about the direction across them, close to e2: "
        "the set of likely estimates θ̂ around θ* = e1 is thin along them and long across. Right: "
        "errors of least squares in phase 3 of DELB, d = 3 and MT = 10^8, each a point. At e1 they "
        "are far below 2^-l; at e2 Lemma F.1 allows one run in MT outside the grey band."
    ),
    needs=lambda config: (Need(experiment=DATA, where={"picture": ("estimates",)}),),
    plot=plot_estimates,
)
PICTURES = (TIME_LINE, HELD_ARMS, ESTIMATES)
