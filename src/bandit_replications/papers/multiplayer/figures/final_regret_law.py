"""Law of the final regret in the paper's experiments."""

import pandas as pd
from matplotlib.axes import Axes

from bandit_replications.experiments.needs import Need
from bandit_replications.inference import summaries
from bandit_replications.inference.summaries import Results
from bandit_replications.papers.multiplayer.analysis.ratios import final_games
from bandit_replications.papers.multiplayer.catalogue import STYLES, scenario_title
from bandit_replications.papers.multiplayer.figures.online_regret import (
    PAPER_ALGORITHMS,
    PAPER_SCENARIOS,
)
from bandit_replications.papers.multiplayer.parameters import Configuration
from bandit_replications.reporting import distributions, plotting, views
from bandit_replications.reporting.figures import Drawing, FigureSpec
from bandit_replications.runtime.errors import NotApplicable


def law_scenarios(config: Configuration) -> list[str]:
    """Return the run's scenarios that are the paper's experiments.

    Raises
    ------
    NotApplicable
        If it has none of them, or lacks one of the paper's algorithms.

    """
    section = config.online_regret
    found = [one.name for one in section.scenarios if one.name in PAPER_SCENARIOS]
    if not found or not set(PAPER_ALGORITHMS) <= set(section.algorithms):
        raise NotApplicable("shows the paper's two algorithms in its three experiments")
    return found


def law_needs(config: Configuration) -> tuple[Need, ...]:
    """Return the needs of the law's figure: the paper's algorithms in the paper's experiments."""
    where = {"scenario": tuple(law_scenarios(config)), "algorithm": PAPER_ALGORITHMS}
    return (Need(experiment="online-regret", where=where),)


def plot_law(results: Results, config: Configuration) -> dict[str, Drawing]:
    """Draw every run's final regret as boxes of quantiles with outer runs, and the means."""
    styles = STYLES.of(PAPER_ALGORITHMS)
    games = summaries.groups(final_games(results["online-regret"]), "scenario", "algorithm")
    regrets = {cell: rows["regret"].to_numpy() for cell, rows in games}
    runs = {
        scenario: {name: regrets[scenario, name] for name in styles}
        for scenario in law_scenarios(config)
    }

    def draw(ax: Axes, rows: pd.DataFrame, panel: str) -> None:
        if min(values.min() for values in runs[panel].values()) > 0:
            ax.set_xscale("log")
        distributions.draw_runs(ax, rows, runs[panel], styles)

    data = summaries.concat(
        distributions.run_rows(one, key=("online-regret", "law", name), panel=name)
        for name, one in runs.items()
    )
    drawing = views.grid(
        data,
        draw,
        {},
        panels={name: scenario_title(name) for name in runs},
        columns=1,
        width=plotting.PAGE_WIDTH,
        height=1.3,
        share="x",
        x_label="final online regret (against the K best arms)",
        keys=[distributions.mean_key()],
        bands="",
    )
    return {"": drawing}


FINAL_REGRET_LAW = FigureSpec(
    id="figure-final-regret-law",
    title="Law of the final regret",
    source="Section 5, Experiments 1 to 3",
    caption=(
        "Final online regret of every run: boxes of quantiles (the median, quarters, eighths "
        "and so on), single runs beyond the last box, and the mean. Runs of Coordinate and "
        "Play far to the right are those whose ranking failed (T_R = 20) or, in Experiment 3, "
        "that find the improved link late; those of Musical Chairs in Experiment 1 have a "
        "player on a wrong arm for good. Axis to base 10."
    ),
    needs=law_needs,
    plot=plot_law,
)
