"""Figures 1 and 2, the same in a second regime, and all decompositions side by side.

Regret is the cumulative pseudo-regret summed over users. A series is an algorithm, or Algorithm 1
with one of its decompositions.
"""

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd

from bandit_replications.inference import summaries
from bandit_replications.inference.summaries import MEAN
from bandit_replications.papers.anonymous.analysis.series import (
    FAMILIES,
    MAIN,
    Results,
    instance_of,
    regret_needs,
    series_of,
    with_series,
)
from bandit_replications.papers.anonymous.looks import LOOKS
from bandit_replications.papers.anonymous.parameters import Configuration
from bandit_replications.reporting import plotting
from bandit_replications.reporting.figures import Drawing, FigureSpec
from bandit_replications.runtime.errors import NotApplicable

PAPER_RUNS = 20  # each of the paper's curves is a mean over so many runs
PAPER_SERIES = (
    "ucb",
    "explore-then-commit",
    "batched-elimination-greedy",
    "batched-elimination-random",
    "batched-elimination-lp",
)
LOG_DECADES = 3

LABEL = "cumulative pseudo-regret\n(summed over users)"
TEXT = "Cumulative pseudo-regret, summed over users."
BANDS_TEXT = (
    "Light band: 95% interval of our mean. Dotted: where a mean over the paper's 20 runs falls "
    "with 95%; hold the printed curve against it. The second variant has axes to base 10."
)


# --- Series and instances -------------------------------------------------------------------


def shown_series(config: Configuration) -> list[str]:
    """Return the paper's five series, and those of the run that are not of this package."""
    return [*PAPER_SERIES, *(name for name in series_of(config) if name not in LOOKS.table)]


def other_instances(config: Configuration) -> list[str]:
    """Return the names of the instances that Figures 1 and 2 do not show.

    Raises
    ------
    NotApplicable
        If there are none.

    """
    shown = []
    for number in FAMILIES:
        try:
            shown.append(instance_of(config, number))
        except NotApplicable:
            continue
    found = [entry.name for entry in config.regret.instances if entry.name not in shown]
    if not found:
        raise NotApplicable("shows further instances; the run has those of Figures 1 and 2 only")
    return found


# --- Curves ---------------------------------------------------------------------------------


def curve_rows(frame: pd.DataFrame, names: Sequence[str], *, panel: str) -> pd.DataFrame:
    """Return the mean curve of each series on one instance, with its bands."""
    parts = []
    for (name, *rest), runs in summaries.groups(with_series(frame), "series", "instance"):
        if name not in names:
            continue
        curves, rounds = summaries.whole_runs(runs)
        found = summaries.bands(curves, key=("regret", "curve", name, *rest), new_runs=PAPER_RUNS)
        parts += [
            summaries.rows(
                panel=panel,
                series=name,
                x=rounds,
                estimate=curves.mean(axis=0),
                low=low,
                high=high,
                n=len(curves),
                band=band,
            )
            for band, (low, high) in found.items()
        ]
    return summaries.concat(parts)


def plot_curves(
    results: Results,
    config: Configuration,
    *,
    instances: Sequence[str],
    names: Sequence[str],
    titles: Mapping[str, str] | None = None,
) -> dict[str, Drawing]:
    """Draw the curves of some series on some instances, with linear and logarithmic axes.

    `titles` are those of the panels where they are not "… means".
    """
    frame = results["regret"]
    frame = frame[frame["reading"] == MAIN]
    data = summaries.concat(
        curve_rows(frame[frame["instance"] == name], names, panel=name) for name in instances
    )
    late = data[data["x"] >= config.regret.horizon / 10**LOG_DECADES]
    return {
        "": _draw_curves(data, instances, names, titles or {}, log=False),
        "log": _draw_curves(late, instances, names, titles or {}, log=True),
    }


def _draw_curves(
    data: pd.DataFrame,
    instances: Sequence[str],
    names: Sequence[str],
    titles: Mapping[str, str],
    *,
    log: bool,
) -> Drawing:
    looks = LOOKS.of([name for name in names if name in set(data["series"])])
    with plotting.style():
        figure, axes = plotting.panels(len(instances), columns=min(len(instances), 2))
        for instance, ax in zip(instances, axes, strict=True):
            plotting.draw_curves(ax, data[data["panel"] == instance], looks)
            (plotting.log_axes if log else plotting.linear_axes)(ax)
            ax.set_title(titles.get(instance, f"{instance} means"))
            ax.set_xlabel("round")
        axes[0].set_ylabel(LABEL)
        keys = [plotting.line_key(name, look) for name, look in looks.items()]
        plotting.finish(figure, keys + plotting.band_keys(data), columns=2)
    return Drawing(figure, data)


# --- Every decomposition --------------------------------------------------------------------


def decomposition_rows(frame: pd.DataFrame) -> pd.DataFrame:
    """Return each series' mean final regret on each instance, with its interval."""
    main = with_series(frame[frame["reading"] == MAIN])
    return summaries.final_means(main, "regret", "series", "instance")


def plot_decompositions(results: Results, config: Configuration) -> dict[str, Drawing]:
    """Draw final regrets, a line for each series and a panel for each instance."""
    means = decomposition_rows(results["regret"])
    data = summaries.rows(
        panel=means["instance"],
        series=means["series"],
        x=np.full(len(means), np.nan),
        estimate=means["estimate"],
        low=means["low"],
        high=means["high"],
        n=means["n"].astype("Int64"),
        band=MEAN,
    )
    instances = [entry.name for entry in config.regret.instances]
    names = series_of(config)
    with plotting.style():
        figure, axes = plotting.panels(
            len(instances), columns=len(instances), height=0.9 + 0.26 * len(names), share_y=True
        )
        for instance, ax in zip(instances, axes, strict=True):
            for height, (name, look) in enumerate(LOOKS.of(names).items()):
                here = data[(data["panel"] == instance) & (data["series"] == name)]
                plotting.draw_marks_in_line(ax, here, height=height, levels=[], colour=look.colour)
            plotting.name_lines(ax, [LOOKS.name(name) for name in names])
            plotting.short_log_x(ax)
            ax.set_title(instance)
        axes[len(axes) // 2].set_xlabel("final pseudo-regret (summed over users)")
        plotting.finish(figure, plotting.band_keys(data, bars=True))
    return {"": Drawing(figure, data)}


def paper_figure(number: int, what: str) -> FigureSpec:
    """Return Figure 1 or 2 of the paper."""

    def plot(results: Results, config: Configuration) -> dict[str, Drawing]:
        name = instance_of(config, number)
        titles = {name: f"Figure {number}: {what}"}
        shown = shown_series(config)
        return plot_curves(results, config, instances=[name], names=shown, titles=titles)

    return FigureSpec(
        id=f"figure-{number:02}",
        title=f"Figure {number}: cumulative regret over time of the five algorithms, {what}",
        source=f"Figure {number}, Appendix B",
        caption=f"{TEXT} {BANDS_TEXT}",
        needs=lambda config: regret_needs(
            config, shown_series(config), [instance_of(config, number)]
        ),
        plot=plot,
        variants=("", "log"),
    )


REGRET_FIGURES = (
    paper_figure(1, "uniform iid means"),
    paper_figure(2, "means of the linear model"),
    FigureSpec(
        id="figure-further-instances",
        title="Regret of the five algorithms where clusters are large, or on a user's own means",
        source="Corollary 1, beyond Appendix B",
        caption=(
            f"{TEXT} The clustered instances have U = K(C+1), which Corollary 1 asks for and the "
            f"paper's own instances cannot have. {BANDS_TEXT}"
        ),
        needs=lambda config: regret_needs(config, shown_series(config), other_instances(config)),
        plot=lambda results, config: plot_curves(
            results, config, instances=other_instances(config), names=shown_series(config)
        ),
        variants=("", "log"),
    ),
    FigureSpec(
        id="figure-regret-decompositions",
        title="Regret with every decomposition",
        source="Section 3.4, Appendix B",
        caption=(
            "Mean final pseudo-regret, summed over users, to base 10, with its 95% interval. "
            "Beside the paper's decompositions: blocks (Corollary 2), the largest β of Lemma 3, "
            "all open (the fewest assignments with all arms open), closing (Open Problem 1), and "
            "greedy as Appendix B words it (same arm)."
        ),
        needs=lambda config: regret_needs(
            config, series_of(config), [entry.name for entry in config.regret.instances]
        ),
        plot=plot_decompositions,
    ),
)
