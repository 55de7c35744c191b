"""The K best arms of [t] in Experiments 2 and 3: why the regret of fixed arms rises at T/3."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from bandit_replications.experiments.needs import Need
from bandit_replications.inference import summaries
from bandit_replications.inference.summaries import Results
from bandit_replications.papers.multiplayer.catalogue import scenario_title
from bandit_replications.papers.multiplayer.figures.online_regret import CHANGE_COLOUR
from bandit_replications.papers.multiplayer.parameters import Configuration
from bandit_replications.reporting import plotting, views
from bandit_replications.reporting.figures import Drawing, FigureSpec
from bandit_replications.runtime.errors import NotApplicable

EXPECTED = "expected loss per round so far"
COLOURS = ("#D55E00", "#0072B2", "#009E73", "#CC79A7")
POINTS = 361  # T/4, T/3 and 4T/9 among them


def leaders_needs(config: Configuration) -> tuple[Need, ...]:
    """Return no needs: the means of the losses are in the configuration.

    Raises
    ------
    NotApplicable
        If no scenario's means change.

    """
    if not any(one.changes for one in config.online_regret.scenarios):
        raise NotApplicable("shows losses that change; online_regret.scenarios has none")
    return ()


def plot_leaders(results: Results, config: Configuration) -> dict[str, Drawing]:
    """Draw each arm's expected loss per round so far, thick while it is among the K best."""
    section = config.online_regret
    scenarios = {one.name: one for one in section.scenarios if one.changes}
    players, shares, parts = section.players, np.linspace(0, 1, POINTS)[1:], []
    for name, scenario in scenarios.items():
        losses = scenario.losses(players=players, horizon=section.horizon)
        starts = np.append(losses.starts, section.horizon) / section.horizon
        spent = np.clip(shares[:, None], starts[:-1], starts[1:]) - starts[:-1]
        sums = spent @ losses.means / shares[:, None]
        kinds = np.unique(losses.means, axis=1, return_inverse=True)[1].ravel()
        for kind in dict.fromkeys(kinds):  # in the order of their first arms
            alike = np.flatnonzero(kinds == kind)
            own = sums[:, alike[:1]]
            best = (sums < own - 1e-12).sum(axis=1) < players  # ties share the last places
            label = f"arm{'s'[: alike.size - 1]} {', '.join(str(arm + 1) for arm in alike)}"
            rows = {"panel": name, "series": label, "x": shares, "estimate": own[:, 0]}
            parts.append(summaries.rows(**rows, n=best.astype(int), band=EXPECTED))

    def draw(ax: Axes, rows: pd.DataFrame, panel: str) -> None:
        for (label, line), colour in zip(rows.groupby("series", sort=False), COLOURS, strict=False):
            ax.plot(line["x"], line["estimate"], color=colour, linewidth=0.9, label=label)
            best = line["estimate"].where(line["n"] > 0)
            ax.plot(line["x"], best, color=colour, linewidth=4.0, alpha=0.5)
        for change in scenarios[panel].changes:
            share = change.after(section.horizon) / section.horizon
            ax.axvline(share, color=CHANGE_COLOUR, linestyle="--", linewidth=0.9)
        ax.legend(fontsize=7, frameon=True, facecolor="white", edgecolor="none", framealpha=1)
        ax.set_xlim(0, 1)

    drawing = views.grid(
        summaries.concat(parts),
        draw,
        {},
        panels={name: scenario_title(name) for name in scenarios},
        width=plotting.PAGE_WIDTH,
        x_label="share of the game, t/T",
        y_label="expected loss per round so far",
        keys=[
            plotting.legend_line("among the K best arms of [t]", color="0.4", linewidth=4.0),
            plotting.legend_line("a link changes", color=CHANGE_COLOUR, linestyle="--"),
        ],
        bands="",
    )
    return {"": drawing}


LEADERS = FigureSpec(
    id="figure-leaders",
    title="The K best arms of [t] in the experiments with changes",
    source="Section 5, Experiments 2 and 3",
    caption=(
        "Expected loss per round so far of each arm, thick while it is among the four best of [t], "
        "with which the online regret compares. A link changes at T/4, and only at T/3 do the "
        "lines cross; the link that fails at T/3 leaves at 4T/9. Until then players who never "
        "move lose no more than the set compared with."
    ),
    needs=leaders_needs,
    plot=plot_leaders,
)
