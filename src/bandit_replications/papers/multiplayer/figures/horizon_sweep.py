"""Figures 5 to 7: final regret over the horizon on logarithmic axes, with fitted lines."""

import functools
from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from bandit_replications.experiments.needs import Need, require_several
from bandit_replications.inference import summaries
from bandit_replications.inference.power_laws import Fit
from bandit_replications.inference.summaries import BOUND, Results
from bandit_replications.papers.multiplayer.analysis.horizon_fits import fit_of
from bandit_replications.papers.multiplayer.catalogue import STYLES, scenario_title
from bandit_replications.papers.multiplayer.figures.online_regret import (
    scenario_named,
    scenario_needs,
)
from bandit_replications.papers.multiplayer.parameters import Configuration
from bandit_replications.papers.multiplayer.theory import bounds
from bandit_replications.reporting import plotting, views
from bandit_replications.reporting.figures import Drawing, FigureSpec
from bandit_replications.reporting.styles import LineStyle

SPREAD = "standard deviation of a run"
FIT = "fitted line"
THEOREM, TRIVIAL = "theorem-4-1", "trivial"
BOUNDS = {
    THEOREM: ("Theorem 4.1 (slope 2/3 and a logarithm)", STYLES["coordinate-and-play"].colour),
    TRIVIAL: ("trivial: K T", "0.6"),
}
BOUND_POINTS = 41


def sweep_needs(config: Configuration, name: str) -> tuple[Need, ...]:
    """Return the needs of the figure of one scenario."""
    require_several(config.horizon_sweep.horizons, "horizon_sweep.horizons")
    return scenario_needs(config, section="horizon_sweep", name=name)


def mean_rows(frame: pd.DataFrame, *, series: str, panel: str) -> pd.DataFrame:
    """Return the mean of each horizon ± the standard deviation of its runs, as A.5 plots them."""
    found = frame.groupby("horizon", sort=True)["regret"]
    mean, deviation = found.mean(), found.std(ddof=0)
    return summaries.rows(
        panel=panel,
        series=series,
        x=mean.index,
        estimate=mean,
        low=mean - deviation,
        high=mean + deviation,
        n=found.size(),
        band=SPREAD,
    )


def bound_rows(players: int, arms: int, horizons: Any, panel: str) -> Any:
    """Return Theorem 4.1's bound, and the trivial one of K T, over the horizons."""
    x = np.geomspace(horizons.min(), horizons.max(), BOUND_POINTS).round()
    theorem = [bounds.theorem_4_1_regret(players=players, arms=arms, horizon=int(t)) for t in x]
    return summaries.concat(
        summaries.rows(panel=panel, series=series, x=x, estimate=values, band=BOUND)
        for series, values in ((THEOREM, theorem), (TRIVIAL, players * x))
    )


def plot_sweep(results: Results, config: Configuration, *, name: str) -> dict[str, Drawing]:
    """Draw final regret over the horizon on logarithmic axes."""
    scenario = scenario_named(config, "horizon_sweep", name)
    frame = results["horizon-sweep"]
    frame = frame[frame["scenario"] == name]
    styles = STYLES.of(config.horizon_sweep.algorithms)
    parts, fits = [], {}
    for algorithm in styles:
        games = frame[frame["algorithm"] == algorithm]
        rows = mean_rows(games, series=algorithm, panel=name)
        parts.append(rows)
        fit = fit_of(games)
        if fit is not None:
            fits[algorithm] = fit
            ends = np.array([rows["x"].min(), rows["x"].max()])
            line = fit.intercept * ends**fit.slope
            parts.append(
                summaries.rows(panel=name, series=algorithm, x=ends, estimate=line, band=FIT)
            )
    players = config.horizon_sweep.players
    parts.append(bound_rows(players, scenario.arms, frame["horizon"], name))

    def draw(ax: Axes, rows: pd.DataFrame, _panel: str) -> None:
        for series, (_, colour) in BOUNDS.items():
            plotting.draw_bound(ax, rows[rows["series"] == series], colour)
        for algorithm, style in styles.items():
            _draw_series(ax, rows[rows["series"] == algorithm], style)
        plotting.log_axes(ax)
        plotting.short_log_x(ax)
        # A deviation larger than its mean reaches below zero: it is cut off at the axis.
        means = rows.loc[rows["band"] == SPREAD, "estimate"]
        ax.set_ylim(bottom=means.clip(lower=1.0).min() / 3)

    drawing = views.grid(
        summaries.concat(parts),
        draw,
        {},
        panels={name: scenario_title(name)},
        height=3.0,
        x_label="horizon T (rounds)",
        y_label="final regret $R_T$ (losses)",
        keys=_keys(styles, fits),
        bands="",
        legend=1,
    )
    return {"": drawing}


def _draw_series(ax: Axes, data: pd.DataFrame, style: LineStyle) -> None:
    """Draw means as dots over their standard deviation, and the fitted line."""
    means = data[data["band"] == SPREAD]
    positive, low = means["estimate"].clip(lower=1.0), means["low"].clip(lower=1.0)
    ax.fill_between(means["x"], low, means["high"], color=style.colour, alpha=0.25, lw=0)
    # Thousands of dots: a picture within the picture takes a tenth of the space.
    ax.plot(means["x"], positive, ".", color=style.colour, markersize=2.0, rasterized=True)
    line = data[data["band"] == FIT]
    black = {**style.line, "marker": "", "color": "black", "linewidth": 0.9}
    ax.plot(line["x"], line["estimate"], **black)


def _keys(styles: Mapping[str, LineStyle], fits: Mapping[str, Fit]) -> list[Any]:
    keys: list[Any] = []
    for algorithm, style in styles.items():
        label = STYLES.name(algorithm)
        if algorithm in fits:
            fit = fits[algorithm]
            label += f": slope {fit.slope:.3f} (95%: {fit.low:.3f} to {fit.high:.3f})"
        key = plotting.line_key(algorithm, style, marker="")
        key.set_label(label)
        keys.append(key)
    bounds = (plotting.bound_key(*style) for style in BOUNDS.values())
    mean = plotting.mark_key("mean of a horizon's runs, band ± their standard deviation", ".")
    return [*keys, *bounds, mean]


def sweep_figure(number: int, name: str) -> FigureSpec:
    """Return one of Figures 5 to 7."""
    return FigureSpec(
        id=f"figure-{number:02}",
        title=f"{scenario_title(name)}, final regret over the horizon",
        source=f"Figure {number}, Appendix A.5",
        caption=(
            "A dot is the mean final regret of a horizon's runs, the band ± their standard "
            "deviation, as the paper shows. Lines (black, in the style of the legend) are fitted "
            "to the logarithms of the means, with the 95% interval of the slope from the scatter "
            "of the horizons. Theorem 4.1's bound and the trivial one stand above. Axes to base 10."
        ),
        needs=functools.partial(sweep_needs, name=name),
        plot=functools.partial(plot_sweep, name=name),
    )


SWEEP_FIGURES = (
    sweep_figure(5, "experiment-1"),
    sweep_figure(6, "experiment-2"),
    sweep_figure(7, "experiment-3"),
)
