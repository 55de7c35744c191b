"""Regret of the full-information algorithms (Section 5), beside Theorem 7's bound."""

from typing import Any

import numpy as np
import pandas as pd

from bandit_replications.experiments.needs import Need, every, require_several
from bandit_replications.inference import summaries
from bandit_replications.inference.summaries import BOUND, Results
from bandit_replications.papers.private_online.analysis.full_information import (
    CELL,
    MAIN,
    rate,
    theorem_7,
)
from bandit_replications.papers.private_online.catalogue import STYLES
from bandit_replications.papers.private_online.environments.instances import Sized
from bandit_replications.papers.private_online.parameters import Configuration
from bandit_replications.reporting import plotting, views
from bandit_replications.reporting.figures import Drawing, FigureSpec
from bandit_replications.reporting.plotting import REGRET_LABEL
from bandit_replications.runtime.errors import NotApplicable

# Bounds and guides: label and colour.
TRIVIAL, THEOREM, RATE = "trivial", "theorem-7", "rate"
BOUNDS = {
    THEOREM: ("Theorem 7 (FTNL)", STYLES["ftnl"].colour),
    RATE: ("rate of FTNL (ours)", "#AA4499"),
    TRIVIAL: ("rounds × largest gap", "0.6"),
}
GUIDES = {
    "guide-log": ("∝ ln K, from FTNL's first point", "ftnl"),
    "guide-linear": ("∝ K ln K, from naive FTNL's first point", "naive-ftnl"),
}
TEXT = (
    "Final pseudo-regret: rounds on which an action was played times its gap, summed over actions. "
    "Bars: 95% interval of the mean. Axes to base 10."
)


def plot_epsilons(results: Results, config: Configuration) -> dict[str, Drawing]:
    """Draw final regret over epsilon, a panel for each instance, number of actions and gap."""
    section = config.full_information
    frame = results["full-information"]
    means = summaries.final_means(frame[frame["reading"] == MAIN], "full-information", *CELL)
    styles = STYLES.of(section.algorithms)
    names = [one.instance for one in section.listed]
    data = summaries.concat(
        rows
        for one in sorted(section.listed, key=lambda one: (names.index(one.instance), one.min_gap))
        for rows in _instance_rows(means, config, one)
    )
    drawing = views.grid(
        data,
        views.points(
            styles,
            bounds={name: colour for name, (_, colour) in BOUNDS.items()},
            apart=True,
            ticks=1,
        ),
        styles,
        columns=len(section.arms),
        height=1.9,
        share="xy",
        x_label="privacy parameter ε",
        side_label=REGRET_LABEL,
        keys=_bound_keys(data, BOUNDS),
        legend=3,
    )
    return {"": drawing}


def _instance_rows(means: pd.DataFrame, config: Configuration, one: Sized) -> list[pd.DataFrame]:
    """Return the rows of a panel: mean final regret, the trivial bound, and Theorem 7's."""
    section, epsilons = config.full_information, sorted(config.full_information.epsilons)
    panel = f"{one.instance}, Δ = {one.min_gap:g}, K = {one.arms}"
    place: dict[str, Any] = {"instance": one.instance, "arms": one.arms, "min_gap": one.min_gap}
    here = means[(means[list(place)] == list(place.values())).all(axis=1)]
    values = {TRIVIAL: [section.horizon * float(one.entry.gaps.max())]}
    if "ftnl" in section.algorithms:
        values[THEOREM] = [theorem_7(config, **place, epsilon=epsilon) for epsilon in epsilons]
        values[RATE] = [rate(config, **place, epsilon=epsilon) for epsilon in epsilons]
    return [
        _mean_rows(here, x="epsilon", panel=panel),
        *(
            summaries.rows(
                panel=panel,
                series=name,
                x=epsilons,
                estimate=np.broadcast_to(value, len(epsilons)),
                band=BOUND,
            )
            for name, value in values.items()
        ),
    ]


def _mean_rows(means: pd.DataFrame, *, x: str, panel: str) -> pd.DataFrame:
    means = means.sort_values(x, kind="stable")
    return summaries.mean_rows(means, panel=panel, series=means["algorithm"], x=means[x])


def _bound_keys(data: pd.DataFrame, bounds: dict[str, tuple[str, str]]) -> list[object]:
    drawn = set(data["series"])
    return [plotting.bound_key(*style) for name, style in bounds.items() if name in drawn]


# --- Regret over the number of actions ------------------------------------------------------


def arms_needs(config: Configuration) -> tuple[Need, ...]:
    """Return the needs of the figure over the number of actions: the smallest gap."""
    section = config.full_information
    require_several(section.arms, "full_information.arms")
    if not section.families:
        raise NotApplicable("shows families of instances; full_information.instances has none")
    return (Need(experiment="full-information", where={"min_gap": (min(section.min_gaps),)}),)


def plot_arms(results: Results, config: Configuration) -> dict[str, Drawing]:
    """Draw final regret over the number of actions, a panel for each instance and epsilon."""
    section = config.full_information
    frame = results["full-information"]
    frame = frame[(frame["min_gap"] == min(section.min_gaps)) & (frame["reading"] == MAIN)]
    means = summaries.final_means(frame, "full-information", *CELL)
    styles = STYLES.of(section.algorithms)
    parts = []
    for epsilon in sorted(section.epsilons):
        there = means[(means["epsilon"] == epsilon) | means["epsilon"].isna()]
        for instance in section.families:
            here = there[there["instance"] == instance]
            rows = _mean_rows(here, x="arms", panel=f"{instance}, ε = {epsilon:g}")
            parts += [rows, *_guides(rows)]
    data = summaries.concat(parts)
    guides = {name: (label, STYLES[one].colour) for name, (label, one) in GUIDES.items()}
    colours = {name: colour for name, (_, colour) in guides.items()}
    drawing = views.grid(
        data,
        views.points(styles, bounds=colours, ticks=1),
        styles,
        columns=len(section.families),
        height=1.9,
        share="xy",
        x_label="number of actions K",
        side_label=REGRET_LABEL,
        keys=_bound_keys(data, guides),
    )
    return {"": drawing}


def _guides(rows: pd.DataFrame) -> list[pd.DataFrame]:
    """Return growth laws through the first points of FTNL and of naive FTNL."""
    guides = []
    for name, (_, algorithm) in GUIDES.items():
        run = rows[rows["series"] == algorithm]
        if run.empty:
            continue
        arms = run["x"].to_numpy()
        growth = np.log(arms) * (arms if name == "guide-linear" else 1.0)
        law = run["estimate"].iloc[0] * growth / growth[0]
        guides.append(
            summaries.rows(panel=run["panel"], series=name, x=arms, estimate=law, band=BOUND)
        )
    return guides


FULL_INFORMATION_FIGURES = (
    FigureSpec(
        id="figure-full-information",
        title="Full information: final regret over ε",
        source="Section 5, Theorem 7",
        caption=(
            "FTNL with Lap(1/ε) as printed, naive FTNL with its budget split over the actions, and "
            "Follow-the-Leader without privacy; equal gaps, the Conclusion's doubling gaps cut "
            "where means reach 0, or blocks of actions at each doubling gap. Theorem 7 with the "
            "constants of its proof, our bound of the rate, and rounds times the largest gap, "
            f"above which a bound says nothing. {TEXT}"
        ),
        needs=every("full-information"),
        plot=plot_epsilons,
    ),
    FigureSpec(
        id="figure-full-information-arms",
        title="Full information: final regret over the number of actions",
        source="Section 5",
        caption=(
            "At the smallest gap of the run. Guides show growth as ln K and as K ln K through the "
            f"first points; they are no fits. {TEXT}"
        ),
        needs=arms_needs,
        plot=plot_arms,
    ),
)
