"""The one style of all figures: panels, marks, legends and axes, without matplotlib's global state.

A figure is drawn from long-form rows (`summaries.COLUMNS`), and those rows are its CSV.
"""

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

import matplotlib
import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import to_hex, to_rgb
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.ticker import LogLocator, NullLocator

from bandit_replications.inference.summaries import BOUND, MEAN, NEW_MEAN
from bandit_replications.reporting.styles import LineStyle
from bandit_replications.reporting.ticks import BetweenFewPowers

# A published picture is a column wide: 5.2 inches are legible at two thirds of it.
WIDTH = 5.2
PAGE_WIDTH = 7.2
DPI = 180
LEGEND_LINE = 0.18  # inches

REGRET_LABEL = "cumulative pseudo-regret\n(sum of plays × gap)"

STYLE: dict[Any, Any] = {
    "font.family": "DejaVu Sans",
    "font.size": 9.0,
    "axes.titlesize": 9.5,
    "axes.titlelocation": "left",
    "axes.titley": 1.0,
    "axes.labelsize": 9.0,
    "figure.labelsize": 9.0,
    "figure.titlesize": 10.0,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.linewidth": 0.7,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": "0.88",
    "grid.linewidth": 0.6,
    "xtick.labelsize": 8.5,
    "ytick.labelsize": 8.5,
    "legend.fontsize": 8.5,
    "legend.frameon": False,
    "legend.handlelength": 2.8,
    "legend.columnspacing": 1.4,
    "lines.linewidth": 1.5,
    "lines.markersize": 4.5,
    "savefig.dpi": DPI,
    "text.hinting": "no_hinting",  # widths of words are the same at every resolution
    "svg.fonttype": "path",
    "svg.hashsalt": "bandit-replications",
}


# --- Figures --------------------------------------------------------------------------------


@contextlib.contextmanager
def style() -> Iterator[None]:
    """Draw and write in the one style, whatever the user's own settings are."""
    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(STYLE)
        yield


def panels(
    number: int,
    *,
    columns: int = 1,
    width: float | None = None,
    height: float = 2.7,
    share_x: bool | Literal["col"] = False,
    share_y: bool | Literal["row"] = False,
) -> tuple[Figure, list[Axes]]:
    """Return a figure with so many panels in rows, and their axes in reading order.

    Parameters
    ----------
    number, columns : int
        At least 1 each.
    width : float, optional
        Inches; by default a column's for one panel, a page's for more.
    height : float
        Inches of one row; `finish` adds those of the legend.
    share_x, share_y : bool, "col" or "row"
        Same limits for all panels, or for those of a column or of a row, written at the outer
        ones only.

    """
    lines = -(-number // columns)
    if width is None:
        width = WIDTH if columns == 1 else PAGE_WIDTH
    figure = Figure(figsize=(width, height * lines), dpi=DPI, layout="constrained")
    # Layout and picture share its renderer, which keeps how wide each text is.
    FigureCanvasAgg(figure)
    grid = figure.subplots(lines, columns, squeeze=False, sharex=share_x, sharey=share_y)
    axes = list(grid.ravel())
    for spare in axes[number:]:
        spare.remove()
    return figure, axes[:number]


def finish(figure: Figure, handles: Sequence[Any], *, columns: int = 3) -> None:
    """Put one legend for all panels below them and settle the layout, once for all files.

    Parameters
    ----------
    figure : Figure
        Grows by the legend's height.
    handles : sequence of legend entries
    columns : int
        Columns of the legend, or fewer if it would be wider than the figure.

    """
    columns = min(columns, len(handles))
    while True:
        legend = figure.legend(handles=list(handles), loc="outside lower center", ncols=columns)
        if columns == 1 or legend.get_window_extent().width <= figure.bbox.width:
            break
        legend.remove()
        columns -= 1
    lines = -(-len(handles) // columns)
    figure.set_figheight(figure.get_figheight() + LEGEND_LINE * lines)
    engine = figure.get_layout_engine()
    if engine is not None:
        engine.execute(figure)
        figure.set_layout_engine(None)


# --- Marks ----------------------------------------------------------------------------------


def draw_curves(axes: Axes, data: pd.DataFrame, styles: Mapping[str, LineStyle]) -> None:
    """Draw each series as a line with a light interval and the dotted edges of a new mean's band.

    Parameters
    ----------
    axes : Axes
        Drawn on.
    data : DataFrame
        Rows of one panel.
    styles : mapping
        LineStyle of each series; a series without one is a bound or a guide and drawn elsewhere.

    """
    for number, (name, style) in enumerate(styles.items()):
        part = data[data["series"] == name]
        if part.empty:
            continue
        for band, run in part.groupby("band", sort=False):
            x = run["x"].to_numpy()
            if band == MEAN:
                axes.fill_between(x, run["low"], run["high"], color=style.colour, alpha=0.25, lw=0)
                axes.plot(x, run["estimate"], markevery=(0.04 + 0.05 * number, 0.2), **style.line)
            else:
                for edge in ("low", "high"):
                    axes.plot(x, run[edge], color=style.colour, **EDGE)


EDGE: Mapping[str, Any] = {"linestyle": (0, (1.0, 1.6)), "linewidth": 0.8}


def draw_points(
    axes: Axes, data: pd.DataFrame, styles: Mapping[str, LineStyle], *, join: bool = True
) -> None:
    """Draw each series as points with intervals; one without x is a level across the panel.

    The interval of the mean is a solid bar, the band of a new mean has dotted whiskers with caps.
    """
    for name, style in styles.items():
        part = data[data["series"] == name]
        for band, run in part.groupby("band", sort=False):
            if run["x"].isna().all():
                _draw_level(axes, run.iloc[0], style, is_mean=band == MEAN)
                continue
            x, y = run["x"].to_numpy(), run["estimate"].to_numpy()
            spread = np.abs(run[["low", "high"]].to_numpy().T - y)
            if band == MEAN:
                line = style.line if join else {**style.line, "linestyle": "none"}
                axes.errorbar(x, y, yerr=spread, elinewidth=3.0, capsize=0, **line)
            else:
                *_, bars = axes.errorbar(
                    x, y, yerr=spread, fmt="none", ecolor=style.colour, elinewidth=1.0, capsize=3
                )
                bars[0].set_linestyle(EDGE["linestyle"])


def _draw_level(axes: Axes, row: Any, style: LineStyle, *, is_mean: bool) -> None:
    if is_mean:
        axes.axhspan(row["low"], row["high"], color=style.colour, alpha=0.2, lw=0)
        axes.axhline(row["estimate"], **{**style.line, "marker": ""})
        return
    for edge in ("low", "high"):
        axes.axhline(row[edge], color=style.colour, **EDGE)


def draw_bound(axes: Axes, run: pd.DataFrame, colour: str) -> None:
    """Draw a bound: a thin line with sparse dots, in its series' colour."""
    axes.plot(run["x"], run["estimate"], color=colour, **BOUND_LINE)


BOUND_LINE: Mapping[str, Any] = {"linewidth": 1.0, "linestyle": (0, (8.0, 2.0, 1.0, 2.0, 1.0, 2.0))}


def dodged(
    data: pd.DataFrame, series: Sequence[str], values: Sequence[float], *, log: bool
) -> pd.DataFrame:
    """Return points moved aside, a step for each series, so that none hides another.

    On equal distances x becomes the position among `values`; else it is moved by a factor.
    """
    step = data["series"].map({name: i - (len(series) - 1) / 2 for i, name in enumerate(series)})
    if log:
        return data.assign(x=data["x"] * 1.06**step)
    position = data["x"].map({value: float(i) for i, value in enumerate(values)})
    return data.assign(x=position + 0.11 * step)


def draw_marks(axes: Axes, data: pd.DataFrame, style: LineStyle, *, fill: str) -> None:
    """Draw points with their intervals, not joined, the inside of their marks in a colour."""
    spread = np.abs(data[["low", "high"]].to_numpy().T - data["estimate"].to_numpy())
    axes.errorbar(
        data["x"],
        data["estimate"],
        yerr=spread,
        linestyle="none",
        marker=style.marker,
        color=style.colour,
        markerfacecolor=fill,
        elinewidth=2.0,
    )


def level_offset(levels: Sequence[float], level: float) -> float:
    """Return where a level's mark stands within a line: from top (negative) to bottom."""
    if len(levels) == 1:
        return 0.0
    return 0.4 * (list(levels).index(level) / (len(levels) - 1) - 0.5)


def level_fill(colour: str, levels: Sequence[float], level: float) -> str:
    """Return the inside of a level's mark: from white for the first to full for the last."""
    share = 1.0 if len(levels) == 1 else list(levels).index(level) / (len(levels) - 1)
    red, green, blue = (1 - share * (1 - part) for part in to_rgb(colour))
    return to_hex((red, green, blue))


def annotate(axes: Axes, text: str, x: float, y: float) -> None:
    """Write a few words above a point."""
    axes.annotate(
        text,
        (x, y),
        xytext=(0, 2),
        textcoords="offset points",
        fontsize=7,
        color="0.2",
        zorder=1.9,  # over the grid, under the lines
        bbox={"facecolor": "white", "linewidth": 0, "pad": 0.4},
    )


# --- Legends --------------------------------------------------------------------------------


def legend_line(label: str, **words: Any) -> Any:
    """Return the legend entry of a line, the same inside and outside of `style`."""
    width, size = STYLE["lines.linewidth"], STYLE["lines.markersize"]
    own = {"linewidth": width, "markersize": size, "markeredgewidth": 1.0, "linestyle": "-"}
    return Line2D([], [], label=label, **{**own, **words})


def line_key(name: str, style: LineStyle, **changes: Any) -> Any:
    """Return the legend entry of an algorithm."""
    return legend_line(style.label(name), **{**style.line, **changes})


def bound_key(label: str, colour: str) -> Any:
    """Return the legend entry of a bound."""
    return legend_line(label, color=colour, **BOUND_LINE)


def band_keys(data: pd.DataFrame, *, bars: bool = False) -> list[Any]:
    """Return legend entries for the bands that the rows have; as bars for points."""
    keys: list[Any] = []
    for band in data["band"].unique():
        if band == BOUND:
            continue
        if band.startswith(NEW_MEAN):
            keys.append(legend_line(band, color="0.35", **EDGE))
        elif bars:
            keys.append(legend_line(band, color="0.45", linewidth=3.0))
        else:
            keys.append(Patch(label=band, facecolor="0.7", linewidth=0))
    return keys


def mark_key(
    label: str, marker: str, *, colour: str = "0.35", fill: str | None = None, **line: Any
) -> Any:
    """Return the legend entry of a mark, or of words alone with an empty marker."""
    return legend_line(
        label,
        linestyle="none",
        marker=marker or "none",
        color=colour,
        markerfacecolor=colour if fill is None else fill,
        **line,
    )


def level_keys(levels: Sequence[float], template: str, *, none: str = "") -> list[Any]:
    """Return a legend entry for each level of filled marks, and one for marks without a level."""
    keys = [
        mark_key(template.format(level), "o", fill=level_fill("#595959", levels, level))
        for level in levels
    ]
    return keys + ([mark_key(none, "D")] if none else [])


def guide_key(label: str) -> Any:
    """Return the legend entry of a plain grey guide."""
    return legend_line(label, color="0.4", linewidth=1)


# --- Axes -----------------------------------------------------------------------------------


def linear_axes(axes: Axes) -> None:
    """Start both axes at zero, with thousands and millions written k and M."""
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_formatter(thousands)
    axes.set_xlim(left=0)
    axes.set_ylim(bottom=0)
    axes.margins(x=0.01)


def thousands(value: float, _position: float = 0) -> str:
    """Return a tick's number with k for thousands and M for millions."""
    for scale, letter in ((1e6, "M"), (1e3, "k")):
        if abs(value) >= scale:
            return f"{value / scale:g}{letter}"
    return f"{value:g}"


def log_axes(axes: Axes, *, which: Literal["both", "x", "y"] = "both") -> None:
    """Make axes logarithmic, base 10; call it when everything is drawn."""
    if which != "y":
        axes.set_xscale("log")
        axes.xaxis.set_minor_locator(BetweenFewPowers())
    if which != "x":
        axes.set_yscale("log", nonpositive="clip")
        axes.yaxis.set_minor_locator(BetweenFewPowers())


def short_log_x(axes: Axes) -> None:
    """Make x logarithmic (base 10) where it may span few decades: ticks at 1, 2, 5, 10, …."""
    axes.set_xscale("log")
    axes.xaxis.set_major_locator(LogLocator(subs=(1.0, 2.0, 5.0)))
    axes.xaxis.set_minor_locator(NullLocator())
    axes.xaxis.set_major_formatter(thousands)


def name_ticks(axis: Axis, values: Sequence[float]) -> None:
    """Put ticks at these values only, written as they are."""
    axis.set_ticks(list(values), [f"{value:g}" for value in values])
    axis.set_ticks([], minor=True)


def name_lines(axes: Axes, names: Sequence[str]) -> None:
    """Name horizontal lines 0, 1, … from the top down."""
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.tick_params(axis="y", length=0)
