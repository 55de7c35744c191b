"""Table 1 in pictures: regret and communication over the horizon, the agents, arms or dimension."""

import functools
from collections.abc import Callable, Mapping, Sequence
from itertools import product
from typing import Any, NamedTuple

import pandas as pd
from matplotlib.axes import Axes

from bandit_replications.bandits.streams import Key
from bandit_replications.experiments.needs import Need, require_several
from bandit_replications.inference import summaries
from bandit_replications.inference.resampling import Floats
from bandit_replications.inference.summaries import MEAN, Results
from bandit_replications.papers.distributed.analysis.growth import (
    COMMUNICATION,
    QUANTITIES,
    REGRET,
    Point,
    along,
    instance_names,
    points_of,
    section_of,
    size_of,
)
from bandit_replications.papers.distributed.catalogue import STYLES
from bandit_replications.papers.distributed.parameters import Configuration
from bandit_replications.reporting import plotting, views
from bandit_replications.reporting.figures import Drawing, FigureSpec

LABELS = {
    REGRET: "pseudo-regret of all agents\n(pulls × gap)",
    COMMUNICATION: "communication\n(integers and reals sent)",
}
FEW_DECADES = 100.0  # powers of ten within less than this are too few ticks
SIZES = {
    "horizon": "horizon T (time steps)",
    "agents": "agents M",
    "arms": "arms K",
    "dimension": "dimension d",
}


class Panel(NamedTuple):
    """One column of a figure: an instance, and the horizon at which another size changes."""

    instance: str
    horizon: int | None

    @property
    def title(self) -> str:
        """Words above the column."""
        if self.horizon is None:
            return f"instance {self.instance}"
        return f"{self.instance}, T = {power(self.horizon)}"


def power(number: int) -> str:
    """Return a power of ten of at least 1000 as 10^k, another number as it is or as m 10^k."""
    digits = str(number)
    leading = digits.rstrip("0")
    if len(digits) < 4 or len(leading) > 1:
        return digits
    factor = "" if leading == "1" else f"{leading}\\cdot"
    return f"${factor}10^{{{len(digits) - 1}}}$"


def panels_of(config: Configuration, table: str, against: str) -> list[Panel]:
    """Return the columns of a figure: two or three.

    Over the horizon one for each of the first two instances; over another size the hard instance
    or the first, at the base's two longest horizons; over agents another instance at the longest.
    """
    names = instance_names(config, table)
    if against == "horizon":
        order = ["hard", "linear", *names] if table == "table-1-arms" else names
        chosen = [name for name in dict.fromkeys(order) if name in names]
        return [Panel(name, None) for name in chosen[:2]]
    base = section_of(config, table).base
    first = "hard" if "hard" in names else names[0]
    horizons = sorted(set(base.horizons))[-2:]
    panels = [Panel(first, horizon) for horizon in horizons]
    if against == "agents" and table == "table-1-arms" and "linear" in names and first != "linear":
        panels.append(Panel("linear", horizons[-1]))
    return panels


def values_of(config: Configuration, table: str, against: str) -> list[int]:
    """Return the values that a size takes."""
    section = section_of(config, table)
    if against == "horizon":
        return sorted({*section.horizons, *section.base.horizons})
    if against == "agents":
        return sorted({*section.agents, section.base.agents})
    return sorted({*section.widths, section.width})


def scaling_needs(config: Configuration, *, table: str, against: str) -> tuple[Need, ...]:
    """Return the needs of a figure over one size."""
    require_several(values_of(config, table, against), f"{against} of {table}")
    return needs_of(config, table, [(against, p) for p in panels_of(config, table, against)])


def needs_of(
    config: Configuration, table: str, panels: Sequence[tuple[str, Panel]]
) -> tuple[Need, ...]:
    """Return the rows that panels over a size each show; the widths are left to the figure.

    An instance of a file or a list has a width of its own.
    """
    base = section_of(config, table).base
    needs = []
    for against, panel in panels:
        where: dict[str, tuple[Any, ...]] = {"instance": (panel.instance,)}
        if panel.horizon is not None:
            where["horizon"] = (panel.horizon,)
        if against != "agents":
            where["agents"] = (base.agents,)
        needs.append(Need(experiment=table, where=where))
    return tuple(needs)


def curves(results: Results, config: Configuration, table: str, against: str) -> pd.DataFrame:
    """Return mean regret and communication of each protocol over one size, with intervals."""
    parts = []
    algorithms = section_of(config, table).algorithms
    for panel, algorithm in product(panels_of(config, table, against), algorithms):
        name = panel.instance
        points = points_of(results[table], table=table, algorithm=algorithm, instance=name)
        line = along(points, config, table, against, panel.horizon)
        for quantity in QUANTITIES:
            key = (table, algorithm, name)
            parts += _rows(line, key, quantity, against, f"{quantity}: {panel.title}")
    return summaries.concat(parts)


def _rows(
    line: Sequence[Point], key: tuple[str, ...], quantity: str, against: str, panel: str
) -> "list[pd.DataFrame]":
    if not line or not any(point.values(quantity).any() for point in line):
        return []  # nothing sent, or no regret: no place on a logarithmic axis
    return [
        mean_row(
            point.values(quantity),
            key=(*key, quantity, *point.size),
            place={"panel": panel, "series": key[1], "x": size_of(point, against)},
        )
        for point in line
    ]


def mean_row(
    values: Floats, *, key: Sequence[Key], place: Mapping[str, Any], scale: float = 1.0
) -> pd.DataFrame:
    """Return runs' mean over a scale with its interval, as a row at a panel, series and x."""
    low, high = summaries.bands(values, key=key)[MEAN]
    return summaries.rows(
        **place,
        estimate=float(values.mean()) / scale,
        low=float(low) / scale,
        high=float(high) / scale,
        n=values.size,
        band=MEAN,
    )


def exact_rows(*, estimate: Any, band: str = "", **place: Any) -> pd.DataFrame:
    """Return rows of numbers that have no interval."""
    return summaries.rows(estimate=estimate, low=estimate, high=estimate, band=band, **place)


def plot_scaling(
    results: Results, config: Configuration, *, table: str, against: str
) -> dict[str, Drawing]:
    """Draw regret (upper row) and communication (lower row), all axes logarithmic."""
    columns = [panel.title for panel in panels_of(config, table, against)]
    styles = STYLES.of(section_of(config, table).algorithms)

    def draw(ax: Axes, rows: pd.DataFrame, panel: str) -> None:
        views.points(styles)(ax, rows, panel)
        quantity, title = panel.split(": ", 1)
        size_ticks(ax, against, values_of(config, table, against))
        if title == columns[0]:
            ax.set_ylabel(LABELS[quantity])

    drawing = views.grid(
        curves(results, config, table, against),
        draw,
        styles,
        panels={
            f"{quantity}: {title}": title if quantity == REGRET else ""
            for quantity, title in product(QUANTITIES, columns)
        },
        columns=len(columns),
        height=2.2,
        share="col row",
        x_label=SIZES[against],
        legend=3,
    )
    return {"": drawing}


def size_ticks(axes: Axes, against: str, values: Sequence[float]) -> None:
    """Put ticks at the sizes; horizons have powers of ten, or 1, 2, 5 where they span few."""
    low, high = axes.get_xlim()
    if against != "horizon":
        plotting.name_ticks(axes.xaxis, values)
    elif high < FEW_DECADES * low:
        plotting.short_log_x(axes)


def figure_of(
    needs: Callable[..., tuple[Need, ...]],
    plot: Callable[..., dict[str, Drawing]],
    figure: str,
    title: str,
    caption: str,
    source: str = "Table 1",
    **place: str,
) -> FigureSpec:
    """Return a figure of a half of Table 1; `place` is given to `needs` and `plot`."""
    return FigureSpec(
        id=figure,
        title=title,
        source=source,
        caption=caption,
        needs=functools.partial(needs, **place),
        plot=functools.partial(plot, **place),
    )


COMMON = (
    "Pseudo-regret summed over all agents and numbers sent by agents and server, at the end of "
    "the runs; axes to base 10; bars: 95% interval of the mean. Agents that send nothing are "
    "left out of the lower panels."
)
EVERY_PULL = "Protocols whose every pull is simulated end where the configuration ends them."
LEFT_RIGHT = "Left: a horizon at which every protocol runs; right: a long one."
HARD = "Instance hard: the gap shrinks as the worst case's does."
BOTH = (
    "Left: a horizon at which every protocol runs; then a long one. On hard, whose gap M agents "
    "only just resolve, what sharing saves depends on where the phases end; on linear it is more."
)
FIXED = "Eliminations need one fixed set of actions."

SCALING_FIGURES = tuple(
    figure_of(
        scaling_needs,
        plot_scaling,
        f"figure-{kind}-over-{against}",
        f"{'Linear' if kind == 'linear' else 'Multi-armed'} bandits over the {against}",
        f"{COMMON} {caption}",
        table=f"table-1-{kind}",
        against=against,
    )
    for kind, against, caption in (
        ("arms", "horizon", f"{EVERY_PULL} {HARD}"),
        ("arms", "agents", BOTH),
        ("arms", "arms", LEFT_RIGHT),
        ("linear", "horizon", f"{EVERY_PULL} {FIXED}"),
        ("linear", "agents", LEFT_RIGHT),
        ("linear", "dimension", LEFT_RIGHT),
    )
)
