"""Figure of privacy and robustness together: regret beside the bound, a panel for each ε."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from bandit_replications.experiments.needs import every
from bandit_replications.inference import summaries
from bandit_replications.inference.summaries import BOUND, Results
from bandit_replications.papers.cooperative.analysis.series import (
    REGRET,
    bound_of_batches,
    labelled,
    styles,
)
from bandit_replications.papers.cooperative.parameters import Configuration
from bandit_replications.reporting import plotting, views
from bandit_replications.reporting.figures import Drawing, FigureSpec

BOUND_NAME, COLOUR = "bound of our theorem", "#0072B2"
FIRST = 10  # round


def plot_private_and_robust(results: Results, config: Configuration) -> dict[str, Drawing]:
    """Draw regret against the rounds; other algorithms have noise of scale 1/ε on each report."""
    section = config.private_and_robust
    frame = labelled(results["private-and-robust"], "estimator")
    frame["series"] = frame["series"].str.replace("clipped mean (ours)", "clipped report by report")
    frame = frame[frame["round"] >= FIRST]
    parts = []
    for epsilon in sorted(section.epsilons):
        noise, own = frame["noise_scale"] * epsilon, frame["epsilon"]
        alone = own.isna() & noise.isna()
        here = frame[(own == epsilon) | np.isclose(noise, 1) | alone]
        panel, key = f"ε = {epsilon:g}", ("private-and-robust", epsilon)
        found = summaries.curve_rows(here, "series", key=key, panel=panel)
        bounds = {int(t): bound_of_batches(section, epsilon, int(t)) for t in found["x"].unique()}
        bounds = {t: bound for t, bound in bounds.items() if np.isfinite(bound)}
        limit = {"series": BOUND_NAME, "x": [*bounds], "estimate": [*bounds.values()]}
        parts += [found, summaries.rows(panel=panel, **limit, band=BOUND)]
    shown = styles(frame)

    def draw(axes: Axes, rows: pd.DataFrame, _panel: str) -> None:
        plotting.draw_curves(axes, rows[rows["band"] != BOUND], shown)
        plotting.draw_bound(axes, rows[rows["band"] == BOUND], COLOUR)
        plotting.log_axes(axes)

    drawing = views.grid(
        summaries.concat(parts),
        draw,
        shown,
        columns=3,
        share="y",
        x_label="round",
        y_label=REGRET,
        keys=[plotting.bound_key(BOUND_NAME, COLOUR)],
        bands="areas",
    )
    return {"": drawing}


BOTH_FIGURES = (
    FigureSpec(
        id="figure-private-and-robust",
        title="Privacy and robustness together",
        source="Remark on simultaneous privacy and robustness",
        caption=(
            "Group pseudo-regret on a complete network where one message in a hundred carries a "
            "value far outside [0, 1]: our algorithm on clipped batches, with its bound; "
            "Algorithm 3 with Laplace noise of scale 1/ε on each report, averaged as it is and "
            "clipped report by report; UCB1 alone, which is not private. Axes to base 10; shaded: "
            "95% interval of the mean. The bound begins where round robin has more regret."
        ),
        needs=every("private-and-robust"),
        plot=plot_private_and_robust,
    ),
)
