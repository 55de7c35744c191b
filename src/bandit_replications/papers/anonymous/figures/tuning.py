"""Constants by validation (Appendix B): regret over the grid of each."""

import pandas as pd
from matplotlib.axes import Axes

from bandit_replications.configuration.sections import MAIN
from bandit_replications.experiments.needs import Need
from bandit_replications.inference import summaries
from bandit_replications.inference.summaries import MEAN, Results
from bandit_replications.papers.anonymous.analysis.series import (
    COMMIT,
    PAPER_SERIES,
    rows_of_series,
    series_name,
)
from bandit_replications.papers.anonymous.analysis.tuning import grid
from bandit_replications.papers.anonymous.catalogue import STYLES
from bandit_replications.papers.anonymous.parameters import Configuration
from bandit_replications.reporting import plotting, views
from bandit_replications.reporting.figures import Drawing, FigureSpec
from bandit_replications.runtime.errors import NotApplicable

AXES = {False: "γ of BaSE", True: "constant of T_exp"}


def tuning_needs(config: Configuration) -> tuple[Need, ...]:
    """Return the data of the figure: the grids of the paper's series.

    Raises
    ------
    NotApplicable
        If the run tunes none of them.

    """
    section = config.regret
    tuned = {series_name(*run) for run in section.runs() if section.tuned(*run, MAIN)}
    found = rows_of_series(config, tuned.intersection(PAPER_SERIES))
    if not found:
        raise NotApplicable("shows tuned constants; the run tunes none of the paper's")
    return (Need(experiment="tuning", where={**found, "reading": (MAIN,)}),)


def plot_tuning(results: Results, config: Configuration) -> dict[str, Drawing]:
    """Draw validation regret over BaSE's gamma and over the constant of T_exp."""
    points = grid(results["tuning"])
    points = points[points["series"].isin(PAPER_SERIES) & (points["reading"] == MAIN)]
    labels = [AXES[series == COMMIT] for series in points["series"]]
    panels = points["instance"] + ": " + pd.Series(labels, index=points.index)
    data = summaries.mean_rows(
        points, panel=panels, series=points["series"], x=points["constant"], band=MEAN
    )
    names = [entry.name for entry in config.regret.instances]
    shown = [f"{name}: {label}" for name in names for label in AXES.values()]
    styles = STYLES.of(list(dict.fromkeys(data["series"])))

    def draw(ax: Axes, rows: pd.DataFrame, panel: str) -> None:
        views.points(styles)(ax, rows, panel)
        label = panel.partition(": ")[2]
        if label == AXES[True]:
            plotting.short_log_x(ax)
        ax.set_xlabel(label)

    there = set(data["panel"])
    drawing = views.grid(
        data,
        draw,
        styles,
        panels={one: f"{one.partition(': ')[0]} means" for one in shown if one in there},
        height=2.4,
        side_label="final pseudo-regret on validation instances (summed over users)",
    )
    return {"": drawing}


TUNING = FigureSpec(
    id="figure-tuning",
    title="Validation of the tuned constants",
    source="Appendix B",
    caption=(
        "Mean final pseudo-regret, summed over users, on validation instances, over the "
        "constant that Appendix B tunes: γ of BaSE, and that of T_exp. Axes to base 10, bars "
        "are 95% intervals. The least point of each line is what Figures 1 and 2 run with; none "
        "lies at an end of its line. All other grids are in table-tuning."
    ),
    needs=tuning_needs,
    plot=plot_tuning,
)
