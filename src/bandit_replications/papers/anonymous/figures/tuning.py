"""Constants by validation (Appendix B): regret over the grid of each, and which one is chosen.

Validation instances have streams of their own; the test instances never enter. The choice itself
is made where it is used (`simulation.Validation`), on the same streams.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd
from scipy.stats import t as student

from bandit_replications.experiments.needs import Need
from bandit_replications.inference import summaries
from bandit_replications.inference.summaries import MEAN
from bandit_replications.papers.anonymous.figures.regret import MAIN, with_series
from bandit_replications.papers.anonymous.looks import LOOKS
from bandit_replications.reporting import plotting
from bandit_replications.reporting.figures import Drawing, FigureSpec
from bandit_replications.runtime.errors import NotApplicable

Results = Mapping[str, pd.DataFrame]

COMMIT = "explore-then-commit"
AXES = {False: "γ of BaSE", True: "constant of T_exp"}


def tuning_needs(config: Any) -> tuple[Need, ...]:
    """Return what the figure of the tuning needs: the whole data set.

    Raises
    ------
    NotApplicable
        If the run tunes nothing.

    """
    if not config.shown_grids():
        raise NotApplicable("shows tuned constants; the run gives all of them")
    return (Need(experiment="tuning"),)


def choices(frame: pd.DataFrame) -> pd.DataFrame:
    """Return the constant with which each series runs under each reading.

    Parameters
    ----------
    frame : DataFrame
        Rows of the data set `regret`.

    Returns
    -------
    DataFrame
        series, instance, reading, constant (null where it is given), runs.

    """
    records = [
        {
            "series": series,
            "instance": instance,
            "reading": reading,
            "constant": float(cell["constant"].iloc[0]),
            "runs": int(cell["replicate"].nunique()),
        }
        for (series, instance, reading), cell in summaries.groups(
            with_series(frame), "series", "instance", "reading"
        )
    ]
    return pd.DataFrame(records)


def grid(frame: pd.DataFrame) -> pd.DataFrame:
    """Return the rows of the data set `tuning` with series, low and high (95%, Student's law)."""
    freedom = frame["instances"].to_numpy(dtype=np.float64) - 1
    width = student.ppf((1 + summaries.CONFIDENCE) / 2, freedom) * frame["error"]
    return with_series(frame.assign(low=frame["regret"] - width, high=frame["regret"] + width))


def plot_tuning(results: Results, config: Any) -> dict[str, Drawing]:
    """Draw validation regret over BaSE's gamma and over the constant of T_exp."""
    points = grid(results["tuning"])
    data = summaries.concat(
        summaries.rows(
            panel=f"{instance}: {AXES[series == COMMIT]}",
            series=series,
            x=rows["constant"],
            estimate=rows["regret"],
            low=rows["low"],
            high=rows["high"],
            n=rows["instances"].astype("Int64"),
            band=MEAN,
        )
        for (instance, series), rows in summaries.groups(points, "instance", "series")
    )
    panels = sorted(set(data["panel"]), key=lambda name: (name.split(":")[0] != "uniform", name))
    looks = LOOKS.of(list(dict.fromkeys(data["series"])))
    with plotting.style():
        figure, axes = plotting.panels(len(panels), columns=min(2, len(panels)), height=2.4)
        for panel, ax in zip(panels, axes, strict=True):
            plotting.draw_points(ax, data[data["panel"] == panel], looks)
            plotting.log_axes(ax)
            instance, _, label = panel.partition(": ")
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
            "are 95% intervals, neighbours differ by sqrt(2). Each line goes on until two points "
            f"stand on either side of its least one, which is chosen; {MAIN} reading."
        ),
        needs=tuning_needs,
        plot=plot_tuning,
    ),
)
