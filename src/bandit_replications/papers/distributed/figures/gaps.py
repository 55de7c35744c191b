"""Regret at every gap, with few and with many agents: where Table 1's regret bounds are tight."""

import math

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from bandit_replications.experiments.needs import Need
from bandit_replications.inference import summaries
from bandit_replications.inference.summaries import BOUND, MEAN, Results
from bandit_replications.papers.distributed.analysis.growth import (
    GAPS,
    LETTERS,
    WIDTHS,
    gap_points,
    section_of,
)
from bandit_replications.papers.distributed.catalogue import STYLES
from bandit_replications.papers.distributed.figures.scaling import (
    exact_rows,
    figure_of,
    mean_row,
    power,
)
from bandit_replications.papers.distributed.parameters import Configuration
from bandit_replications.papers.distributed.table_parameters import Size
from bandit_replications.reporting import plotting, views
from bandit_replications.reporting.figures import Drawing
from bandit_replications.runtime.errors import NotApplicable

IN_TURN = "all options in turn, which learns nothing"


def gaps_needs(config: Configuration, *, table: str) -> tuple[Need, ...]:
    """Return the needs of a half's regret at every gap."""
    if not section_of(config, GAPS[table]).agents:
        raise NotApplicable(f"the run's {GAPS[table]} has no number of agents")
    return (Need(experiment=GAPS[table]),)


def sizes_of(config: Configuration, table: str) -> list[Size]:
    """Return the sizes that are drawn: the three fewest agents, at the longest horizon of all."""
    section = section_of(config, GAPS[table])
    horizon = max(section.base.horizons)
    every = sorted({*section.agents, section.base.agents})[:3]
    return [Size(agents, section.width, horizon) for agents in every]


def scale_of(size: Size, table: str) -> float:
    """Return the scale of regret: sqrt(MKT ln T), or d sqrt(MT ln T)."""
    root = math.sqrt(size.agents * size.horizon * math.log(size.horizon))
    return root * (math.sqrt(size.width) if WIDTHS[table] == "arms" else size.width)


def regret_over_gaps(results: Results, config: Configuration, table: str) -> pd.DataFrame:
    """Return mean regret over `scale_of` at each gap, with intervals; a panel for each size."""
    sizes = sizes_of(config, table)
    parts = []
    for algorithm in section_of(config, GAPS[table]).algorithms:
        points = gap_points(results[GAPS[table]], table=table, algorithm=algorithm)
        for size in sizes:
            for point in points.get(size, []):
                key = (GAPS[table], algorithm, *size, str(point.gap))
                place = {"panel": f"M = {size.agents}", "series": algorithm, "x": point.gap}
                scale = scale_of(size, table)
                parts.append(mean_row(point.regret, key=key, place=place, scale=scale))
    measured = summaries.concat(parts)
    return summaries.concat([measured, *(_in_turn(size, table, measured) for size in sizes)])


def _in_turn(size: Size, table: str, measured: pd.DataFrame) -> pd.DataFrame:
    panel = f"M = {size.agents}"
    gaps = np.unique(measured.loc[measured["panel"] == panel, "x"])
    lost = size.agents * size.horizon * (1 - 1 / size.width) * gaps / scale_of(size, table)
    return exact_rows(panel=panel, series=IN_TURN, x=gaps, estimate=lost, band=BOUND)


def plot_gaps(results: Results, config: Configuration, *, table: str) -> dict[str, Drawing]:
    """Draw regret over the gap, a panel for each number of agents; both axes logarithmic."""
    data = regret_over_gaps(results, config, table)
    sizes = sizes_of(config, table)
    styles = STYLES.of(section_of(config, GAPS[table]).algorithms)
    top = float(data.loc[data["band"] == MEAN, "estimate"].max()) * 2

    def draw(ax: Axes, rows: pd.DataFrame, panel: str) -> None:
        views.points(styles, bounds={IN_TURN: "0.3"})(ax, rows, panel)
        ax.set_ylim(bottom=0.1, top=top)

    letter = LETTERS[WIDTHS[table]]
    inside = "√(MKT ln T)" if letter == "K" else "(d √(MT ln T))"
    drawing = views.grid(
        data,
        draw,
        styles,
        panels=[f"M = {size.agents}" for size in sizes],
        columns=len(sizes),
        height=2.6,
        share="y",
        title=f"{letter} = {sizes[0].width}, T = {power(sizes[0].horizon)}",
        x_label="gap",
        y_label=f"pseudo-regret of all agents\nover {inside}",
        keys=[plotting.bound_key(IN_TURN, "0.3")],
    )
    return {"": drawing}


CAPTION = (
    "Mean pseudo-regret of all agents at each gap between {options}, over the root in Table 1's "
    "bound, which bounds the highest points: they stay where they are with more agents that share "
    "what they learn, else rise with the root of M. Curves hide those before them in the key. Both "
    "axes to base 10; bars: 95% interval of the mean, mostly smaller than the marks."
)

GAPS_FIGURES = tuple(
    figure_of(
        gaps_needs,
        plot_gaps,
        f"figure-{GAPS[table]}",
        f"Regret at every gap: {bandits} bandits",
        CAPTION.format(options=options),
        table=table,
    )
    for table, bandits, options in (
        ("table-1-arms", "multi-armed", "one good arm and the others"),
        ("table-1-linear", "linear", "one good unit vector and the others, the actions of the set"),
    )
)
