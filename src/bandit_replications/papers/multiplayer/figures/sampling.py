"""Accuracy of the marginals of Lemma 4.1: tables against the recursion that subtracts."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from bandit_replications.inference import summaries
from bandit_replications.inference.summaries import Results
from bandit_replications.ledger.claims import no_needs
from bandit_replications.papers.multiplayer.parameters import Configuration
from bandit_replications.papers.multiplayer.theory import lemma_4_1
from bandit_replications.reporting import plotting, views
from bandit_replications.reporting.figures import Drawing, FigureSpec

TABLES, SUBTRACTION = "prefix and suffix tables", "removing an arm by subtraction"
REACHED = "lead at the end of a run"
COLOURS = {TABLES: "#0072B2", SUBTRACTION: "#D55E00"}
LEADS = np.arange(0.25, 30.01, 0.25)
# An arm better by 0.4 in every round, and one that loses nothing beside arms that always lose 1.
RUNS = {"better by 0.4,\nT = 240000": (0.4, 240000), "by 1,\nT = 240000": (1.0, 240000)}


def plot_sampling(results: Results, config: Configuration) -> dict[str, Drawing]:
    """Draw the largest relative error of eight marginals against the lead of one arm."""
    errors = {
        series: [
            lemma_4_1.marginal_error(float(lead), subtraction=series == SUBTRACTION)
            for lead in LEADS
        ]
        for series in COLOURS
    }
    reached = {
        label: lemma_4_1.lead_after_run(mean_gap=gap, horizon=horizon)
        for label, (gap, horizon) in RUNS.items()
    }
    parts = [
        summaries.rows(series=series, x=LEADS, estimate=values, band="relative error")
        for series, values in errors.items()
    ]
    parts += [
        summaries.rows(series=label.replace("\n", " "), x=lead, estimate=[lead], band=REACHED)
        for label, lead in reached.items()
    ]

    def draw(ax: Axes, _rows: pd.DataFrame, _panel: str) -> None:
        for series, values in errors.items():
            ax.plot(LEADS, np.maximum(values, np.finfo(float).eps / 2), color=COLOURS[series])
        ax.axhline(1.0, **views.GUIDE)
        for label, lead in reached.items():
            ax.axvline(lead, color="0.6", linewidth=0.8)
            plotting.annotate(ax, label, lead, 1e9)
        plotting.log_axes(ax, which="y")
        ax.set_ylim(5e-17, 1e14)
        ax.set_xlim(0, LEADS[-1])

    keys = [plotting.mark_key(series, "o", colour=colour) for series, colour in COLOURS.items()]
    drawing = views.grid(
        summaries.concat(parts),
        draw,
        {},
        x_label="lead of the best arm, η (L of the others - its L)",
        y_label="largest relative error\nof a marginal",
        keys=[*keys, plotting.guide_key("all digits lost")],
        bands="",
    )
    return {"": drawing}


SAMPLING = FigureSpec(
    id="figure-subset-sampling",
    title="Marginals by tables and by subtraction",
    source="Lemma 4.1, Appendix A.4",
    caption=(
        "Largest relative error of the eight marginals (N = 8, K = 4) when one arm leads the "
        "others, against enumeration. Prefix and suffix tables are exact to rounding; taking an "
        "arm out of one table by subtraction loses K - 1 = 3 digits for each digit of the lead's "
        "exponential. Grey: expected leads after 240000 rounds with Theorem 4.1's blocks and "
        "learning rate, by the arm's advantage in every round. Vertical axis to base 10."
    ),
    needs=no_needs,
    plot=plot_sampling,
)
