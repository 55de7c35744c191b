"""Numbers that move arms, over the number of arms: DEMAB as printed and repaired."""

import pandas as pd
from matplotlib.axes import Axes

from bandit_replications.experiments.needs import Need, require_several
from bandit_replications.inference import summaries
from bandit_replications.inference.summaries import Results
from bandit_replications.papers.distributed.analysis.variants import by_quantity
from bandit_replications.papers.distributed.catalogue import STYLES
from bandit_replications.papers.distributed.parameters import Configuration
from bandit_replications.reporting import views
from bandit_replications.reporting.figures import Drawing, FigureSpec

PANELS = {"moved": "numbers that move arms", "communication": "all numbers sent"}


def moved_arms_needs(config: Configuration) -> tuple[Need, ...]:
    """Return the need of the figure on moved arms."""
    require_several(config.moved_arms.arms, "moved_arms.arms")
    return (Need(experiment="moved-arms"),)


def plot_moved_arms(results: Results, config: Configuration) -> dict[str, Drawing]:
    """Draw mean numbers sent over the arms, those that move arms and all; axes from zero."""
    styles = STYLES.of(config.moved_arms.algorithms)
    cell = ("algorithm", "arms")
    runs = by_quantity(results["moved-arms"], list(cell), *PANELS)
    means = summaries.means(runs, *cell, "quantity", key=("moved-arms",), value="value")
    panels = means["quantity"].map(PANELS)

    def draw(ax: Axes, rows: pd.DataFrame, panel: str) -> None:
        views.points(styles, scale="linear")(ax, rows, panel)
        ax.set_ylabel(panel)

    drawing = views.grid(
        summaries.mean_rows(means, panel=panels, series=means["algorithm"], x=means["arms"]),
        draw,
        styles,
        panels=dict.fromkeys(PANELS.values(), ""),
        height=2.6,
        x_label="arms K",
    )
    return {"": drawing}


MOVED_ARMS = FigureSpec(
    id="figure-moved-arms",
    title="DEMAB's communication and its repair",
    source="Theorem 1",
    caption=(
        "Mean numbers sent in a run on coins of mean 3/4 (one arm) and 1/4, a gap that phase 1 "
        "of stage 1 drops for some agents and not for others, at the least horizon at which "
        "it surely completes. As printed the numbers that move arms grow like K; repaired "
        "none is moved once K exceeds a few times M, and with D = l0 = 0 ever fewer are. The "
        "rest grows with the phases. Bars: 95% interval of the mean."
    ),
    needs=moved_arms_needs,
    plot=plot_moved_arms,
)
