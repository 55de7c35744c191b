"""Figures of the protocols' regret relative to others at the same size."""

from dataclasses import replace
from functools import partial
from typing import Any

import pandas as pd
from matplotlib.axes import Axes

from bandit_replications.experiments.needs import Need
from bandit_replications.inference import summaries
from bandit_replications.inference.ratios import RATIO
from bandit_replications.inference.summaries import Results
from bandit_replications.papers.distributed.analysis.crossovers import ratios, running_pairs
from bandit_replications.papers.distributed.analysis.growth import section_of
from bandit_replications.papers.distributed.catalogue import STYLES
from bandit_replications.papers.distributed.figures.scaling import (
    SIZES,
    Panel,
    figure_of,
    needs_of,
    panels_of,
    size_ticks,
    values_of,
)
from bandit_replications.papers.distributed.parameters import Configuration
from bandit_replications.reporting import plotting, views
from bandit_replications.reporting.figures import Drawing
from bandit_replications.runtime.errors import NotApplicable


def crossovers_needs(config: Configuration, *, table: str) -> tuple[Need, ...]:
    """Return the needs of a half's crossovers."""
    if not running_pairs(config, table):
        raise NotApplicable(f"the run's {table} has no two protocols to compare")
    return needs_of(config, table, _panels(config, table))


def _panels(config: Configuration, table: str) -> list[tuple[str, Panel]]:
    """Return the possible panels: two instances over the horizon and over the agents.

    Over the agents at each horizon of the base, the shortest first: there every protocol runs.
    """
    names = [panel.instance for panel in panels_of(config, table, "horizon")]
    found = [("horizon", Panel(name, None)) for name in names]
    if len(values_of(config, table, "agents")) > 1:
        horizons = sorted(set(section_of(config, table).base.horizons))
        found += [("agents", Panel(name, horizon)) for horizon in horizons for name in names]
    return found


def plot_crossovers(results: Results, config: Configuration, *, table: str) -> dict[str, Drawing]:
    """Draw the ratios of mean regrets, all axes logarithmic; below 1 the protocol pays."""
    pairs = running_pairs(config, table)
    names = {pair: f"{STYLES.name(pair[0])} over {STYLES.name(pair[1])}" for pair in pairs}
    base = STYLES.of([other for _, other in pairs])
    styles = {names[pair]: base[pair[1]] for pair in pairs}
    for pair, name in names.items():
        if pair[0] == "dislinucb":  # the same rivals as those of DELB
            styles[name] = replace(styles[name], dashes=(1.0, 1.0), marker="*")
    ratio_rows = partial(summaries.mean_rows, estimate="ratio", band=RATIO)
    panels: dict[str, tuple[str, Panel]] = {}
    parts: list[pd.DataFrame] = []
    for against, panel in _panels(config, table):
        name = f"{against}: {panel.title}"
        place: dict[str, Any] = {"against": against, **panel._asdict()}
        for pair in pairs:
            line = ratios(results, config, table=table, pair=pair, **place)
            if not line.empty:
                panels[name] = against, panel
                parts.append(ratio_rows(line, panel=name, series=names[pair], x=line["size"]))

    def draw(ax: Axes, rows: pd.DataFrame, name: str) -> None:
        views.points(styles, level=1)(ax, rows.assign(band=summaries.MEAN), name)
        against = panels[name][0]
        size_ticks(ax, against, values_of(config, table, against))
        ax.set_xlabel(SIZES[against])

    drawing = views.grid(
        summaries.concat(parts),
        draw,
        styles,
        panels={name: panel.title for name, (_, panel) in panels.items()},
        height=2.1,
        share="row",
        side_label="ratio of mean pseudo-regrets of all agents",
        keys=[plotting.guide_key("equal regret")],
    )
    return {"": drawing}


CAPTION = (
    "Mean pseudo-regret of one protocol over that of another at the same size (both axes to base "
    "10): below the line the first has less. Bars: 95% interval of the ratio."
)

CROSSOVER_FIGURES = tuple(
    figure_of(
        crossovers_needs,
        plot_crossovers,
        f"figure-{kind}-crossovers",
        f"Where {protocols}",
        CAPTION,
        source="Table 1, ours",
        table=f"table-1-{kind}",
    )
    for kind, protocols in (("arms", "DEMAB pays"), ("linear", "the linear protocols pay"))
)
