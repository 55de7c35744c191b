"""Figures 1 to 12, and one of ours: curves at every epsilon.

Regret is the cumulative pseudo-regret: the sum over arms of plays times gap, initial pulls
included.
"""

import functools
import itertools
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from bandit_replications.experiments.needs import Need
from bandit_replications.inference import summaries
from bandit_replications.inference.summaries import BOUND, Results
from bandit_replications.papers.private_online.analysis.ratios import PAPER_RUNS
from bandit_replications.papers.private_online.catalogue import STYLES
from bandit_replications.papers.private_online.parameters import Configuration
from bandit_replications.papers.private_online.theory import bounds
from bandit_replications.reporting import plotting, views
from bandit_replications.reporting.figures import Drawing, FigureSpec
from bandit_replications.reporting.plotting import REGRET_LABEL
from bandit_replications.reporting.styles import LineStyle
from bandit_replications.runtime.errors import NotApplicable

# The panels of one figure: a letter and an epsilon, or None for the final regret at all of them.
Panels = tuple[tuple[str, float | None], ...]

PAPER_SETTINGS = ("setting-1", "setting-2", "setting-3")
PAPER_EPSILONS = (0.1, 0.25, 0.5, 1.0, 8.0, 64.0, 128.0)
LOG_DECADES = 5  # of rounds on a logarithmic axis: earlier ones show linear growth only
FIRST_LOG_ROUND = 10
OVERVIEW_DECADES = 3  # of rounds in small panels: what is earlier is closer to the axis than a dot

CELL = ("algorithm", "setting", "epsilon")
# Of each bound the algorithm, then what a legend calls it and its colour.
THEOREMS = {"anytime-lazy-ucb": "theorem-3", "hybrid-ucb": "theorem-5"}
TRIVIAL = "trivial"
BOUND_STYLES = {
    TRIVIAL: ("rounds × largest gap", "0.6"),
    **{
        theorem: (f"Theorem {theorem[-1]} ({STYLES.name(algorithm)})", STYLES[algorithm].colour)
        for algorithm, theorem in THEOREMS.items()
    },
}

REGRET_TEXT = "Cumulative pseudo-regret: plays times gap, summed over arms, initial pulls included."
BANDS_TEXT = (
    "Means over all runs. Light band, or bar: 95% interval of our mean (no width where all runs "
    "agree). Dotted, or thin bar: where a mean over the paper's 15 runs falls with 95%; "
    "hold the printed curve against it."
)
LOG_TEXT = (
    "The second variant has axes to base 10, and the bounds of Theorems 3 and 5 with the constants "
    "of their proofs (natural logarithm in the first, base 2 in the second) beside the trivial "
    "one, rounds times the largest gap, above which a bound says nothing."
)


# --- What a run covers ----------------------------------------------------------------------


def setting_at(config: Configuration, position: int) -> Any:
    """Return the setting at a position: the paper's settings 1, 2, 3 are positions 0, 1, 2.

    Raises
    ------
    NotApplicable
        If the run has fewer settings.

    """
    settings = config.regret.settings
    if position >= len(settings):
        raise NotApplicable(f"shows setting {position + 1}; regret.settings has {len(settings)}")
    return settings[position]


def setting_title(setting: Any) -> str:
    """Return a setting's name with its means, such as "Setting 1 (means 0.75, 0.7 × 4)"."""
    name = setting.name
    if name in PAPER_SETTINGS:
        name = name.replace("-", " ").capitalize()
    runs = [(mean, len(list(equal))) for mean, equal in itertools.groupby(setting.resolve_means())]
    means = ", ".join(f"{mean:g}" + (f" × {arms}" if arms > 1 else "") for mean, arms in runs)
    return f"{name} (means {means})"


def shown(config: Configuration, panels: Panels) -> Panels:
    """Return the panels whose epsilon the run has.

    Raises
    ------
    NotApplicable
        If it has none of them.

    """
    found = tuple(
        (letter, epsilon)
        for letter, epsilon in panels
        if epsilon is None or epsilon in config.regret.epsilons
    )
    if not found:
        missing = ", ".join(f"{epsilon:g}" for _, epsilon in panels if epsilon is not None)
        raise NotApplicable(f"shows epsilon {missing}; regret.epsilons lacks it")
    return found


def regret_needs(config: Configuration, position: int, panels: Panels) -> tuple[Need, ...]:
    """Return a regret figure's needs: one setting, at all epsilons or those of its panels."""
    where: dict[str, tuple[Any, ...]] = {"setting": (setting_at(config, position).name,)}
    epsilons = [epsilon for _, epsilon in shown(config, panels)]
    if None not in epsilons:
        where["epsilon"] = tuple(epsilons)
    return (Need(experiment="regret", where=where),)


# --- Rows -----------------------------------------------------------------------------------


def curve_rows(frame: pd.DataFrame, *, epsilon: float, panel: str) -> pd.DataFrame:
    """Return the mean curve of each algorithm at an epsilon (or without one), with its bands."""
    chosen = frame[(frame["epsilon"] == epsilon) | frame["epsilon"].isna()]
    key = ("regret", "curve")
    return summaries.curve_rows(chosen, *CELL, key=key, panel=panel, new_runs=PAPER_RUNS)


def final_rows(frame: pd.DataFrame, *, panel: str) -> pd.DataFrame:
    """Return each algorithm's mean final regret at each epsilon; x is null without one."""
    means = summaries.final_means(frame, "regret", *CELL, new_runs=PAPER_RUNS)
    means = means.sort_values("epsilon", kind="stable")
    return summaries.mean_rows(means, panel=panel, series=means["algorithm"], x=means["epsilon"])


def bound_rows(
    setting: Any, config: Configuration, panel: tuple[str, float | None], data: pd.DataFrame
) -> pd.DataFrame:
    """Return the theorems' bounds and the trivial one where the panel's curves or points are."""
    functions = {"theorem-3": bounds.theorem_3_regret, "theorem-5": bounds.theorem_5_regret}
    letter, epsilon = panel
    places = np.unique(data.loc[(data["panel"] == letter) & data["x"].notna(), "x"])
    if not places.size:  # algorithms without privacy have no epsilon
        return data.iloc[:0]
    gaps = np.asarray(setting.gaps, dtype=np.float64)
    if epsilon is None:
        x = np.geomspace(places.min(), places.max(), 121)
        at = {"epsilon": x, "horizon": np.full(x.shape, config.regret.horizon)}
    else:
        x = places[places >= 2]
        at = {"epsilon": np.full(x.shape, epsilon), "horizon": x.astype(np.int64)}
    values = {
        name: functions[name](gaps=gaps, **at).total
        for algorithm, name in THEOREMS.items()
        if algorithm in config.regret.algorithms
    }
    values[TRIVIAL] = at["horizon"] * gaps.max()
    return summaries.concat(
        summaries.rows(panel=letter, series=name, x=x, estimate=value, band=BOUND)
        for name, value in values.items()
    )


# --- Figures 1 to 12 ------------------------------------------------------------------------


def plot_regret(
    results: Results, config: Configuration, *, number: int, position: int, panels: Panels
) -> dict[str, Drawing]:
    """Draw curves over rounds, or final regret over epsilon, as the panels ask."""
    setting = setting_at(config, position)
    title = f"Figure {number}: {setting_title(setting)}"
    found = shown(config, panels)
    frame = results["regret"]
    frame = frame[frame["setting"] == setting.name]
    data = summaries.concat(
        final_rows(frame, panel=letter)
        if epsilon is None
        else curve_rows(frame, epsilon=epsilon, panel=letter)
        for letter, epsilon in found
    )
    curves = [letter for letter, epsilon in found if epsilon is not None]
    horizon = config.regret.horizon
    first = max(horizon / 10**LOG_DECADES, min(FIRST_LOG_ROUND, horizon))
    late = data[~data["panel"].isin(curves) | (data["x"] >= first)]
    bounds = [bound_rows(setting, config, panel, late) for panel in found]
    return {
        "": _draw(data, title, config, found, log=False),
        "log": _draw(summaries.concat([late, *bounds]), title, config, found, log=True),
    }


def _draw(
    data: pd.DataFrame, title: str, config: Configuration, panels: Panels, *, log: bool
) -> Drawing:
    styles = STYLES.of(config.regret.algorithms)
    epsilons = dict(panels)
    titles = {}
    for letter, epsilon in panels:
        what = "final regret for all ε" if epsilon is None else f"regret with ε = {epsilon:g}"
        titles[letter] = f"({letter}) {what}" if letter else f"{title},\n{what}"

    def draw(ax: Axes, rows: pd.DataFrame, letter: str) -> None:
        _draw_bounds(ax, rows)
        if epsilons[letter] is None:
            _draw_final(ax, rows, styles, sorted(config.regret.epsilons), log=log)
        else:
            views.curves(styles, log=log)(ax, rows, letter)

    bounds = data.loc[data["band"] == BOUND, "series"].unique()
    return views.grid(
        data,
        draw,
        styles,
        panels=titles,
        title=title if len(panels) > 1 else "",
        x_label="round",
        y_label=REGRET_LABEL,
        keys=[plotting.bound_key(*BOUND_STYLES[name]) for name in bounds],
        bands="areas",
        legend=2 if len(panels) == 1 else 3,
    )


def _draw_final(
    ax: Axes,
    rows: pd.DataFrame,
    styles: Mapping[str, LineStyle],
    epsilons: Sequence[float],
    *,
    log: bool,
) -> None:
    """Draw final regret, to base 10, over epsilon: at equal distances, or to base 10 as well."""
    points = rows[rows["band"] != BOUND]
    plotting.draw_points(ax, plotting.dodged(points, list(styles), epsilons, log=log), styles)
    views.rescale(ax, "log" if log else "log y")
    if log:
        plotting.name_ticks(ax.xaxis, epsilons)
        ax.set_xlabel("privacy parameter ε")
    else:
        ax.set_xticks(range(len(epsilons)), [f"{epsilon:g}" for epsilon in epsilons])
        ax.set_xlim(-0.5, len(epsilons) - 0.5)  # also with a single ε
        ax.set_xlabel("privacy parameter ε (equally spaced)")


def _draw_bounds(ax: Axes, rows: pd.DataFrame) -> None:
    """Draw bounds; a theorem's has its number at the left end, for grey print."""
    for name, run in rows[rows["band"] == BOUND].groupby("series", sort=False):
        plotting.draw_bound(ax, run, BOUND_STYLES[str(name)][1])
        if name != TRIVIAL:
            start = run.iloc[0]
            plotting.annotate(ax, f"Thm {str(name)[-1]}", start["x"], start["estimate"])


def regret_figure(number: int, position: int, *epsilons: float | None) -> FigureSpec:
    """Return one of the paper's figures: its number, the setting's position, and its panels.

    A panel is an epsilon, or None for the final regret at all of them.
    """
    letters = "abcdefgh" if len(epsilons) > 1 else [""]
    panels: Panels = tuple(zip(letters, epsilons, strict=False))
    values = ", ".join(f"{epsilon:g}" for epsilon in epsilons if epsilon is not None)
    parts = ["final regret for all ε"] if None in epsilons else []
    parts += [f"regret with ε = {values}"] if values else []
    return FigureSpec(
        id=f"figure-{number:02}",
        title=f"Mean-reward setting {position + 1}: {' and '.join(parts)}",
        source=f"Figure {number}",
        caption=f"{REGRET_TEXT} {BANDS_TEXT} {LOG_TEXT}",
        needs=functools.partial(regret_needs, position=position, panels=panels),
        plot=functools.partial(plot_regret, number=number, position=position, panels=panels),
        variants=("", "log"),
    )


# --- Curves at every epsilon ----------------------------------------------------------------


def curves_needs(config: Configuration) -> tuple[Need, ...]:
    """Return the needs of the overview of curves: everything.

    Raises
    ------
    NotApplicable
        If the run has the paper's settings and epsilons, which Figures 1 to 12 show already.

    """
    names = [setting.name for setting in config.regret.settings]
    if names == list(PAPER_SETTINGS) and set(config.regret.epsilons) <= set(PAPER_EPSILONS):
        raise NotApplicable("Figures 1 to 12 show every curve of the paper's settings")
    return (Need(experiment="regret"),)


def plot_curves(results: Results, config: Configuration) -> dict[str, Drawing]:
    """Draw the regret curves of every setting (columns) at every epsilon (rows)."""
    settings = [setting.name for setting in config.regret.settings]
    styles = STYLES.of(config.regret.algorithms)
    frame = results["regret"]
    data = summaries.concat(
        curve_rows(
            frame[frame["setting"] == setting],
            epsilon=epsilon,
            panel=f"{setting}, ε = {epsilon:g}",
        )
        for epsilon in sorted(config.regret.epsilons)
        for setting in settings
    )
    drawing = views.grid(
        data[data["x"] >= config.regret.horizon / 10**OVERVIEW_DECADES],
        views.curves(styles, log=False),
        styles,
        columns=len(settings),
        height=1.9,
        share="x",
        x_label="round",
        side_label=REGRET_LABEL,
        bands="areas",
        legend=3,
    )
    return {"": drawing}


REGRET_FIGURES = (
    regret_figure(1, 0, 0.5),
    regret_figure(2, 0, 1.0),
    regret_figure(3, 0, 8.0),
    regret_figure(4, 0, 64.0),
    regret_figure(5, 0, None),
    regret_figure(6, 1, 0.5),
    regret_figure(7, 1, 8.0),
    regret_figure(8, 1, 64.0),
    regret_figure(9, 0, 0.1, 0.25, 128.0),
    regret_figure(10, 1, None),
    regret_figure(11, 1, 0.1, 0.25, 1.0, 128.0),
    regret_figure(12, 2, None, *PAPER_EPSILONS),
    FigureSpec(
        id="figure-regret-curves",
        title="Regret of every setting at every ε",
        source="Section 6, Appendix I",
        caption=f"All regret curves on one page, linear axes. {REGRET_TEXT} {BANDS_TEXT}",
        needs=curves_needs,
        plot=plot_curves,
    ),
)
