"""Hyper-parameters by validation (Appendix B): the grid, its best point and what is chosen.

Validation instances have streams of their own; the test instances never enter.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd

from bandit_replications.experiments.needs import Need
from bandit_replications.inference import summaries
from bandit_replications.inference.summaries import MEAN
from bandit_replications.papers.anonymous.figures.regret import (
    BATCHED,
    MAIN,
    series_name,
    series_of,
    with_series,
)
from bandit_replications.papers.anonymous.looks import LOOKS
from bandit_replications.reporting import plotting
from bandit_replications.reporting.figures import Drawing, FigureSpec

Results = Mapping[str, pd.DataFrame]

PARAMETERS = ("gamma", "batches", "approximation", "exploration_constant")
CHOSEN = "chosen"
AXES = {
    "gamma": "γ of BaSE (best batches and α at each)",
    "exploration_constant": "exploration constant",
}


def tuning_needs(config: Any) -> tuple[Need, ...]:
    """Return what the figure and the table of the tuning need: the whole data set."""
    return (Need(experiment="tuning"),)


def grid(frame: pd.DataFrame) -> pd.DataFrame:
    """Return the mean validation regret at each point of the grids.

    Returns
    -------
    DataFrame
        series, instance, reading, the `PARAMETERS` (null where they have no meaning), estimate,
        low, high, n.

    """
    return _grid(with_series(frame))


def _grid(frame: pd.DataFrame) -> pd.DataFrame:
    """Return the `grid` of rows that have their series."""
    keys = ("series", "instance", "reading")
    means = summaries.final_means(frame, "tuning", *keys, *PARAMETERS)
    return means.drop(columns="band").astype(dict.fromkeys(PARAMETERS, float))


def best(frame: pd.DataFrame, config: Any) -> pd.DataFrame:
    """Return the best point of each grid beside the chosen one.

    Returns
    -------
    DataFrame
        series, instance, reading, the best `PARAMETERS`, estimate, low, high, n; `is_best`, whether
        it is what the configuration chooses, and `behind`, the chosen point's mean over the best's.
        Both are for grids with a choice only; the others are left out.

    """
    choices = {
        (series_name(c.algorithm, c.decomposition), instance, c.reading): c.options
        for c in config.regret.choices
        for instance in c.instances
    }
    records = []
    for key, rows in summaries.groups(with_series(frame), "series", "instance", "reading"):
        options = choices.get(key)
        if options is None:
            continue
        cells = dict(summaries.groups(rows, *PARAMETERS))
        means = np.array(
            [summaries.final(cell)["regret"].to_numpy().mean() for cell in cells.values()]
        )
        same = np.ones(len(cells), dtype=bool)
        for name in options:
            if name in PARAMETERS:
                values = [point[PARAMETERS.index(name)] for point in cells]
                same &= np.isclose(np.array(values, dtype=np.float64), float(options[name]))
        # A choice that is no point of this grid cannot be the best of it.
        behind = float(means[same].min() / means.min()) if same.any() else np.inf
        least = _grid(list(cells.values())[int(means.argmin())]).iloc[0].to_dict()
        records.append({**least, "is_best": behind == 1.0, "behind": behind})
    return pd.DataFrame(records)


def profile(points: pd.DataFrame, parameter: str) -> pd.DataFrame:
    """Return, for each value of a parameter, the point that is best in the others."""
    ordered = points.sort_values([parameter, "estimate"], kind="stable")
    return ordered.drop_duplicates(["series", "instance", parameter])


def plot_tuning(results: Results, config: Any) -> dict[str, Drawing]:
    """Draw validation regret over BaSE's gamma and over the exploration constants."""
    points = grid(results["tuning"])
    points = points[points["reading"] == MAIN]
    instances = [entry.name for entry in config.regret.instances]
    parts, panels = [], []
    for instance in instances:
        for parameter in AXES:
            here = points[(points["instance"] == instance) & points[parameter].notna()]
            if here.empty:
                continue
            found = profile(here, parameter)
            panel = f"{instance}: {parameter.replace('_', ' ')}"
            panels.append((panel, parameter))
            parts.append(
                summaries.rows(
                    panel=panel,
                    series=found["series"],
                    x=found[parameter],
                    estimate=found["estimate"],
                    low=found["low"],
                    high=found["high"],
                    n=found["n"].astype("Int64"),
                    band=MEAN,
                )
            )
    data = summaries.concat(parts)
    looks = LOOKS.of([name for name in series_of(config) if name in set(data["series"])])
    with plotting.style():
        figure, axes = plotting.panels(len(panels), columns=min(2, len(panels)), height=2.4)
        for (panel, parameter), ax in zip(panels, axes, strict=True):
            plotting.draw_points(ax, data[data["panel"] == panel], looks)
            plotting.log_axes(ax)
            plotting.name_ticks(ax.xaxis, sorted(set(data.loc[data["panel"] == panel, "x"])))
            ax.set_title(panel)
            ax.set_xlabel(AXES[parameter])
        figure.supylabel("final pseudo-regret on validation instances (summed over users)")
        keys = [plotting.line_key(name, look) for name, look in looks.items()]
        plotting.finish(figure, keys + plotting.band_keys(data, bars=True), columns=2)
    return {"": Drawing(figure, data)}


TUNING_FIGURES = (
    FigureSpec(
        id="figure-tuning",
        title="Validation of the hyper-parameters",
        source="Appendix B",
        caption=(
            "Mean final pseudo-regret, summed over users, on validation instances; axes to base "
            f"10. For {BATCHED} each point has the best number of batches and the best α at its "
            "γ, so it is a little too low. The least point of each line is what the configuration "
            "chooses."
        ),
        needs=tuning_needs,
        plot=plot_tuning,
    ),
)
