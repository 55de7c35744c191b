"""Law of the final regret in the paper's experiments."""

from itertools import product

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from bandit_replications.experiments.needs import Need
from bandit_replications.inference import summaries
from bandit_replications.inference.summaries import Results
from bandit_replications.papers.multiplayer.analysis.ratios import final_games
from bandit_replications.papers.multiplayer.catalogue import STYLES, scenario_title
from bandit_replications.papers.multiplayer.figures.online_regret import (
    CELL,
    PAPER_ALGORITHMS,
    PAPER_SCENARIOS,
)
from bandit_replications.papers.multiplayer.parameters import Configuration
from bandit_replications.papers.multiplayer.theory import silence
from bandit_replications.reporting import distributions, plotting, views
from bandit_replications.reporting.figures import Drawing, FigureSpec
from bandit_replications.runtime.errors import NotApplicable

SHOWN = (*PAPER_ALGORITHMS, "k-metaplayer")
SEATED, GROWN = 6000, 1.0  # rounds until the chairs are taken, and growth that noise does not make
LINEAR = 1e4  # regrets up to this size, of either sign, are on a linear axis
CAUSES = {"ranking failed": "#C44E52", "wrong chairs": "#0072B2", "never reacts": "black"}


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
    where = {"scenario": tuple(law_scenarios(config)), "algorithm": SHOWN}
    return (Need(experiment="online-regret", where=where),)


def marked(frame: pd.DataFrame, config: Configuration) -> pd.DataFrame:
    """Return the ends of the runs with the cause of a large regret, if there is one.

    The ranking failed: some player was quiet in more than half of the game. Wrong chairs: the
    regret grows after the chairs are taken. Never reacts: in Experiment 3 the regret of another run
    is at least that of players who never try the improved link.
    """
    horizon, games = config.online_regret.horizon, final_games(frame)
    seated = frame[frame["round"] == SEATED].set_index([*CELL, "replicate"])["regret"]
    before = games.join(seated.rename("seated"), on=[*CELL, "replicate"])["seated"]
    chairs = games["algorithm"] == PAPER_ALGORITHMS[1]
    lost = games["regret"] >= float(silence.NEVER_TRIED) * horizon
    never = ~chairs & (games["scenario"] == PAPER_SCENARIOS[2]) & lost
    wrong = chairs & (games["scenario"] == PAPER_SCENARIOS[0]) & (games["regret"] > before + GROWN)
    failed = ~chairs & (games["quiet"] > horizon / 2)
    cause = np.select([failed, wrong, never], list(CAUSES), default="")
    return games.assign(cause=cause)


def plot_law(results: Results, config: Configuration) -> dict[str, Drawing]:
    """Draw every run's final regret as boxes of quantiles with outer runs, and the means."""
    styles = STYLES.of([name for name in SHOWN if name in config.online_regret.algorithms])
    frame = marked(results["online-regret"], config)
    causes = set(frame["cause"])
    games = summaries.groups(frame, "scenario", "algorithm")
    regrets = {cell: rows["regret"].to_numpy() for cell, rows in games}
    runs = {
        scenario: {name: regrets[scenario, name] for name in styles}
        for scenario in law_scenarios(config)
    }

    def draw(ax: Axes, rows: pd.DataFrame, panel: str) -> None:
        ax.set_xscale("symlog", linthresh=LINEAR)
        distributions.draw_runs(ax, rows, runs[panel], styles)
        for (cause, colour), (number, name) in product(CAUSES.items(), enumerate(styles)):
            cell = (frame["scenario"] == panel) & (frame["algorithm"] == name)
            those = frame[cell & (frame["cause"] == cause)]["regret"]
            heights = np.full(those.size, number - 0.4)
            ax.plot(those, heights, "|", color=colour, markersize=9, zorder=5)

    drawing = views.grid(
        summaries.concat(
            distributions.run_rows(one, key=("online-regret", "law", name), panel=name)
            for name, one in runs.items()
        ),
        draw,
        {},
        panels={name: scenario_title(name) for name in runs},
        columns=1,
        width=plotting.PAGE_WIDTH,
        height=1.5,
        share="x",
        x_label="final online regret (against the K best arms)",
        keys=[
            distributions.mean_key(),
            *(plotting.mark_key(one, "|", colour=CAUSES[one]) for one in CAUSES if one in causes),
        ],
        bands="",
    )
    return {"": drawing}


FINAL_REGRET_LAW = FigureSpec(
    id="figure-final-regret-law",
    title="Law of the final regret",
    source="Section 5, Experiments 1 to 3",
    caption=(
        "Final online regret of every run: boxes of quantiles (median, quarters, eighths, …), "
        "single runs beyond the last box, and the mean. Bars: runs whose ranking failed (T_R = 20; "
        "a player is quiet for the whole game), runs of Musical Chairs with a player on a wrong "
        "arm, and in Experiment 3 other runs that lose as much as players who never try the "
        "improved link. Axis linear up to 10^4, to base 10 beyond."
    ),
    needs=law_needs,
    plot=plot_law,
)
