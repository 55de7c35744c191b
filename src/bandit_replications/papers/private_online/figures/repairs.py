"""The regret of each repaired algorithm beside that of the printed one."""

from typing import Any

import pandas as pd
from matplotlib.axes import Axes

from bandit_replications.experiments.needs import Need
from bandit_replications.inference import summaries
from bandit_replications.inference.summaries import Results
from bandit_replications.papers.private_online.parameters import Configuration
from bandit_replications.reporting import views
from bandit_replications.reporting.figures import Drawing, FigureSpec
from bandit_replications.reporting.styles import DASH_DOT, DASHED, SOLID, LineStyle
from bandit_replications.runtime.errors import NotApplicable

# What a panel shows: data set, algorithm, label and style of each interpretation, the printed one
# first.
Lines = dict[str, tuple[str, LineStyle]]
PRINTED, REPAIRED, OTHER = (
    LineStyle("#595959", SOLID, "o"),
    LineStyle("#0072B2", DASHED, "s"),
    LineStyle("#D55E00", DASH_DOT, "^"),
)
PANELS: dict[str, tuple[str, str, Lines]] = {
    "Anytime-Lazy-UCB": (
        "readings",
        "anytime-lazy-ucb",
        {
            "first-pull-as-printed": ("first pull without noise", PRINTED),
            "main": ("first pull with noise", REPAIRED),
        },
    ),
    "Hybrid-UCB": (
        "readings",
        "hybrid-ucb",
        {
            "root-as-printed": ("root of a full tree (Algorithm 4)", PRINTED),
            "main": ("full array used at once (Section 4.2)", REPAIRED),
            "tree-levels-repaired": ("noise for r + 1 levels", OTHER),
        },
    ),
    "FTNL": (
        "full-information",
        "ftnl",
        {"main": ("noise Lap(1/ε)", PRINTED), "noise-doubled": ("noise Lap(2/ε)", REPAIRED)},
    ),
}


def repairs_needs(config: Configuration) -> tuple[Need, ...]:
    """Return the needs of the figure of repairs.

    Raises
    ------
    NotApplicable
        If the run has no repair of an algorithm.

    """
    places = _places(config)
    for experiment, algorithm, lines in PANELS.values():
        section = getattr(config, experiment.replace("-", "_"))
        known = {one.reading for one in section.variants if one.algorithm == algorithm} | {"main"}
        if not set(lines) <= known or algorithm not in section.algorithms:
            missing = ", ".join(sorted(set(lines) - known)) or algorithm
            raise NotApplicable(f"shows repairs; the run lacks {missing}")
    return tuple(
        Need(
            experiment=experiment,
            where={**places[experiment], "algorithm": (algorithm,), "reading": tuple(lines)},
        )
        for experiment, algorithm, lines in PANELS.values()
    )


def _places(config: Configuration) -> dict[str, dict[str, tuple[Any, ...]]]:
    """Return the instance of each data set: the first setting; most actions, smallest gap."""
    listed = config.full_information.listed
    here = [one for one in listed if one.instance == listed[0].instance]
    largest = max(here, key=lambda one: (one.arms, -one.min_gap))
    return {
        "readings": {"setting": (config.readings.settings[0].name,)},
        "full-information": {
            "instance": (largest.instance,),
            "arms": (largest.arms,),
            "min_gap": (largest.min_gap,),
        },
    }


def plot_repairs(results: Results, config: Configuration) -> dict[str, Drawing]:
    """Draw final regret over ε, a panel for each algorithm that has a repair."""
    places = _places(config)
    parts: list[pd.DataFrame] = []
    styles: dict[str, dict[str, LineStyle]] = {}
    for panel, (experiment, algorithm, lines) in PANELS.items():
        frame = results[experiment]
        keep = (frame["algorithm"] == algorithm) & frame["reading"].isin(lines)
        for column, (value,) in places[experiment].items():
            keep &= frame[column] == value
        means = summaries.final_means(frame[keep], experiment, "reading", "epsilon")
        means = means.sort_values("epsilon", kind="stable")
        names = {reading: f"{panel}: {label}" for reading, (label, _) in lines.items()}
        styles[panel] = {names[reading]: style for reading, (_, style) in lines.items()}
        series = means["reading"].map(names)
        parts.append(summaries.mean_rows(means, panel=panel, series=series, x=means["epsilon"]))

    def draw(ax: Axes, rows: pd.DataFrame, panel: str) -> None:
        views.points(styles[panel], apart=True, ticks=3)(ax, rows, panel)

    drawing = views.grid(
        summaries.concat(parts),
        draw,
        {name: style for lines in styles.values() for name, style in lines.items()},
        columns=len(PANELS),
        height=2.6,
        x_label="privacy parameter ε",
        y_label="final pseudo-regret\n(sum of plays × gap)",
    )
    return {"": drawing}


REPAIRS = FigureSpec(
    id="figure-repairs",
    title="Regret of the repaired algorithms",
    source="Theorems 2, 5 and 6",
    caption=(
        "Mean final pseudo-regret (plays times gap, summed over arms) of each algorithm as "
        "printed, where it is not private, and repaired, where it is: the first setting for "
        "Anytime-Lazy-UCB and Hybrid-UCB; equal gaps, most actions and the smallest gap for "
        "FTNL. Axes to base 10. Bars: 95% interval of the mean."
    ),
    needs=repairs_needs,
    plot=plot_repairs,
)
