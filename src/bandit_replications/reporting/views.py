"""Views of results: a grid of panels with curves, points or marks in lines, and one legend.

A figure computes its rows (`summaries.COLUMNS`), names a view for the panels, and gets the drawing.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from bandit_replications.inference import summaries
from bandit_replications.inference.ratios import RATIO
from bandit_replications.reporting import plotting
from bandit_replications.reporting.figures import Drawing
from bandit_replications.reporting.styles import LineStyle, LineStyles

Draw = Callable[[Axes, pd.DataFrame, str], None]  # axes, rows of one panel, its name
Scale = Literal["log", "log x", "log y", "short log x", "linear", ""]
GUIDE: Mapping[str, Any] = {"color": "0.4", "linewidth": 1}


def grid(
    data: pd.DataFrame,
    draw: Draw,
    styles: Mapping[str, LineStyle],
    *,
    panels: Mapping[str, str] | Sequence[str] | None = None,
    columns: int = 2,
    width: float | None = None,
    height: float = 2.7,
    heights: Sequence[float] | None = None,
    share: Literal["", "x", "y", "xy", "row", "col row"] = "",
    title: str = "",
    x_label: str = "",
    y_label: str = "",
    side_label: str = "",
    keys: Sequence[Any] = (),
    bands: Literal["bars", "areas", ""] = "bars",
    legend: int = 2,
) -> Drawing:
    """Return a drawing with a panel for each value of the column `panel`, and its rows.

    Parameters
    ----------
    data : DataFrame
        Rows with the columns `summaries.COLUMNS`.
    draw : callable
        Draws the rows of one panel: `curves`, `points`, `marks`, or a function of the figure.
    styles : mapping
        LineStyle of each series in the legend; those without rows are left out.
    panels : mapping or sequence, optional
        Titles of the panels by name, in order; by default the names in order of appearance.
    columns : int
        Panels in a row, or fewer where there are fewer panels.
    width, height : float
        Inches of the figure and of one row, see `plotting.panels`.
    heights : sequence of float, optional
        Relative heights of the rows.
    share : str
        Axes with the same limits in all panels, or x in a column ("col") and y in a row ("row"); a
        shared x is labelled below the last row alone.
    title : str
        Above all panels.
    x_label, y_label : str
        Below the panels, and beside the first panel of each row.
    side_label : str
        Beside all rows together, in place of `y_label`.
    keys : sequence of legend entries
        Those between the series and the bands.
    bands : str
        How the legend shows intervals; empty if it does not.
    legend : int
        Columns of the legend.

    """
    names = list(data["panel"].unique()) if panels is None else list(panels)
    titles = panels if isinstance(panels, Mapping) else {name: name for name in names}
    columns = min(columns, len(names))
    with plotting.style():
        figure, axes = plotting.panels(
            len(names),
            columns=columns,
            width=width,
            height=height,
            share_x="col" if "col" in share else "x" in share,
            share_y="row" if "row" in share else "y" in share,
        )
        rows = axes[0].get_gridspec()
        if heights is not None and rows is not None:
            rows.set_height_ratios(heights)
        for number, (name, ax) in enumerate(zip(names, axes, strict=True)):
            ax.set_title(titles[name])
            draw(ax, data[data["panel"] == name], name)
            if share in ("", "y", "row") or number >= len(names) - columns:
                ax.set_xlabel(ax.get_xlabel() or x_label)
            if number % columns == 0:
                ax.set_ylabel(ax.get_ylabel() or y_label)
        if side_label:
            figure.supylabel(side_label)
        if title:
            figure.suptitle(title, x=0.01, ha="left")
        drawn = set(data["series"])
        entries = [
            plotting.line_key(name, style) for name, style in styles.items() if name in drawn
        ]
        entries += keys
        if bands:
            entries += plotting.band_keys(data, bars=bands == "bars")
        plotting.finish(figure, entries, columns=legend)
    return Drawing(figure, data)


def interpretations(
    ratios: pd.DataFrame,
    styles: LineStyles,
    *,
    epsilons: Sequence[float],
    line: float,
    x_label: str,
    panel: str | None = None,
) -> Drawing:
    """Return the drawing of ratios to the main interpretation, a line of marks for each other.

    Parameters
    ----------
    ratios : DataFrame
        algorithm, reading, epsilon, and the columns of `ratios_to_main`.
    styles : LineStyles
        The paper's.
    epsilons : sequence of float
        Each has a mark of its own in a line.
    line : float
        Inches of a line.
    x_label : str
    panel : str, optional
        Column with the panels' names.

    """
    names, colours = named_lines(ratios, styles)
    data = summaries.mean_rows(
        ratios,
        panel="" if panel is None else ratios[panel],
        series=names,
        x=ratios["epsilon"],
        estimate="ratio",
        band=RATIO,
    )
    levels = sorted(epsilons)
    none = "not private" if data["x"].isna().any() else ""
    return grid(
        data,
        marks(colours, levels=levels),
        {},
        columns=1,
        width=plotting.PAGE_WIDTH,
        height=0.7 + line * len(colours),
        x_label=x_label,
        keys=plotting.level_keys(levels, "ε = {:g}", none=none),
        bands="",
        legend=3,
    )


def named_lines(
    ratios: pd.DataFrame, styles: LineStyles, series: str = "algorithm"
) -> tuple[list[str], dict[str, str]]:
    """Return the name of each ratio's line, by algorithm and interpretation, and lines' colours."""
    names, colours = [], {}
    for algorithm, reading in zip(ratios[series], ratios["reading"], strict=True):
        names.append(f"{styles.name(algorithm)}: {reading.replace('-', ' ')}")
        colours[names[-1]] = styles.of([algorithm])[algorithm].colour
    return names, colours


# --- Contents of a panel --------------------------------------------------------------------


def curves(styles: Mapping[str, LineStyle], *, log: bool) -> Draw:
    """Return the drawing of curves with their bands, on axes from zero or to base 10."""

    def draw(axes: Axes, rows: pd.DataFrame, _panel: str = "") -> None:
        plotting.draw_curves(axes, rows, styles)
        rescale(axes, "log" if log else "linear")

    return draw


def points(
    styles: Mapping[str, LineStyle],
    *,
    scale: Scale = "log",
    bounds: Mapping[str, str] | None = None,
    level: float | None = None,
    apart: bool = False,
    join: bool = True,
    ticks: float = 0.0,
) -> Draw:
    """Return the drawing of points with intervals; series without x are levels.

    Parameters
    ----------
    styles : mapping
        LineStyle of each series.
    scale : str
    bounds : mapping, optional
        Colour of each series that is a bound or a guide: a thin line below the points.
    level : float, optional
        Height of a grey line.
    apart : bool
        Move series aside by a factor of x, so that none hides another.
    join : bool
        Join the points of a series.
    ticks : float
        Write every x of the panel at the axis that is so many times the one before (1: all).

    """

    def draw(axes: Axes, rows: pd.DataFrame, _panel: str = "") -> None:
        if level is not None:
            axes.axhline(level, **GUIDE)
        for name, colour in (bounds or {}).items():
            plotting.draw_bound(axes, rows[rows["series"] == name], colour)
        here = rows[~rows["series"].isin(bounds or ()) & (rows["band"] != summaries.BOUND)]
        shown = plotting.dodged(here, list(styles), [], log=True) if apart else here
        plotting.draw_points(axes, shown, _of(styles, here), join=join)
        rescale(axes, scale)
        if ticks:
            plotting.name_ticks(axes.xaxis, spread(here["x"], ticks))

    return draw


def marks(
    colours: Mapping[str, str],
    *,
    names: Sequence[str] | None = None,
    levels: Sequence[float] = (),
    scale: Scale = "",
    guide: float | None = 1.0,
) -> Draw:
    """Return the drawing of estimates with intervals, a horizontal line for each series.

    Parameters
    ----------
    colours : mapping
        Colour of each series, in the order of the lines.
    names : sequence of str, optional
        Names of the lines where they are not those of the series.
    levels : sequence of float
        Values of x, each with a mark of its own in a line.
    scale : str
        Of the estimates, on the horizontal axis.
    guide : float, optional
        Place of a grey vertical line.

    """

    def draw(axes: Axes, rows: pd.DataFrame, _panel: str = "") -> None:
        if guide is not None:
            axes.axvline(guide, **GUIDE)
        for height, (name, colour) in enumerate(colours.items()):
            here = rows[rows["series"] == name]
            _draw_marks(axes, here, height=height, levels=levels, colour=colour)
        plotting.name_lines(axes, list(names or colours))
        rescale(axes, scale)

    return draw


def rescale(axes: Axes, scale: Scale) -> None:
    """Give axes a scale once everything is drawn."""
    if scale == "linear":
        plotting.linear_axes(axes)
    elif scale == "short log x":
        plotting.short_log_x(axes)
    elif scale == "log":
        plotting.log_axes(axes)
    elif scale:
        plotting.log_axes(axes, which="x" if scale == "log x" else "y")


def spread(values: Any, factor: float) -> list[float]:
    """Return distinct values in order, each at least so many times the one before."""
    kept: list[float] = []
    for value in np.unique(pd.Series(values).dropna()):
        if not kept or value >= factor * kept[-1]:
            kept.append(float(value))
    return kept


def _draw_marks(
    axes: Axes, data: pd.DataFrame, *, height: int, levels: Sequence[float], colour: str
) -> None:
    """Draw estimates with intervals along a horizontal line, a mark for each level x of a list.

    Marks of different levels stand under one another and differ in their inside; without a level
    (null x) the mark is a diamond.
    """
    for _, row in data.iterrows():
        level = row["x"]
        nothing = np.isnan(level)
        fill = colour if nothing else plotting.level_fill(colour, levels, level)
        axes.errorbar(
            row["estimate"],
            height + (0 if nothing else plotting.level_offset(levels, level)),
            xerr=[[row["estimate"] - row["low"]], [row["high"] - row["estimate"]]],
            marker="D" if nothing else "o",
            color=colour,
            markerfacecolor=fill,
            elinewidth=1.4,
        )


def _of(styles: Mapping[str, LineStyle], rows: pd.DataFrame) -> dict[str, LineStyle]:
    """Return the styles of the series that have rows."""
    drawn = set(rows["series"])
    return {name: style for name, style in styles.items() if name in drawn}
