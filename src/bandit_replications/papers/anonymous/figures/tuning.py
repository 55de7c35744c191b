"""Constants by validation (Appendix B): regret over the grid of each, and which one is chosen.

Validation instances have streams of their own; the test instances never enter. The choice is
made by the workflow, on these runs.
"""

from collections.abc import Mapping

import pandas as pd

from bandit_replications.experiments.needs import Need
from bandit_replications.inference import summaries
from bandit_replications.inference.summaries import MEAN
from bandit_replications.papers.anonymous.analysis.series import (
    BATCHED,
    MAIN,
    rows_of_series,
    series_name,
    with_series,
)
from bandit_replications.papers.anonymous.figures.regret import PAPER_SERIES
from bandit_replications.papers.anonymous.looks import LOOKS
from bandit_replications.papers.anonymous.parameters import Configuration
from bandit_replications.reporting import plotting
from bandit_replications.reporting.figures import Drawing, FigureSpec
from bandit_replications.runtime.errors import NotApplicable

Results = Mapping[str, pd.DataFrame]

COMMIT, SAME_ARM = "explore-then-commit", f"{BATCHED}-same-arm"
SHOWN = (*PAPER_SERIES, SAME_ARM)
AXES = {False: "γ of BaSE", True: "constant of T_exp"}


def tuning_needs(config: Configuration) -> tuple[Need, ...]:
    """Return what the figure shows: the grids of the paper's series, and of same arm.

    Raises
    ------
    NotApplicable
        If the run tunes none of them.

    """
    section = config.regret
    tuned = {series_name(*run) for run in section.runs() if section.tuned(*run, MAIN)}
    found = rows_of_series(config, tuned.intersection(SHOWN))
    if not found:
        raise NotApplicable("shows tuned constants; the run tunes none of the paper's")
    return (Need(experiment="tuning", where={**found, "reading": (MAIN,)}),)


def grid(frame: pd.DataFrame) -> pd.DataFrame:
    """Return the mean validation regret at each point of the grids.

    Returns
    -------
    DataFrame
        series, instance, reading, constant, estimate, low, high, n.

    """
    keys = ("series", "instance", "reading", "constant")
    return summaries.final_means(with_series(frame), "tuning", *keys).drop(columns="band")


def chosen(frame: pd.DataFrame) -> pd.DataFrame:
    """Return the point of each grid that is chosen: series, instance, reading, constant, ….

    `low_end` and `high_end` are the grid's ends, between which the constant must lie.
    """
    points = grid(frame)
    records = []
    for _, rows in summaries.groups(points, "series", "instance", "reading"):
        best = rows.iloc[int(rows["estimate"].to_numpy().argmin())].to_dict()
        ends = {"low_end": rows["constant"].min(), "high_end": rows["constant"].max()}
        records.append(best | ends)
    return pd.DataFrame(records)


def plot_tuning(results: Results, config: Configuration) -> dict[str, Drawing]:
    """Draw validation regret over BaSE's gamma and over the constant of T_exp."""
    points = grid(results["tuning"])
    shown = points["series"].isin(SHOWN)
    points = points[shown & (points["reading"] == MAIN)]
    data = summaries.concat(
        summaries.rows(
            panel=f"{instance}: {AXES[series == COMMIT]}",
            series=series,
            x=rows["constant"],
            estimate=rows["estimate"],
            low=rows["low"],
            high=rows["high"],
            n=rows["n"].astype("Int64"),
            band=MEAN,
        )
        for (instance, series), rows in summaries.groups(points, "instance", "series")
    )
    panels = [
        f"{name}: {label}"
        for name in (entry.name for entry in config.regret.instances)
        for label in AXES.values()
        if f"{name}: {label}" in set(data["panel"])
    ]
    looks = LOOKS.of(list(dict.fromkeys(data["series"])))
    with plotting.style():
        figure, axes = plotting.panels(len(panels), columns=min(2, len(panels)), height=2.4)
        for panel, ax in zip(panels, axes, strict=True):
            plotting.draw_points(ax, data[data["panel"] == panel], looks)
            plotting.log_axes(ax)
            instance, _, label = panel.partition(": ")
            if label == AXES[True]:
                plotting.short_log_x(ax)
            ax.set_title(f"{instance} means")
            ax.set_xlabel(label)
        figure.supylabel("final pseudo-regret on validation instances (summed over users)")
        keys = [plotting.line_key(name, look) for name, look in looks.items()]
        plotting.finish(figure, keys + plotting.band_keys(data, bars=True), columns=2)
    return {"": Drawing(figure, data)}


TUNING_FIGURES = (
    FigureSpec(
        id="figure-tuning",
        title="Validation of the tuned constants",
        source="Appendix B",
        caption=(
            "Mean final pseudo-regret, summed over users, on validation instances, over the "
            "constant that Appendix B tunes: γ of BaSE, and that of T_exp. Axes to base 10, bars "
            "are 95% intervals; `same arm` is greedy in the words of Appendix B. The least point "
            "of each line is what Figures 1 and 2, and `same arm` in figure-readings, run with; "
            "none lies at an end of its line."
        ),
        needs=tuning_needs,
        plot=plot_tuning,
    ),
)
