"""Theorem 2: regret against the numbers that a protocol sends."""

import math

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from bandit_replications.experiments.needs import Need
from bandit_replications.inference import summaries
from bandit_replications.inference.summaries import BOUND, MEAN, Results
from bandit_replications.papers.distributed.analysis.lower_bound import budget_means
from bandit_replications.papers.distributed.catalogue import STYLES
from bandit_replications.papers.distributed.figures.scaling import power
from bandit_replications.papers.distributed.parameters import Configuration
from bandit_replications.papers.distributed.theory import bounds
from bandit_replications.reporting import plotting, views
from bandit_replications.reporting.figures import Drawing, FigureSpec
from bandit_replications.runtime.errors import NotApplicable

SERIES = "lower bound of Theorem 2"
SILENT = 30.0  # where no number at all is drawn on the logarithmic axis


def lower_bound_needs(config: Configuration) -> tuple[Need, ...]:
    """Return the need of the figure and the table of Theorem 2."""
    if max(len(budgets) for budgets in config.lower_bound.budgets.values()) < 2:
        raise NotApplicable("shows regret over the numbers sent; lower_bound.budgets has one value")
    return (Need(experiment="lower-bound"),)


def bound_curve(config: Configuration) -> pd.DataFrame:
    """Return Theorem 2's bound over M sqrt(KT) at numbers of communication up to where it is 0."""
    section = config.lower_bound
    size = {"agents": section.agents, "arms": section.arms, "horizon": section.horizon}
    scale = section.agents * math.sqrt(section.arms * section.horizon)
    sent = np.geomspace(SILENT, 0.8 * section.agents, 60)
    values = [bounds.theorem_2(**size, budget=float(one)) / scale for one in sent]
    return summaries.rows(
        series=SERIES, x=sent, estimate=values, low=values, high=values, band=BOUND
    )


def plot_lower_bound(results: Results, config: Configuration) -> dict[str, Drawing]:
    """Draw mean regret over the numbers sent, which are logarithmic; silence stands leftmost."""
    means = budget_means(results["lower-bound"])
    measured = summaries.rows(
        series=means["protocol"],
        x=means["sent"].clip(lower=SILENT),
        estimate=means["mean"],
        low=means["mean_low"],
        high=means["mean_high"],
        n=means["runs"],
        band=MEAN,
    )
    styles = STYLES.of(list(dict.fromkeys(means["protocol"])))

    def draw(ax: Axes, rows: pd.DataFrame, panel: str) -> None:
        views.points(styles, bounds={SERIES: "0.3"}, scale="log x")(ax, rows, panel)
        ax.set_ylim(bottom=0)
        powers = [10**place for place in range(3, 14, 2)]
        ax.set_xticks([SILENT, *powers], ["none", *map(power, powers)])
        ax.set_xticks([], minor=True)

    drawing = views.grid(
        summaries.concat([measured, bound_curve(config)]),
        draw,
        styles,
        height=2.8,
        x_label="integers and reals sent in all (mean)",
        y_label="pseudo-regret of all agents\nover M √(KT)",
        keys=[plotting.bound_key(SERIES, "0.3")],
    )
    return {"": drawing}


LOWER_BOUND = FigureSpec(
    id="figure-lower-bound",
    title="Regret against communication",
    source="Theorem 2",
    caption=(
        "Mean pseudo-regret of all agents on the instances of the lower bound (one arm of K, "
        "drawn at random, better by sqrt(K/T)/4), when as many agents run a protocol together "
        "as a budget pays for and the others eliminate alone; m_l = 4^(l+1) log, which the "
        "proofs allow, since with the printed 4^(l+3) more than 10^5 agents would be needed to "
        "learn anything here. The bound ends below M numbers, far below what DEMAB needs. "
        "Numbers to base 10, none leftmost; bars: 95% interval of the mean."
    ),
    needs=lower_bound_needs,
    plot=plot_lower_bound,
)
