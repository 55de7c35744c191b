"""Theorem 2: regret against the numbers that a protocol sends."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from bandit_replications.inference import summaries
from bandit_replications.inference.summaries import BOUND, Results
from bandit_replications.papers.distributed.analysis.lower_bound import (
    DATA,
    budget_means,
    lower_bound_needs,
    scale_of,
)
from bandit_replications.papers.distributed.catalogue import STYLES
from bandit_replications.papers.distributed.figures.scaling import exact_rows
from bandit_replications.papers.distributed.parameters import Configuration
from bandit_replications.papers.distributed.theory import bounds
from bandit_replications.reporting import plotting, views
from bandit_replications.reporting.figures import Drawing, FigureSpec

SERIES = "lower bound: Theorem 2 sharpened"
WITHIN, BEYOND = "fewer than (1 - 1/K) M numbers", "more numbers"


def bound_curve(config: Configuration) -> pd.DataFrame:
    """Return the sharp bound over M sqrt(KT) at numbers an agent up to where it is 0."""
    section = config.lower_bound
    size = {"agents": section.agents, "arms": section.arms, "horizon": section.horizon}
    sent = np.linspace(0, bounds.threshold(agents=section.agents, arms=section.arms), 40)
    values = [bounds.theorem_2_sharp(**size, budget=float(one)) / scale_of(config) for one in sent]
    x = sent / section.agents
    return exact_rows(panel=WITHIN, series=SERIES, x=x, estimate=values, band=BOUND)


def plot_lower_bound(results: Results, config: Configuration) -> dict[str, Drawing]:
    """Draw mean regret over the numbers sent, within the threshold of the bound and beyond it."""
    means = budget_means(results[DATA], config)
    agents, arms = config.lower_bound.agents, config.lower_bound.arms
    threshold = bounds.threshold(agents=agents, arms=arms)
    within = means["budget"] < threshold
    measured = summaries.mean_rows(
        means,
        panel=np.where(within, WITHIN, BEYOND),
        series=means["protocol"],
        x=np.where(within, means["budget"] / agents, means["sent"]),
    )
    styles = STYLES.of(list(dict.fromkeys(means["protocol"])))

    def draw(ax: Axes, rows: pd.DataFrame, panel: str) -> None:
        scale: views.Scale = "linear" if panel == WITHIN else "log x"
        views.points(styles, bounds={SERIES: "0.3"}, scale=scale)(ax, rows, panel)
        ax.set_ylim(0, 0.5)
        if panel == BEYOND:
            ax.set_xlabel("integers and reals sent in all (mean)")
            return
        ax.set_xlabel("numbers allowed in all, over M")
        for place, name in ((1 / 3000, " M/3000"), (threshold / agents, "(1 - 1/K) M ")):
            ax.axvline(place, **views.GUIDE)
            ax.text(place, 0.48, name, ha="left" if place < 0.5 else "right", fontsize=7)

    drawing = views.grid(
        summaries.concat([measured, bound_curve(config)]),
        draw,
        styles,
        panels=(WITHIN, BEYOND),
        columns=2,
        height=2.8,
        share="y",
        y_label="pseudo-regret of all agents\nover M √(KT)",
        keys=[plotting.bound_key(SERIES, "0.3")],
    )
    return {"": drawing}


LOWER_BOUND = FigureSpec(
    id="figure-lower-bound",
    title="Regret against communication",
    source="Theorem 2",
    caption=(
        "Mean pseudo-regret of all agents where one arm of K, drawn at random, is better by "
        "a sqrt(K/T), when as many agents run a protocol together as a budget of B numbers pays "
        "for and the others eliminate alone. Left: below (1 - 1/K) M numbers each budget has its "
        "own lower bound, and its own gap at which this is proved, a = (1 - 1/K - B/M)/2; the "
        "paper's Theorem 2 ends at M/3000. Right: more numbers, a = (1 - 1/K)/2 as for B = 0. "
        "m_l = 4^(l+1) log, which the proofs allow, since with the printed 4^(l+3) over 30,000 "
        "agents would be needed to learn anything here. Bars: 95% interval of the mean."
    ),
    needs=lower_bound_needs,
    plot=plot_lower_bound,
)
