"""Figures of the paper (1 to 12), and ours about it: views of the data sets.

Regret is everywhere the cumulative pseudo-regret: the sum over arms (actions) of plays times gap,
initial pulls included. Bounds are loaded when a figure draws them.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from bandit_replications import plotting, summaries
from bandit_replications.errors import NotApplicable
from bandit_replications.needs import Need
from bandit_replications.plotting import Drawing, FigureSpec, Look
from bandit_replications.summaries import BOUND

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

Results = Mapping[str, "pd.DataFrame"]

PAPER_RUNS = 15  # each of the paper's plots is a mean over so many runs
PAPER_EPSILONS = (0.1, 0.25, 0.5, 1.0, 8.0, 64.0, 128.0)

REGRET_LABEL = "cumulative pseudo-regret\n(sum of plays × gap)"
LOG_DECADES = 5  # of rounds: earlier ones show linear growth only
REGRET_TEXT = "Cumulative pseudo-regret: plays times gap, summed over arms, initial pulls included."
BANDS_TEXT = (
    "Light band: 95% interval of our mean. Dotted: where a mean over the paper's 15 runs falls "
    "with 95%; hold the printed curve against it."
)
LOG_TEXT = (
    "The second variant has axes to base 10 and the bounds of Theorems 3 and 5 with the constants "
    "of their proofs (natural logarithm in the first, base 2 in the second), beside the trivial "
    "bound, rounds times the largest gap: above it a bound says nothing."
)


# --- Figures 1 to 12 ------------------------------------------------------------------------

# The panels of one figure: a letter and an epsilon, or None for the final regret at all of them.
Panels = tuple[tuple[str, float | None], ...]

BOUNDS = {"anytime-lazy-ucb": ("theorem-3", "Theorem 3"), "hybrid-ucb": ("theorem-5", "Theorem 5")}
TRIVIAL = "trivial"
TRIVIAL_COLOUR = "0.6"


def setting_at(config: Any, position: int) -> Any:
    """Return the setting at a position: the paper's settings 1, 2, 3 are positions 0, 1, 2."""
    settings = config.regret.settings
    if position >= len(settings):
        raise NotApplicable(f"shows setting {position + 1}, regret.settings has {len(settings)}")
    return settings[position]


def _shown(config: Any, panels: Panels) -> Panels:
    """Return the panels whose epsilon the run has."""
    shown = tuple(
        (letter, epsilon)
        for letter, epsilon in panels
        if epsilon is None or epsilon in config.regret.epsilons
    )
    if not shown:
        missing = ", ".join(f"{epsilon:g}" for _, epsilon in panels if epsilon is not None)
        raise NotApplicable(f"shows epsilon {missing}, which regret.epsilons lacks")
    return shown


def regret_needs(config: Any, position: int, panels: Panels) -> tuple[Need, ...]:
    """Return what a regret figure needs: one setting, at all epsilons or at those of its panels."""
    where: dict[str, tuple[Any, ...]] = {"setting": (setting_at(config, position).name,)}
    epsilons = tuple(epsilon for _, epsilon in _shown(config, panels) if epsilon is not None)
    if all(epsilon is not None for _, epsilon in panels):
        where["epsilon"] = epsilons
    return (Need(experiment="regret", where=where),)


def plot_regret(
    results: Results, config: Any, *, position: int, panels: Panels
) -> dict[str, Drawing]:
    """Draw curves over rounds, or final regret over epsilon, as the panels ask."""
    setting = setting_at(config, position)
    shown = _shown(config, panels)
    frame = results["regret"]
    frame = frame[frame["setting"] == setting.name]
    data = summaries.concat(
        _final_rows(frame, panel=letter)
        if epsilon is None
        else _curve_rows(frame, epsilon=epsilon, panel=letter)
        for letter, epsilon in shown
    )
    curves = [letter for letter, epsilon in shown if epsilon is not None]
    first = config.regret.horizon / 10**LOG_DECADES
    late = data[~data["panel"].isin(curves) | (data["x"] >= first)]
    bounds = summaries.concat(_bound_rows(setting, config, panel, late) for panel in shown)
    return {
        "": _draw_regret(data, setting.name, config, shown),
        "log": _draw_regret(summaries.concat([late, bounds]), setting.name, config, shown),
    }


def _curve_rows(frame: "pd.DataFrame", *, epsilon: float, panel: str) -> "pd.DataFrame":
    """Return the mean curve of each algorithm at an epsilon (or without one)."""
    chosen = frame[(frame["epsilon"] == epsilon) | frame["epsilon"].isna()]
    parts = []
    for (algorithm, setting, private), rows in summaries.groups(
        chosen, "algorithm", "setting", "epsilon"
    ):
        curves, rounds = summaries.whole_runs(rows)
        key = ("regret", "curve", algorithm, setting, private)
        parts.append(
            summaries.series(
                curves, rounds, key=key, panel=panel, name=algorithm, new_runs=PAPER_RUNS
            )
        )
    return summaries.concat(parts)


def _final_rows(frame: "pd.DataFrame", *, panel: str) -> "pd.DataFrame":
    """Return each algorithm's mean final regret at each epsilon; x is null without one."""
    final = summaries.final(frame).sort_values("epsilon", kind="stable")
    parts = []
    for (algorithm, setting, epsilon), rows in summaries.groups(
        final, "algorithm", "setting", "epsilon"
    ):
        parts.append(
            summaries.series(
                rows["regret"],
                np.nan if epsilon is None else epsilon,
                key=("regret", "final", algorithm, setting, epsilon),
                panel=panel,
                name=algorithm,
                new_runs=PAPER_RUNS,
            )
        )
    return summaries.concat(parts)


def _bound_rows(
    setting: Any, config: Any, panel: tuple[str, float | None], data: "pd.DataFrame"
) -> "pd.DataFrame":
    """Return the theorems' bounds and the trivial one where the panel's curves or points are."""
    letter, epsilon = panel
    theorems = _theorems(config)
    mine = data[(data["panel"] == letter) & data["x"].notna()]
    x: np.ndarray[Any, Any]
    if epsilon is None:
        x = np.geomspace(mine["x"].min(), mine["x"].max(), 61)
        pairs = [(value, config.regret.horizon) for value in x]
    else:
        x = np.unique(mine.loc[mine["x"] >= 2, "x"])
        pairs = [(epsilon, int(value)) for value in x]
    gaps = np.asarray(setting.gaps)
    parts = [
        summaries.rows(
            panel=letter,
            name=name,
            x=x,
            estimate=[
                float(bound(gaps=gaps, epsilon=value, horizon=rounds).total)
                for value, rounds in pairs
            ],
            band=BOUND,
        )
        for name, bound in theorems.items()
    ]
    trivial = [rounds * gaps.max() for _, rounds in pairs]
    parts.append(summaries.rows(panel=letter, name=TRIVIAL, x=x, estimate=trivial, band=BOUND))
    return summaries.concat(parts)


def _theorems(config: Any) -> dict[str, Callable[..., Any]]:
    from bandit_replications.private_online import bounds  # noqa: PLC0415  loads scipy

    functions = {"theorem-3": bounds.theorem_3_regret, "theorem-5": bounds.theorem_5_regret}
    return {
        BOUNDS[algorithm][0]: functions[BOUNDS[algorithm][0]]
        for algorithm in config.regret.algorithms
        if algorithm in BOUNDS
    }


def _draw_regret(data: "pd.DataFrame", setting: str, config: Any, panels: Panels) -> Drawing:
    """Draw all panels; on logarithmic axes if the data have bounds."""
    log = bool((data["band"] == BOUND).any())
    looks = plotting.looks(config.regret.algorithms)
    columns = min(len(panels), 2)
    with plotting.style():
        figure, axes = plotting.panels(len(panels), columns=columns)
        for number, ((letter, epsilon), ax) in enumerate(zip(panels, axes, strict=True)):
            part = data[data["panel"] == letter]
            _draw_regret_bounds(ax, part)
            if epsilon is None:
                _draw_final(ax, part, looks, config.regret.epsilons, log=log)
            else:
                plotting.draw_curves(ax, part, looks)
                plotting.log_axes(ax) if log else plotting.linear_axes(ax)
                ax.set_xlabel("round")
            what = "final regret for all ε" if epsilon is None else f"regret at ε = {epsilon:g}"
            ax.set_title(f"({letter}) {what}" if letter else f"{setting}: {what}")
            if number % columns == 0:
                ax.set_ylabel(REGRET_LABEL)
        if len(panels) > 1:
            figure.suptitle(setting, x=0.01, ha="left", fontsize=10)
        keys = [plotting.line_key(name, look) for name, look in looks.items()]
        keys += _bound_keys(data, looks) + plotting.band_keys(data)
        plotting.finish(figure, keys, columns=2 if len(panels) == 1 else 3)
    return Drawing(figure, data)


def _draw_final(
    ax: "Axes",
    data: "pd.DataFrame",
    looks: Mapping[str, Look],
    epsilons: Sequence[float],
    *,
    log: bool,
) -> None:
    """Draw final regret over epsilon: at equal distances, or on a logarithmic axis."""
    values = sorted(epsilons)
    points = data[data["band"] != BOUND]
    plotting.draw_points(ax, dodged(points, list(looks), values, log=log), looks)
    if log:
        plotting.log_axes(ax)
        ax.set_xticks(values, [f"{value:g}" for value in values])
        ax.minorticks_off()
        ax.set_xlabel("privacy parameter ε")
    else:
        ax.set_ylim(bottom=0)
        ax.yaxis.set_major_formatter(plotting.thousands)
        ax.set_xticks(range(len(values)), [f"{value:g}" for value in values])
        ax.set_xlabel("privacy parameter ε (equally spaced)")


def dodged(
    data: "pd.DataFrame", series: Sequence[str], values: Sequence[float], *, log: bool
) -> "pd.DataFrame":
    """Return points moved aside, a step for each series, so that none hides another.

    On equal distances x becomes the position among `values`; else it is moved by a factor.
    """
    step = data["series"].map({name: i - (len(series) - 1) / 2 for i, name in enumerate(series)})
    if log:
        return data.assign(x=data["x"] * 1.06**step)
    position = data["x"].map({value: float(i) for i, value in enumerate(values)})
    return data.assign(x=position + 0.11 * step)


def _bound_colours(looks: Mapping[str, Look]) -> dict[str, tuple[str, str]]:
    colours = {
        name: (f"{label} ({plotting.display_name(algorithm)})", looks[algorithm].colour)
        for algorithm, (name, label) in BOUNDS.items()
        if algorithm in looks
    }
    return {**colours, TRIVIAL: ("rounds × largest gap", TRIVIAL_COLOUR)}


def _draw_regret_bounds(ax: "Axes", data: "pd.DataFrame") -> None:
    colours = _bound_colours(plotting.looks(list(BOUNDS)))
    for name, run in data[data["band"] == BOUND].groupby("series", sort=False):
        plotting.draw_bound(ax, run, colours[str(name)][1])


def _bound_keys(data: "pd.DataFrame", looks: Mapping[str, Look]) -> list[Any]:
    drawn = set(data.loc[data["band"] == BOUND, "series"])
    return [
        plotting.bound_key(label, colour)
        for name, (label, colour) in _bound_colours(looks).items()
        if name in drawn
    ]


def _regret_figure(number: int, position: int, *epsilons: float | None) -> FigureSpec:
    letters = "abcdefgh" if len(epsilons) > 1 else [""]
    panels: Panels = tuple(zip(letters, epsilons, strict=False))
    shown = ", ".join(f"{epsilon:g}" for epsilon in epsilons if epsilon is not None)
    parts = [f"regret at ε = {shown}"] if shown else []
    if None in epsilons:
        parts.insert(0, "final regret for all ε")
    return FigureSpec(
        id=f"figure-{number:02}",
        title=f"Mean-reward setting {position + 1}: {' and '.join(parts)}",
        source=f"Figure {number}",
        caption=f"{REGRET_TEXT} {BANDS_TEXT} {LOG_TEXT}",
        needs=lambda config: regret_needs(config, position, panels),
        plot=lambda results, config: plot_regret(results, config, position=position, panels=panels),
        variants=("", "log"),
    )


PAPER_FIGURES = (
    _regret_figure(1, 0, 0.5),
    _regret_figure(2, 0, 1.0),
    _regret_figure(3, 0, 8.0),
    _regret_figure(4, 0, 64.0),
    _regret_figure(5, 0, None),
    _regret_figure(6, 1, 0.5),
    _regret_figure(7, 1, 8.0),
    _regret_figure(8, 1, 64.0),
    _regret_figure(9, 0, 0.1, 0.25, 128.0),
    _regret_figure(10, 1, None),
    _regret_figure(11, 1, 0.1, 0.25, 1.0, 128.0),
    _regret_figure(12, 2, None, *PAPER_EPSILONS),
)

FIGURES: tuple[FigureSpec, ...] = PAPER_FIGURES
