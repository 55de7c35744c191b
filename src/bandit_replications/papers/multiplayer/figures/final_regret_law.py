"""The law of the final regret in the paper's experiments, of which the paper shows means."""

from collections.abc import Mapping

import pandas as pd

from bandit_replications.experiments.needs import Need
from bandit_replications.inference import summaries
from bandit_replications.papers.multiplayer.figures.online_regret import (
    PAPER_ALGORITHMS,
    PAPER_SCENARIOS,
)
from bandit_replications.papers.multiplayer.figures.readings import final_regrets
from bandit_replications.papers.multiplayer.looks import LOOKS, scenario_title
from bandit_replications.papers.multiplayer.parameters import Configuration
from bandit_replications.reporting import distributions, plotting
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
    """Return what the law's figure needs: the paper's algorithms in the paper's experiments."""
    where = {"scenario": tuple(law_scenarios(config)), "algorithm": PAPER_ALGORITHMS}
    return (Need(experiment="online-regret", where=where),)


def plot_law(results: Mapping[str, pd.DataFrame], config: Configuration) -> dict[str, Drawing]:
    """Draw every run's final regret as boxes of quantiles with outer runs, and the means."""
    scenarios, looks = law_scenarios(config), LOOKS.of(PAPER_ALGORITHMS)
    regrets = final_regrets(results["online-regret"])
    parts = []
    with plotting.style():
        figure, axes = plotting.panels(
            len(scenarios), width=plotting.PAGE_WIDTH, height=1.3, columns=1, share_x=True
        )
        for name, ax in zip(scenarios, axes, strict=True):
            runs = {one: regrets[name, one] for one in looks}
            if min(values.min() for values in runs.values()) > 0:
                ax.set_xscale("log")
            key = ("online-regret", "law", name)
            parts.append(distributions.draw_runs(ax, runs, looks, key=key, panel=name))
            ax.set_title(scenario_title(name))
        axes[-1].set_xlabel("final online regret (against the K best arms)")
        plotting.finish(figure, [distributions.mean_key()])
    return {"": Drawing(figure, summaries.concat(parts))}


LAW_FIGURES = (
    FigureSpec(
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
    ),
)
