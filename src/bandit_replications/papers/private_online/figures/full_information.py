"""Regret of the full-information algorithms (Section 5), beside Theorem 7's bound."""

from collections.abc import Mapping

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from bandit_replications.bandits.instances import doubling_means, equal_gap_means
from bandit_replications.experiments.needs import Need
from bandit_replications.inference import summaries
from bandit_replications.inference.resampling import Floats
from bandit_replications.inference.summaries import BOUND, MEAN
from bandit_replications.papers.private_online.looks import LOOKS
from bandit_replications.papers.private_online.parameters import Configuration
from bandit_replications.papers.private_online.theory import full_information_bounds as bounds
from bandit_replications.reporting import plotting
from bandit_replications.reporting.figures import Drawing, FigureSpec
from bandit_replications.reporting.plotting import REGRET_LABEL
from bandit_replications.runtime.errors import NotApplicable

Results = Mapping[str, pd.DataFrame]

FAMILIES = {"equal": equal_gap_means, "doubling": doubling_means}

MAIN = "main"
CELL = ("instance", "arms", "min_gap", "algorithm", "epsilon")
THEOREM = "theorem-7"
TRIVIAL = "trivial"
TRIVIAL_COLOUR = "0.6"
GUIDES = {
    "guide-log": ("∝ ln K, from FTNL's first point", "ftnl"),
    "guide-linear": ("∝ K ln K, from naive FTNL's first point", "naive-ftnl"),
}
TEXT = (
    "Final pseudo-regret: rounds on which an action was played times its gap, summed over actions. "
    "Bars: 95% interval of the mean. Axes to base 10."
)


def full_information_needs(config: Configuration) -> tuple[Need, ...]:
    """Return what the figure over epsilon needs: the whole data set."""
    return (Need(experiment="full-information"),)


def instance_gaps(*, instance: str, arms: int, min_gap: float, best: float) -> Floats:
    """Return the gaps of an instance of Section 5, best action first."""
    means = np.array(FAMILIES[instance](arms, best, min_gap))
    return means.max() - means


def noise_scale(config: Configuration, reading: str) -> float:
    """Return the scale of FTNL's noise over 1/ε under a reading."""
    section = config.full_information
    options = {one.reading: one.options for one in section.variants if one.algorithm == "ftnl"}
    chosen = section.options.get("ftnl", {}) if reading == MAIN else options[reading]
    return float(chosen.get("noise_scale", 1.0))


def theorem_7(
    config: Configuration,
    *,
    instance: str,
    arms: int,
    min_gap: float,
    epsilon: float,
    reading: str = MAIN,
) -> float:
    """Return Theorem 7's bound for FTNL with the noise that a reading gives it."""
    section = config.full_information
    scale = noise_scale(config, reading)
    gaps = instance_gaps(instance=instance, arms=arms, min_gap=min_gap, best=section.best)
    return bounds.theorem_7_regret(gaps=gaps, epsilon=epsilon / scale)


# --- Regret over epsilon --------------------------------------------------------------------


def plot_epsilons(results: Results, config: Configuration) -> dict[str, Drawing]:
    """Draw final regret over epsilon, a panel for each instance, number of actions and gap."""
    section = config.full_information
    frame = results["full-information"]
    means = summaries.final_means(frame[frame["reading"] == MAIN], "full-information", *CELL)
    epsilons = sorted(section.epsilons)
    looks = LOOKS.of(section.algorithms)
    cells: list[tuple[str, float, int]] = [
        (instance, min_gap, arms)
        for instance in section.instances
        for min_gap in section.min_gaps
        for arms in section.arms
    ]
    titles = {cell: f"{cell[0]}, Δ = {cell[1]:g}, K = {cell[2]}" for cell in cells}
    data = summaries.concat(_epsilon_rows(means, config, titles))
    columns = len(section.arms)
    with plotting.style():
        figure, axes = plotting.panels(
            len(cells), columns=columns, height=1.9, share_x=True, share_y=True
        )
        for number, (cell, ax) in enumerate(zip(cells, axes, strict=True)):
            part = data[data["panel"] == titles[cell]]
            for name, run in part[part["band"] == BOUND].groupby("series"):
                colour = TRIVIAL_COLOUR if name == TRIVIAL else LOOKS["ftnl"].colour
                plotting.draw_bound(ax, run, colour)
            points = part[part["band"] != BOUND]
            plotting.draw_points(
                ax, plotting.dodged(points, list(looks), epsilons, log=True), looks
            )
            plotting.log_axes(ax)
            plotting.name_ticks(ax.xaxis, epsilons)
            ax.set_title(titles[cell])
            if number >= len(cells) - columns:
                ax.set_xlabel("privacy parameter ε")
        figure.supylabel(REGRET_LABEL)
        keys = [plotting.line_key(name, look) for name, look in looks.items()]
        if "ftnl" in looks:
            keys.append(plotting.bound_key("Theorem 7 (FTNL)", LOOKS["ftnl"].colour))
        keys.append(plotting.bound_key("rounds × largest gap", TRIVIAL_COLOUR))
        plotting.finish(figure, keys + plotting.band_keys(data, bars=True))
    return {"": Drawing(figure, data)}


def _epsilon_rows(
    means: pd.DataFrame, config: Configuration, titles: Mapping[tuple[str, float, int], str]
) -> list[pd.DataFrame]:
    """Return the rows of each panel: mean final regret, Theorem 7's bound, the trivial one."""
    epsilons = sorted(config.full_information.epsilons)
    parts = []
    for (instance, min_gap, arms), panel in titles.items():
        here = means[
            (means["instance"] == instance)
            & (means["min_gap"] == min_gap)
            & (means["arms"] == arms)
        ]
        parts.append(_mean_rows(here, x="epsilon", panel=panel))
        gaps = instance_gaps(
            instance=instance, arms=arms, min_gap=min_gap, best=config.full_information.best
        )
        worst = config.full_information.horizon * float(gaps.max())
        parts.append(
            summaries.rows(panel=panel, series=TRIVIAL, x=epsilons, estimate=worst, band=BOUND)
        )
        if "ftnl" in config.full_information.algorithms:
            bound = [
                theorem_7(config, instance=instance, arms=arms, min_gap=min_gap, epsilon=epsilon)
                for epsilon in epsilons
            ]
            parts.append(
                summaries.rows(panel=panel, series=THEOREM, x=epsilons, estimate=bound, band=BOUND)
            )
    return parts


def _mean_rows(means: pd.DataFrame, *, x: str, panel: str) -> pd.DataFrame:
    ordered = means.sort_values(x, kind="stable")
    return summaries.rows(
        panel=panel,
        series=ordered["algorithm"],
        x=ordered[x],
        estimate=ordered["estimate"],
        low=ordered["low"],
        high=ordered["high"],
        n=ordered["n"],
        band=MEAN,
    )


# --- Regret over the number of actions ------------------------------------------------------


def arms_needs(config: Configuration) -> tuple[Need, ...]:
    """Return what the figure over the number of actions needs: the smallest gap."""
    section = config.full_information
    if len(section.arms) < 2:
        raise NotApplicable("shows growth with arms; full_information.arms has one value")
    return (Need(experiment="full-information", where={"min_gap": (min(section.min_gaps),)}),)


def plot_arms(results: Results, config: Configuration) -> dict[str, Drawing]:
    """Draw final regret over the number of actions, a panel for each instance and epsilon."""
    section = config.full_information
    frame = results["full-information"]
    frame = frame[(frame["min_gap"] == min(section.min_gaps)) & (frame["reading"] == MAIN)]
    means = summaries.final_means(frame, "full-information", *CELL)
    looks = LOOKS.of(section.algorithms)
    cells = [
        (instance, epsilon)
        for epsilon in sorted(section.epsilons)
        for instance in section.instances
    ]
    titles = {cell: f"{cell[0]}, ε = {cell[1]:g}" for cell in cells}
    parts = []
    for instance, epsilon in cells:
        here = means[
            (means["instance"] == instance)
            & ((means["epsilon"] == epsilon) | means["epsilon"].isna())
        ]
        rows = _mean_rows(here, x="arms", panel=titles[instance, epsilon])
        parts += [rows, *_guides(rows)]
    data = summaries.concat(parts)
    columns = len(section.instances)
    with plotting.style():
        figure, axes = plotting.panels(
            len(cells), columns=columns, height=1.9, share_x=True, share_y=True
        )
        for number, (cell, ax) in enumerate(zip(cells, axes, strict=True)):
            part = data[data["panel"] == titles[cell]]
            _draw_guides(ax, part)
            plotting.draw_points(ax, part[part["band"] != BOUND], looks)
            plotting.log_axes(ax)
            plotting.name_ticks(ax.xaxis, sorted(section.arms))
            ax.set_title(titles[cell])
            if number >= len(cells) - columns:
                ax.set_xlabel("number of actions K")
        figure.supylabel(REGRET_LABEL)
        keys = [plotting.line_key(name, look) for name, look in looks.items()]
        keys += [
            plotting.bound_key(label, LOOKS[algorithm].colour)
            for label, algorithm in GUIDES.values()
            if algorithm in looks
        ]
        plotting.finish(figure, keys + plotting.band_keys(data, bars=True), columns=2)
    return {"": Drawing(figure, data)}


def _guides(rows: pd.DataFrame) -> list[pd.DataFrame]:
    """Return growth laws through the first points of FTNL and of naive FTNL."""
    guides = []
    for name, (_, algorithm) in GUIDES.items():
        run = rows[rows["series"] == algorithm]
        if run.empty:
            continue
        arms = run["x"].to_numpy()
        growth = np.log(arms) * (arms if name == "guide-linear" else 1.0)
        guides.append(
            summaries.rows(
                panel=run["panel"].iloc[0],
                series=name,
                x=run["x"],
                estimate=run["estimate"].iloc[0] * growth / growth[0],
                band=BOUND,
            )
        )
    return guides


def _draw_guides(ax: Axes, data: pd.DataFrame) -> None:
    for name, (_, algorithm) in GUIDES.items():
        plotting.draw_bound(ax, data[data["series"] == name], LOOKS[algorithm].colour)


FULL_INFORMATION_FIGURES = (
    FigureSpec(
        id="figure-full-information",
        title="Full information: final regret over ε",
        source="Section 5, Theorem 7",
        caption=(
            "FTNL with Lap(1/ε) as printed, naive FTNL with its budget split over the actions, and "
            "Follow-the-Leader without privacy; equal gaps, or the Conclusion's doubling gaps cut "
            "where means reach 0. Theorem 7 with the constants of its proof, beside rounds times "
            f"the largest gap, above which a bound says nothing. {TEXT}"
        ),
        needs=full_information_needs,
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
