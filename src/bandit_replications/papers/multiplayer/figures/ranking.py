"""Figures of the ranking's failure probability: exact, simulated, and the paper's bound."""

import itertools
from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from bandit_replications.experiments.needs import every
from bandit_replications.inference import summaries
from bandit_replications.inference.proportions import clopper_pearson
from bandit_replications.inference.summaries import BOUND, CONFIDENCE, Results
from bandit_replications.papers.multiplayer.parameters import Configuration
from bandit_replications.papers.multiplayer.theory.ranking_probability import (
    failure_bound,
    failure_probability,
)
from bandit_replications.reporting import plotting, views
from bandit_replications.reporting.figures import Drawing, FigureSpec
from bandit_replications.reporting.styles import SOLID, LineStyle

EXACT, INTERVAL = "exact", "95% interval of the probability"
LEAST = 1e-6  # smaller probabilities are not drawn
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#000000")
PAPER_ROUNDS = (20, 25)  # Section 5 and Appendix A.5
PAPER_LINE: dict[str, Any] = {"color": "0.6", "linewidth": 0.8}


def plot_ranking(results: Results, config: Configuration) -> dict[str, Drawing]:
    """Draw the probability of a failed ranking against its length, a colour for each K."""
    players = sorted(config.ranking.players)
    colours = dict(zip(players, itertools.cycle(COLOURS), strict=False))
    rounds = np.arange(1, max(config.ranking.ranking_rounds) + 1)
    measured = results["ranking"]
    parts = []
    for k in players:
        for band, function in ((EXACT, failure_probability), (BOUND, failure_bound)):
            values = [function(players=k, ranking_rounds=int(t)) for t in rounds]
            parts.append(summaries.rows(series=_name(k), x=rounds, estimate=values, band=band))
        parts.append(_points(measured[measured["players"] == k], k, config.ranking.samples))

    def draw(ax: Axes, rows: pd.DataFrame, _panel: str) -> None:
        for t in PAPER_ROUNDS:
            ax.axvline(t, **PAPER_LINE)
        for k, colour in colours.items():
            part = rows[(rows["series"] == _name(k)) & (rows["estimate"] >= LEAST)]
            exact, bound, points = (part[part["band"] == one] for one in (EXACT, BOUND, INTERVAL))
            ax.plot(exact["x"], exact["estimate"], color=colour)
            plotting.draw_bound(ax, bound[bound["estimate"] <= 1], colour)
            plotting.draw_marks(ax, points, LineStyle(colour, SOLID, "o"), fill=colour)
        plotting.log_axes(ax, which="y")
        ax.set_ylim(LEAST, 1.3)
        ax.set_xlim(0, 1.02 * rounds[-1])

    drawing = views.grid(
        summaries.concat(parts),
        draw,
        {},
        width=plotting.PAGE_WIDTH,
        height=3.4,
        x_label="rounds of the ranking, $T_R$",
        y_label="probability that a player\nhas no rank",
        keys=_keys(colours),
        bands="",
        legend=4,
    )
    return {"": drawing}


def _keys(colours: Mapping[int, str]) -> list[Any]:
    """Return the legend: a colour for each K, and the kinds of lines and dots."""
    return [
        *(plotting.mark_key(_name(k), "o", colour=colour) for k, colour in colours.items()),
        plotting.guide_key("exact (Markov chain)"),
        plotting.mark_key("simulated, 95% interval", "o"),
        plotting.bound_key("bound of Appendix A.2", "0.35"),
        plotting.legend_line("$T_R$ of Section 5 (20), A.5 (25)", **PAPER_LINE),
    ]


def _name(players: int) -> str:
    return f"K = {players}"


def _points(frame: pd.DataFrame, players: int, samples: int) -> pd.DataFrame:
    failures = np.rint(frame["failure_simulated"].to_numpy() * samples).astype(int)
    intervals = np.array(
        [clopper_pearson(int(count), samples, confidence=CONFIDENCE) for count in failures]
    )
    return summaries.rows(
        series=_name(players),
        x=frame["ranking_rounds"],
        estimate=frame["failure_simulated"],
        low=intervals[:, 0],
        high=intervals[:, 1],
        n=samples,
        band=INTERVAL,
    )


RANKING = FigureSpec(
    id="figure-ranking",
    title="Probability that the ranking fails, against its length",
    source="Algorithm 4, Appendix A.2",
    caption=(
        "Probability that some of K players has no rank after T_R rounds: exact from the Markov "
        "chain, as a share of simulated rankings (shares of 0 are not drawn), and Appendix A.2's "
        "bound K exp(-T_R / (K e)) where it is below 1. Grey lines: the T_R of the paper's "
        "experiments, far below Theorem 4.1's K e ln T. Vertical axis to base 10."
    ),
    needs=every("ranking"),
    plot=plot_ranking,
)
