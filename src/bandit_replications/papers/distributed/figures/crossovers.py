"""Where the protocols pay: their regret over that of others at the same size."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pandas as pd

from bandit_replications.experiments.needs import Need
from bandit_replications.inference import summaries
from bandit_replications.papers.distributed.analysis.crossovers import PAIRS, Ratio, ratios
from bandit_replications.papers.distributed.analysis.growth import section_of
from bandit_replications.papers.distributed.figures.scaling import (
    SIZES,
    Panel,
    Results,
    needs_of,
    panels_of,
    same_limits,
    size_ticks,
    values_of,
)
from bandit_replications.papers.distributed.looks import LOOKS
from bandit_replications.papers.distributed.parameters import Configuration
from bandit_replications.reporting import plotting
from bandit_replications.reporting.figures import Drawing, FigureSpec
from bandit_replications.runtime.errors import NotApplicable

BAND = "95% interval of the ratio"


def crossovers_needs(table: str) -> Any:
    """Return the function that gives the needs of a half's crossovers."""

    def needs(config: Configuration) -> tuple[Need, ...]:
        running = section_of(config, table).algorithms
        if not any(set(pair) <= set(running) for pair in PAIRS[table]):
            raise NotApplicable(f"the run's {table} has no two protocols to compare")
        return needs_of(config, table, _panels(config, table))

    return needs


def _panels(config: Configuration, table: str) -> list[tuple[str, Panel]]:
    """Return what may be a panel: two instances over the horizon and over the agents.

    Over the agents at each horizon of the base, the shortest first: there every protocol runs.
    """
    names = [panel.instance for panel in panels_of(config, table, "horizon")]
    found = [("horizon", Panel(name, None)) for name in names]
    if len(values_of(config, table, "agents")) > 1:
        base: Any = section_of(config, table).base  # type: ignore[attr-defined]
        horizons = sorted(set(base.horizons))
        found += [("agents", Panel(name, horizon)) for horizon in horizons for name in names]
    return found


def plot_crossovers(results: Results, config: Configuration, table: str) -> dict[str, Drawing]:
    """Draw the ratios of mean regrets, all axes logarithmic; below 1 the protocol pays."""
    running = section_of(config, table).algorithms
    pairs = [pair for pair in PAIRS[table] if set(pair) <= set(running)]
    names = {pair: f"{LOOKS.name(pair[0])} over {LOOKS.name(pair[1])}" for pair in pairs}
    base = LOOKS.of([other for _, other in pairs])
    looks = {names[pair]: base[pair[1]] for pair in pairs}
    if table == "table-1-linear":  # the same rival of two protocols
        for pair in pairs:
            if pair[0] == "dislinucb":
                again = looks[names[pair]]
                looks[names[pair]] = replace(again, dashes=(1.0, 1.0), marker="*")
    panels: list[tuple[str, Panel]] = []
    parts: list[pd.DataFrame] = []
    for against, panel in _panels(config, table):
        before = len(parts)
        for pair in pairs:
            line = ratios(
                results,
                config,
                table=table,
                pair=pair,
                instance=panel.instance,
                against=against,
                horizon=panel.horizon,
            )
            if line:
                parts.append(_rows(line, panel=f"{against}: {panel.title}", series=names[pair]))
        if len(parts) > before:
            panels.append((against, panel))
    data = summaries.concat(parts)
    with plotting.style():
        figure, axes = plotting.panels(len(panels), columns=2, height=2.1)
        for (against, panel), ax in zip(panels, axes, strict=True):
            here = data[data["panel"] == f"{against}: {panel.title}"]
            ax.axhline(1, color="0.4", linewidth=1)
            plotting.draw_points(ax, here.assign(band=summaries.MEAN), looks)
            plotting.log_axes(ax)
            size_ticks(ax, against, values_of(config, table, against))
            ax.set_title(panel.title)
            ax.set_xlabel(SIZES[against])
        for start in range(0, len(axes), 2):
            same_limits(axes[start : start + 2])
        figure.supylabel("ratio of mean pseudo-regrets of all agents")
        keys = [plotting.line_key(name, look) for name, look in looks.items()]
        keys += [plotting.guide_key("equal regret"), *plotting.band_keys(data, bars=True)]
        plotting.finish(figure, keys, columns=2)
    return {"": Drawing(figure, data)}


def _rows(line: Sequence[Ratio], *, panel: str, series: str) -> pd.DataFrame:
    return summaries.rows(
        panel=panel,
        series=series,
        x=[one.size for one in line],
        estimate=[one.value for one in line],
        low=[one.low for one in line],
        high=[one.high for one in line],
        n=[one.runs for one in line],
        band=BAND,
    )


def _figure(table: str, title: str, caption: str) -> FigureSpec:
    def plot(results: Results, config: Configuration) -> dict[str, Drawing]:
        return plot_crossovers(results, config, table)

    return FigureSpec(
        id=f"figure-{table.removeprefix('table-1-')}-crossovers",
        title=title,
        source="Table 1, ours",
        caption=caption,
        needs=crossovers_needs(table),
        plot=plot,
    )


CAPTION = (
    "Mean pseudo-regret of one protocol over that of another at the same size (both axes to base "
    "10): below the line the first has less. Bars: 95% interval of the ratio."
)

CROSSOVER_FIGURES = (
    _figure("table-1-arms", "Where DEMAB pays", CAPTION),
    _figure("table-1-linear", "Where the linear protocols pay", CAPTION),
)
