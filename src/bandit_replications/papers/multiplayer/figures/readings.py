"""How the variants move the regret of Coordinate and Play: ratios to the printed algorithm."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd

from bandit_replications.bandits.streams import generator
from bandit_replications.experiments.needs import Need
from bandit_replications.inference import summaries
from bandit_replications.inference.intervals import ratio_interval
from bandit_replications.papers.multiplayer.looks import LOOKS
from bandit_replications.reporting import plotting
from bandit_replications.reporting.figures import Drawing, FigureSpec
from bandit_replications.runtime.errors import NotApplicable

Results = Mapping[str, pd.DataFrame]

MAIN = "coordinate-and-play"
RATIO = "95% interval of the ratio"


def variants_needs(config: Any) -> tuple[Need, ...]:
    """Return what the figure and the table of variants need.

    Raises
    ------
    NotApplicable
        If the run lacks Coordinate and Play, or whatever could be compared with it.

    """
    algorithms = config.online_regret.algorithms
    if MAIN not in algorithms or len(algorithms) < 2:
        raise NotApplicable(f"shows ratios to {MAIN}; online_regret.algorithms has no pair")
    return (Need(experiment="online-regret"),)


def variant_ratios(frame: pd.DataFrame) -> pd.DataFrame:
    """Return each algorithm's mean final regret over that of Coordinate and Play.

    Parameters
    ----------
    frame : DataFrame
        The data set `online-regret`.

    Returns
    -------
    DataFrame
        scenario, algorithm, n, mean, ratio, low, high; scenarios in which a mean is not positive
        are left out.

    Raises
    ------
    NotApplicable
        If no scenario is left.

    """
    final = {
        cell: summaries.final(rows)["regret"].to_numpy()
        for cell, rows in summaries.groups(frame, "scenario", "algorithm")
    }
    records = []
    for (scenario, algorithm), regret in final.items():
        main = final[scenario, MAIN]
        if algorithm == MAIN or main.mean() <= 0 or regret.mean() <= 0:
            continue
        stream = generator(0, "intervals", "variants", scenario, algorithm)
        low, high = ratio_interval(regret, main, confidence=summaries.CONFIDENCE, generator=stream)
        records.append(
            {
                "scenario": scenario,
                "algorithm": algorithm,
                "n": regret.size,
                "mean": regret.mean(),
                "ratio": regret.mean() / main.mean(),
                "low": low,
                "high": high,
            }
        )
    if not records:
        raise NotApplicable("shows ratios; no two mean regrets are positive")
    return pd.DataFrame(records)


def plot_variants(results: Results, config: Any) -> dict[str, Drawing]:
    """Draw each algorithm's ratio to Coordinate and Play, a panel for each scenario."""
    ratios = variant_ratios(results["online-regret"])
    names = list(ratios["scenario"].unique())
    looks = LOOKS.of([name for name in config.online_regret.algorithms if name != MAIN])
    data = summaries.rows(
        panel=ratios["scenario"],
        series=ratios["algorithm"],
        x=np.full(len(ratios), np.nan),
        estimate=ratios["ratio"],
        low=ratios["low"],
        high=ratios["high"],
        n=ratios["n"],
        band=RATIO,
    )
    lines = [LOOKS.name(name) for name in looks]
    with plotting.style():
        figure, axes = plotting.panels(
            len(names), width=plotting.PAGE_WIDTH, height=0.5 + 0.22 * len(lines), share_x=True
        )
        for name, ax in zip(names, axes, strict=True):
            ax.axvline(1, color="0.4", linewidth=1)
            for height, (algorithm, look) in enumerate(looks.items()):
                here = data[(data["panel"] == name) & (data["series"] == algorithm)]
                plotting.draw_marks_in_line(ax, here, height=height, levels=(), colour=look.colour)
            plotting.name_lines(ax, lines)
            plotting.short_log_x(ax)
            ax.set_title(name)
        axes[-1].set_xlabel("mean final regret over that of Coordinate & Play")
        keys = [plotting.guide_key("as Coordinate & Play"), plotting.mark_key(RATIO, "D")]
        plotting.finish(figure, keys)
    return {"": Drawing(figure, data)}


VARIANTS_FIGURES = (
    FigureSpec(
        id="figure-variants",
        title="Variants and baselines over Coordinate and Play",
        source="Appendix A.3, Sections 2.2, 5 and 6",
        caption=(
            "Mean final online regret over that of Coordinate and Play as printed, with the 95% "
            "interval of the ratio: without staying quiet (A.3), coordinators in turn "
            "(Discussion), unknown horizon by doubling (Section 2.2), Musical Chairs, K "
            "independent EXP3 players, and the K-Metaplayer with full communication. A mean that "
            "is not positive has no ratio. Axis to base 10."
        ),
        needs=variants_needs,
        plot=plot_variants,
    ),
)
