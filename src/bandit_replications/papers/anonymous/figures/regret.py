"""Figures 1 and 2, and the same in a second regime.

Regret is the cumulative pseudo-regret summed over users. A series is an algorithm, or Algorithm 1
with one of its decompositions.
"""

from collections.abc import Mapping, Sequence

import pandas as pd

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
from bandit_replications.reporting import views
from bandit_replications.reporting.figures import Drawing, FigureSpec

LOG_DECADES = 3

LABEL = "cumulative pseudo-regret\n(summed over users)"
TEXT = "Cumulative pseudo-regret, summed over users."
BANDS_TEXT = (
    "Light band: 95% interval of our mean. Dotted: where a mean over the paper's 20 runs falls "
    "with 95%; hold the printed curve against it. The second variant has axes to base 10."
)


def curve_rows(frame: pd.DataFrame, names: Sequence[str], *, panel: str) -> pd.DataFrame:
    """Return the mean curve of each series on one instance, with its bands."""
    frame = with_series(frame)
    frame = frame[frame["series"].isin(names)]
    key = ("regret", "curve")
    return summaries.curve_rows(
        frame, "series", "instance", key=key, panel=panel, new_runs=PAPER_RUNS
    )


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
    styles = STYLES.of([name for name in names if name in set(data["series"])])
    titles = titles or {}
    return {
        variant: views.grid(
            late if variant else data,
            views.curves(styles, log=bool(variant)),
            styles,
            panels={one: titles.get(one, f"{one} means") for one in instances},
            x_label="round",
            y_label=LABEL,
            bands="areas",
        )
        for variant in ("", "log")
    }


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
)
