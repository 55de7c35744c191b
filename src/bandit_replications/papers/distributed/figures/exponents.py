"""Table 1 as measured exponents beside those of the printed expressions."""

from itertools import product
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from bandit_replications.experiments.needs import Need
from bandit_replications.inference import summaries
from bandit_replications.inference.summaries import Results
from bandit_replications.papers.distributed.analysis.growth import (
    COMMUNICATION,
    GAPS,
    LETTERS,
    QUANTITIES,
    REGRET,
    WORST,
    WORST_GAP,
    exponents,
    instance_names,
    section_of,
    series_of,
)
from bandit_replications.papers.distributed.catalogue import STYLES
from bandit_replications.papers.distributed.figures.scaling import figure_of
from bandit_replications.papers.distributed.parameters import Configuration
from bandit_replications.playing.catalogue import LineStyle
from bandit_replications.reporting import plotting, views
from bandit_replications.reporting.figures import Drawing
from bandit_replications.runtime.errors import NotApplicable

PRINTED = "exponent of the printed expression"
INTERVAL = "95% interval of the exponent"
WHY = {COMMUNICATION: "nothing sent", REGRET: "not at two sizes"}  # there is no exponent


def exponents_needs(config: Configuration, *, table: str) -> tuple[Need, ...]:
    """Return the needs of a half's exponents."""
    if WORST[table] not in instance_names(config, table):
        raise NotApplicable(f"the run's {table} has no instance {WORST[table]}")
    where = {"instance": (WORST[table],)}
    return (Need(experiment=table, where=where), Need(experiment=GAPS[table]))


def chosen(results: Results, config: Configuration, table: str) -> pd.DataFrame:
    """Return the exponents of regret at the worst gap and of communication, at the longest horizon.

    Communication is that on one instance, see `WORST`.
    """
    found = exponents(results, config, table)
    source = found["quantity"].map({REGRET: WORST_GAP, COMMUNICATION: WORST[table]})
    found = found[found["instance"] == source]
    columns = ["algorithm", "quantity", "against"]
    latest = found.assign(place=found["at"].fillna(0.0)).sort_values("place", kind="stable")
    return latest.groupby(columns, sort=False).tail(1)


def plot_exponents(results: Results, config: Configuration, *, table: str) -> dict[str, Drawing]:
    """Draw each exponent with its interval, and the printed one as a bar, a panel for each size."""
    styles = STYLES.of(section_of(config, table).algorithms)
    found = chosen(results, config, table).query("algorithm in @styles")
    sizes = list(dict.fromkeys(against for against, _ in series_of(config, table)))
    panels = {
        f"{quantity}, power of {LETTERS[size]}": (quantity, size)
        for quantity, size in product(QUANTITIES, sizes)
    }
    cells = {
        name: found[(found["quantity"] == quantity) & (found["against"] == size)]
        for name, (quantity, size) in panels.items()
    }

    def draw(ax: Axes, rows: pd.DataFrame, panel: str) -> None:
        quantity = panels[panel][0]
        for height, (algorithm, style) in enumerate(styles.items()):
            here = rows[rows["series"] == algorithm]
            if here.empty:
                place = ax.get_yaxis_transform()
                ax.text(0.02, height, WHY[quantity], transform=place, fontsize=7, va="center")
            _draw_exponents(ax, here, height, style)
        plotting.name_lines(ax, [STYLES.name(name) for name in styles])
        ax.set_xlabel(panel)
        ends = found.loc[found["quantity"] == quantity, ["low", "high", "printed"]]
        ax.set_xlim(min(ends.min().min(), 0) - 0.05, max(ends.max().max(), 0) + 0.05)

    drawing = views.grid(
        summaries.concat(part for name, here in cells.items() for part in _rows(here, name)),
        draw,
        {},
        panels=dict.fromkeys(panels, ""),
        columns=len(sizes),
        height=0.75 + 0.2 * len(styles),
        share="row",
        keys=[
            plotting.mark_key("measured, with its 95% interval", "o"),
            plotting.mark_key(PRINTED, "|", colour="black"),
        ],
        bands="",
    )
    return {"": drawing}


BAR: dict[str, Any] = {"marker": "|", "markersize": 13.0, "markeredgewidth": 1.4, "color": "black"}


def _draw_exponents(axes: Axes, rows: pd.DataFrame, height: int, style: LineStyle) -> None:
    """Draw a protocol's exponent with its interval, and the printed one as a bar."""
    mark: dict[str, Any] = {"color": style.colour, "marker": style.marker, "elinewidth": 2.0}
    for _, row in rows.iterrows():
        if row["band"] == PRINTED:
            axes.plot(row["estimate"], height, **BAR)
            continue
        below, above = row["estimate"] - row["low"], row["high"] - row["estimate"]
        bar = [[max(below, 0)], [max(above, 0)]]
        axes.errorbar(row["estimate"], height, xerr=bar, **mark)


def _rows(here: pd.DataFrame, panel: str) -> "list[pd.DataFrame]":
    """Return the rows of the measured exponents, then those of the printed ones."""
    printed = here[here["printed"].notna()]
    exact = dict.fromkeys(("exponent", "low", "high"), printed["printed"])
    return [
        summaries.rows(
            series=part["algorithm"],
            x=np.zeros(len(part)),
            estimate=part["exponent"],
            low=part["low"],
            high=part["high"],
            band=band,
            panel=panel,
        )
        for part, band in ((here, INTERVAL), (printed.assign(**exact), PRINTED))
        if not part.empty
    ]


CAPTION = (
    "Exponents fitted by least squares on logarithms of mean pseudo-regret (at the gap that is "
    "worst for a protocol at each size) and mean communication ({instance}), over all sizes, "
    "beside those of the printed expressions over the same sizes, logarithms included. An upper "
    "bound allows smaller ones; no claim is judged by these. Other sizes are at their base, the "
    "horizon at the longest run. Bars: 95% interval of the exponent, mostly within the marks."
)

EXPONENT_FIGURES = tuple(
    figure_of(
        exponents_needs,
        plot_exponents,
        f"figure-{table}",
        f"Table 1 measured: {bandits} bandits",
        CAPTION.format(instance=instance),
        table=table,
    )
    for table, bandits, instance in (
        ("table-1-arms", "multi-armed", "instance hard"),
        ("table-1-linear", "linear", "one fixed set"),
    )
)
