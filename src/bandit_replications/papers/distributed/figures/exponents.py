"""Table 1 as measured exponents beside those of the printed expressions."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from bandit_replications.experiments.needs import Need
from bandit_replications.inference import summaries
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
from bandit_replications.papers.distributed.catalogue import SILENT
from bandit_replications.papers.distributed.figures.scaling import Results
from bandit_replications.papers.distributed.looks import LOOKS
from bandit_replications.papers.distributed.parameters import Configuration
from bandit_replications.reporting import plotting
from bandit_replications.reporting.figures import Drawing, FigureSpec
from bandit_replications.runtime.errors import NotApplicable

PRINTED = "exponent of the printed expression"
INTERVAL = "95% interval of the exponent"


def exponents_needs(table: str) -> Any:
    """Return the function that gives the needs of a half's exponents."""

    def needs(config: Configuration) -> tuple[Need, ...]:
        if WORST[table] not in instance_names(config, table):
            raise NotApplicable(f"the run's {table} has no instance {WORST[table]}")
        where = {"instance": (WORST[table],)}
        return (Need(experiment=table, where=where), Need(experiment=GAPS[table]))

    return needs


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


def plot_exponents(results: Results, config: Configuration, table: str) -> dict[str, Drawing]:
    """Draw each exponent with its interval, and the printed one as a bar, a panel for each size."""
    found = chosen(results, config, table)
    algorithms = list(section_of(config, table).algorithms)
    looks = LOOKS.of(algorithms)
    sizes = list(dict.fromkeys(against for against, _ in series_of(config, table)))
    names = {quantity: f"{quantity}, power of {{}}" for quantity in QUANTITIES}
    parts = []
    with plotting.style():
        figure, axes = plotting.panels(
            2 * len(sizes), columns=len(sizes), height=0.75 + 0.2 * len(algorithms)
        )
        panels = [(quantity, size) for quantity in QUANTITIES for size in sizes]
        for number, (quantity, size) in enumerate(panels):
            here = found[(found["quantity"] == quantity) & (found["against"] == size)]
            title = names[quantity].format(LETTERS[size])
            parts += _rows(here, title)
            for height, algorithm in enumerate(algorithms):
                row = here[here["algorithm"] == algorithm]
                if row.empty:
                    _say_why(axes[number], height, quantity, algorithm)
                    continue
                one = row.iloc[0]
                axes[number].errorbar(
                    one["exponent"],
                    height,
                    xerr=[
                        [max(one["exponent"] - one["low"], 0)],
                        [max(one["high"] - one["exponent"], 0)],
                    ],
                    color=looks[algorithm].colour,
                    marker=looks[algorithm].marker,
                    elinewidth=2.0,
                )
                if np.isfinite(one["printed"]):
                    axes[number].plot(one["printed"], height, **BAR)
            plotting.name_lines(axes[number], [LOOKS.name(name) for name in algorithms])
            if number % len(sizes):
                axes[number].tick_params(axis="y", labelleft=False)
            axes[number].set_xlabel(title)
        for start in range(0, len(panels), len(sizes)):
            _same_limits(axes[start : start + len(sizes)])
        keys = [
            plotting.mark_key("measured, with its 95% interval", "o"),
            plotting.mark_key(PRINTED, "|", colour="black"),
        ]
        plotting.finish(figure, keys, columns=2)
    return {"": Drawing(figure, summaries.concat(parts))}


BAR: dict[str, Any] = {"marker": "|", "markersize": 13.0, "markeredgewidth": 1.4, "color": "black"}


def _say_why(axes: Axes, height: int, quantity: str, algorithm: str) -> None:
    """Write why a protocol has no exponent."""
    silent = quantity == COMMUNICATION and algorithm in SILENT
    axes.text(
        0.02,
        height,
        "nothing sent" if silent else "not run at two sizes or more",
        transform=axes.get_yaxis_transform(),
        va="center",
        fontsize=7,
        color="0.45",
    )


def _same_limits(axes: "Sequence[Axes]") -> None:
    """Give the panels of one row the same limits of x, so that their exponents compare."""
    limits = np.array([ax.get_xlim() for ax in axes])
    for ax in axes:
        ax.set_xlim(min(limits[:, 0].min(), -0.1), limits[:, 1].max() + 0.05)


def _rows(here: pd.DataFrame, title: str) -> "list[pd.DataFrame]":
    if here.empty:
        return []
    measured = summaries.rows(
        panel=title,
        series=here["algorithm"],
        x=np.zeros(len(here)),
        estimate=here["exponent"],
        low=here["low"],
        high=here["high"],
        band=INTERVAL,
    )
    printed = here[here["printed"].notna()]
    if printed.empty:
        return [measured]
    return [
        measured,
        summaries.rows(
            panel=title,
            series=printed["algorithm"],
            x=np.zeros(len(printed)),
            estimate=printed["printed"],
            low=printed["printed"],
            high=printed["printed"],
            band=PRINTED,
        ),
    ]


def _figure(table: str, title: str, caption: str) -> FigureSpec:
    def plot(results: Results, config: Configuration) -> dict[str, Drawing]:
        return plot_exponents(results, config, table)

    return FigureSpec(
        id=f"figure-{table}",
        title=title,
        source="Table 1",
        caption=caption,
        needs=exponents_needs(table),
        plot=plot,
    )


CAPTION = (
    "Exponents fitted by least squares on logarithms of mean pseudo-regret (at the gap that is "
    "worst for a protocol at each size) and mean communication ({instance}), over all sizes, "
    "beside those of the printed expressions over the same sizes, logarithms included. An upper "
    "bound allows smaller ones. The claims' rules compare the last size with the worst of the "
    "smaller ones instead. The other sizes are at their base, the horizon at the longest that a "
    "protocol runs. Bars: 95% interval of the exponent, mostly smaller than the marks."
)

EXPONENT_FIGURES = (
    _figure(
        "table-1-arms",
        "Table 1 measured: multi-armed bandits",
        CAPTION.format(instance="instance hard"),
    ),
    _figure(
        "table-1-linear",
        "Table 1 measured: linear bandits",
        CAPTION.format(instance="one fixed set"),
    ),
)
