"""Figures 2 to 4: online regret in the paper's experiments, and all algorithms in all scenarios.

Regret is the realised online regret R_t: the losses of all players (1 for a collision or a quiet
round) minus those of the K arms that are best in [t]. It may fall: players who follow a change can
beat every fixed set of arms.
"""

import functools
from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from numpy.typing import NDArray

from bandit_replications.experiments.needs import Need
from bandit_replications.inference import summaries
from bandit_replications.inference.summaries import MEAN, Results
from bandit_replications.papers.multiplayer.analysis.ratios import PAPER_RUNS
from bandit_replications.papers.multiplayer.catalogue import SCENARIO_TITLES, STYLES, scenario_title
from bandit_replications.papers.multiplayer.parameters import Configuration
from bandit_replications.reporting import plotting, views
from bandit_replications.reporting.figures import Drawing, FigureSpec
from bandit_replications.reporting.styles import LineStyle
from bandit_replications.runtime.errors import NotApplicable

PAPER_ALGORITHMS = ("coordinate-and-play", "musical-chairs")
PAPER_SCENARIOS = tuple(SCENARIO_TITLES)[:3]
CELL = ("algorithm", "scenario")
SPREAD = "standard deviation of ten runs"
REGRET = "online regret $R_t$\n(against the K best arms of [t])"
LEARNING = "end of Musical Chairs' learning (T0)"
CHANGE = "a link changes"
CHANGE_COLOUR = "#B22222"

TEXT = (
    "Online regret: losses of all players (1 for a collision or a quiet round) minus those of the "
    "K arms best in [t]. Wide band: mean ± the standard deviation of ten runs, as the paper shows, "
    "in the median over all tens of runs: a ten that holds one of the few runs with a failed "
    "ranking or a player on a wrong arm has a far wider one. Dotted: where a mean over the paper's "
    "10 runs falls with 95%, those runs included; hold the printed curve against it."
)


# --- What a run covers ----------------------------------------------------------------------


def scenario_named(config: Configuration, section: str, name: str) -> Any:
    """Return the scenario of this name in a section of the configuration.

    Raises
    ------
    NotApplicable
        If the run has none of it.

    """
    for scenario in getattr(config, section).scenarios:
        if scenario.name == name:
            return scenario
    raise NotApplicable(f"shows scenario {name!r}; {section}.scenarios lacks it")


def scenario_needs(config: Configuration, *, section: str, name: str) -> tuple[Need, ...]:
    """Return the needs of the figure of one scenario: its rows of the section's data set."""
    scenario_named(config, section, name)
    return (Need(experiment=section.replace("_", "-"), where={"scenario": (name,)}),)


def shown_algorithms(config: Configuration) -> list[str]:
    """Return the paper's two algorithms and a user's own ones; all if there are none of these."""
    running = config.online_regret.algorithms
    known = [name for name in PAPER_ALGORITHMS if name in running]
    return [*known, *(name for name in running if name not in STYLES.table)] or list(running)


# --- Rows -----------------------------------------------------------------------------------


def curve_rows(frame: pd.DataFrame, *, panel: str, spread: bool) -> pd.DataFrame:
    """Return the mean curve of each algorithm with its bands.

    Parameters
    ----------
    frame : DataFrame
        Rows of one scenario.
    panel : str
    spread : bool
        Whether to give mean ± standard deviation and the band of the paper's mean, or the
        interval of the mean.

    """
    new_runs = PAPER_RUNS if spread else None
    key = ("online-regret", "curve")
    rows = summaries.curve_rows(frame, *CELL, key=key, panel=panel, new_runs=new_runs)
    if not spread:
        return rows
    for (algorithm, _), runs in summaries.groups(frame, *CELL):
        deviation = typical_deviation(summaries.whole_runs(runs)[0])
        here = (rows["series"] == algorithm) & (rows["band"] == MEAN)
        mean = rows.loc[here, "estimate"]
        rows.loc[here, "low"], rows.loc[here, "high"] = mean - deviation, mean + deviation
    return rows.replace({"band": {MEAN: SPREAD}})


def typical_deviation(curves: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the standard deviation of the paper's ten runs, in the median over all tens.

    Of all runs together it would be that of a few: a failed ranking, or a player on a wrong arm,
    loses several times as much as any other run, and most tens hold none.

    Parameters
    ----------
    curves : array, shape (runs, rounds)
        Consecutive runs make a ten; with fewer than ten they are taken together.

    Returns
    -------
    array, shape (rounds,)

    """
    tens = max(1, len(curves) // PAPER_RUNS)
    whole = curves[: tens * PAPER_RUNS].reshape(tens, -1, curves.shape[1])
    deviations: NDArray[np.float64] = np.median(whole.std(axis=1), axis=0)
    return deviations


# --- Figures 2 to 4 -------------------------------------------------------------------------


def plot_online(results: Results, config: Configuration, *, name: str) -> dict[str, Drawing]:
    """Draw the paper's two algorithms as the paper does, and all algorithms of the run."""
    scenario = scenario_named(config, "online_regret", name)
    frame = results["online-regret"]
    frame = frame[frame["scenario"] == name]
    pair, every = shown_algorithms(config), config.online_regret.algorithms
    paper = curve_rows(frame[frame["algorithm"].isin(pair)], panel=name, spread=True)
    whole = curve_rows(frame, panel=name, spread=False)
    return {
        "": _draw(paper, scenario, config, STYLES.of(pair)),
        "all": _draw(whole, scenario, config, STYLES.of(every)),
    }


def _draw(
    data: pd.DataFrame, scenario: Any, config: Configuration, styles: Mapping[str, LineStyle]
) -> Drawing:
    times = _times(scenario, config)

    def draw(ax: Axes, rows: pd.DataFrame, _panel: str) -> None:
        plotting.draw_curves(ax, rows.replace({"band": {SPREAD: MEAN}}), styles)
        for line, rounds in times:
            for place in rounds:
                ax.axvline(place, zorder=1.8, **{**line, "label": ""})
        regret_axes(ax)

    return views.grid(
        data,
        draw,
        styles,
        panels={scenario.name: scenario_title(scenario.name)},
        x_label="round t",
        y_label=REGRET,
        keys=plotting.band_keys(data) + [plotting.legend_line(**line) for line, _ in times],
        bands="",
    )


def regret_axes(ax: Axes) -> None:
    """Start at round 0 and write thousands as k; regret may be negative."""
    for axis in (ax.xaxis, ax.yaxis):
        axis.set_major_formatter(plotting.thousands)
    ax.set_xlim(left=0)
    ax.margins(x=0.01)
    if ax.get_ylim()[0] > 0 or ax.dataLim.y0 >= 0:
        ax.set_ylim(bottom=0)


def _times(scenario: Any, config: Configuration) -> list[tuple[dict[str, Any], list[int]]]:
    """Return the line and the rounds of the end of learning and of the changes."""
    section = config.online_regret
    found = []
    if "musical-chairs" in section.algorithms:
        options = section.options.get("musical-chairs", {})
        found.append((LEARNING, "0.0", [options.get("exploration_rounds", 3000)]))
    changes = scenario.change_times(scenario.horizon(section.horizon))
    if changes:
        found.append((CHANGE, CHANGE_COLOUR, changes))
    style: dict[str, Any] = {"linestyle": (0, (4.0, 2.0)), "linewidth": 0.9}
    return [({"label": label, "color": colour, **style}, rounds) for label, colour, rounds in found]


def online_figure(number: int, name: str, see: str) -> FigureSpec:
    """Return one of Figures 2 to 4."""
    return FigureSpec(
        id=f"figure-{number:02}",
        title=scenario_title(name),
        source=f"Figure {number}",
        caption=(
            f"{see} {TEXT} The second variant has every algorithm of the run, with the 95% "
            "interval of its mean."
        ),
        needs=functools.partial(scenario_needs, section="online_regret", name=name),
        plot=functools.partial(plot_online, name=name),
        variants=("", "all"),
    )


# --- Scenarios that are not the paper's ----------------------------------------------------


def others_needs(config: Configuration) -> tuple[Need, ...]:
    """Return the needs of the figure of scenarios that are not the paper's.

    Raises
    ------
    NotApplicable
        If there is none.

    """
    names = _others(config)
    if not names:
        raise NotApplicable("Figures 2 to 4 show every scenario of the run")
    return (Need(experiment="online-regret", where={"scenario": names}),)


def _others(config: Configuration) -> tuple[str, ...]:
    names = tuple(scenario.name for scenario in config.online_regret.scenarios)
    return tuple(name for name in names if name not in PAPER_SCENARIOS)


def plot_others(results: Results, config: Configuration) -> dict[str, Drawing]:
    """Draw the curves of every algorithm, a panel for each scenario that is not the paper's."""
    names = _others(config)
    styles = STYLES.of(config.online_regret.algorithms)
    frame = results["online-regret"]
    data = summaries.concat(
        curve_rows(frame[frame["scenario"] == name], panel=name, spread=False) for name in names
    )

    def draw(ax: Axes, rows: pd.DataFrame, _panel: str) -> None:
        plotting.draw_curves(ax, rows, styles)
        regret_axes(ax)

    drawing = views.grid(
        data,
        draw,
        styles,
        panels={name: scenario_title(name) for name in names},
        x_label="round t",
        y_label=REGRET,
        bands="areas",
    )
    return {"": drawing}


ONLINE_FIGURES = (
    online_figure(
        2,
        "experiment-1",
        "In most runs Musical Chairs' regret stops, Coordinate and Play's does not. Mean losses "
        "are drawn afresh for every run. Some runs in a hundred of Musical Chairs sit on a wrong "
        "arm, and carry its mean.",
    ),
    online_figure(
        3,
        "experiment-2",
        "Musical Chairs cannot react. Its regret rises from T/3 on, where the second link fails "
        "and the first one leaves the K best arms of [t]; between T/4 and T/3 it stands still.",
    ),
    online_figure(
        4,
        "experiment-3",
        "Musical Chairs cannot react. Its regret rises from T/3 on, where the improved link "
        "enters the K best arms of [t].",
    ),
    FigureSpec(
        id="figure-other-scenarios",
        title="Online regret in scenarios that are not the paper's",
        source="Section 5",
        caption=(
            "Mean online regret with its 95% interval. Swinging: losses that are no Bernoulli "
            "draws, with ever new leaders. One good arm: one arm costs nothing and every other "
            "one 1, as much as a collision, so that players who share the good arm have nothing to "
            "gain by leaving it."
        ),
        needs=others_needs,
        plot=plot_others,
    ),
)
