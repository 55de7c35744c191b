"""Figures 1 and 2, and the same in a second regime.

Regret is the cumulative pseudo-regret summed over users. A series is an algorithm, or Algorithm 1
with one of its decompositions.
"""

from collections.abc import Mapping, Sequence

import pandas as pd
from matplotlib.axes import Axes

from bandit_replications.configuration.sections import MAIN
from bandit_replications.inference import summaries
from bandit_replications.inference.summaries import Results
from bandit_replications.papers.anonymous.analysis.series import (
    PAPER_RUNS,
    instance_of,
    other_instances,
    regret_needs,
    shown_series,
    with_series,
)
from bandit_replications.papers.anonymous.catalogue import STYLES
from bandit_replications.papers.anonymous.parameters import Configuration
from bandit_replications.reporting import plotting, views
from bandit_replications.reporting.figures import Drawing, FigureSpec

LABEL = "cumulative pseudo-regret\n(summed over users)"
TEXT = "Cumulative pseudo-regret, summed over users."
BANDS_TEXT = (
    "Light band: 95% interval of our mean. Dotted: where a mean over the paper's 20 runs falls "
    "with 95%; hold the printed curve against it. Both axes are linear."
)


def curve_rows(frame: pd.DataFrame, names: Sequence[str], *, panel: str) -> pd.DataFrame:
    """Return the mean curve of each series on one instance, with its bands."""
    frame = with_series(frame)
    frame = frame[frame["series"].isin(names)]
    return summaries.curve_rows(
        frame, "series", "instance", key=("regret", "curve"), panel=panel, new_runs=PAPER_RUNS
    )


def plot_curves(
    results: Results,
    config: Configuration,
    *,
    instances: Sequence[str],
    names: Sequence[str],
    titles: Mapping[str, str] | None = None,
) -> dict[str, Drawing]:
    """Draw the curves of some series on some instances, their names at their ends.

    `titles` are those of the panels where they are not "… means".
    """
    frame = results["regret"][results["regret"]["reading"] == MAIN]
    data = summaries.concat(
        curve_rows(frame[frame["instance"] == name], names, panel=name) for name in instances
    )
    styles = STYLES.of([name for name in names if name in set(data["series"])])

    def draw(ax: Axes, rows: pd.DataFrame, panel: str) -> None:
        views.curves(styles, log=False)(ax, rows, panel)
        ends = rows[rows["band"] == summaries.MEAN].groupby("series")["estimate"].last()
        height, place = 0.0, ax.get_yaxis_transform()
        for name, end in ends.sort_values().items():
            height, colour = max(float(end), height), styles[str(name)].colour
            label = STYLES.name(str(name)).removeprefix("Algorithm 1, ")
            ax.text(1.0, height, label, color=colour, va="center", fontsize=8, transform=place)
            height += 0.06 * ax.get_ylim()[1]  # a line of text

    drawing = views.grid(
        data,
        draw,
        {},
        panels={one: (titles or {}).get(one, f"{one} means") for one in instances},
        columns=1,
        width=plotting.PAGE_WIDTH,
        height=3.2,
        x_label="round",
        y_label=LABEL,
        bands="areas",
    )
    return {"": drawing}


def paper_figure(number: int, what: str) -> FigureSpec:
    """Return Figure 1 or 2 of the paper."""

    def plot(results: Results, config: Configuration) -> dict[str, Drawing]:
        name = instance_of(config, number)
        titles = {name: f"Figure {number}: {what}"}
        shown = shown_series(config)
        return plot_curves(results, config, instances=[name], names=shown, titles=titles)

    return FigureSpec(
        id=f"figure-{number:02}",
        title=f"Figure {number}: cumulative regret over time, {what}",
        source=f"Figure {number}, Appendix B",
        caption=f"{TEXT} {BANDS_TEXT}",
        needs=lambda config: regret_needs(
            config, shown_series(config), [instance_of(config, number)]
        ),
        plot=plot,
    )


REGRET_FIGURES = (
    paper_figure(1, "uniform iid means"),
    paper_figure(2, "means of the linear model"),
    FigureSpec(
        id="figure-further-instances",
        title="Regret where clusters are large, or on a user's own means",
        source="Corollary 1, beyond Appendix B",
        caption=(
            f"{TEXT} The clustered instances have U = K(C+1), which Corollary 1 asks for and the "
            f"paper's own instances cannot have. {BANDS_TEXT}"
        ),
        needs=lambda config: regret_needs(config, shown_series(config), other_instances(config)),
        plot=lambda results, config: plot_curves(
            results, config, instances=other_instances(config), names=shown_series(config)
        ),
    ),
)
