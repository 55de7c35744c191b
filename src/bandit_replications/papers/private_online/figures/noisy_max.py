"""The privacy loss of Report Noisy Max, printed and repaired."""

import pandas as pd
from matplotlib.axes import Axes

from bandit_replications.inference import summaries
from bandit_replications.inference.summaries import Results
from bandit_replications.ledger.claims import no_needs
from bandit_replications.papers.private_online.parameters import Configuration
from bandit_replications.papers.private_online.theory.audits.losses import selection_loss
from bandit_replications.reporting import plotting, views
from bandit_replications.reporting.figures import Drawing, FigureSpec
from bandit_replications.reporting.styles import DASHED, SOLID, LineStyle

ACTIONS, ROUNDS = "actions", "rounds"
PLACES = {ACTIONS: (2, 3, 4, 6, 8, 12, 16, 24, 32), ROUNDS: (1, 2, 3, 4, 6, 8, 12, 16, 24, 32)}
FORMS = {"printed": (1.0, SOLID), "repaired": (2.0, DASHED)}
MARKS = {0.1: ("o", "#009E73"), 1.0: ("s", "#0072B2"), 8.0: ("^", "#D55E00")}
STYLES = {
    f"{form}, ε = {epsilon:g}": LineStyle(colour, dash, marker)
    for epsilon, (marker, colour) in MARKS.items()
    for form, (_, dash) in FORMS.items()
}


def plot_noisy_max(results: Results, config: Configuration) -> dict[str, Drawing]:
    """Draw the exact loss over ε, over the number of actions and over that of rounds."""
    parts = []
    for panel, places in PLACES.items():
        for form, (noise, _) in FORMS.items():
            for epsilon in MARKS:
                sizes = [{"actions": 2, "rounds": 1, panel: place} for place in places]
                scale = noise / epsilon
                losses = [
                    selection_loss(actions=one["actions"], rounds=one["rounds"], scale=scale)
                    for one in sizes
                ]
                parts.append(
                    summaries.rows(
                        panel=panel,
                        series=f"{form}, ε = {epsilon:g}",
                        x=places,
                        estimate=[loss / epsilon for loss in losses],
                        band="exact",
                    )
                )

    def draw(ax: Axes, rows: pd.DataFrame, panel: str) -> None:
        for level, name, place in ((1, "claimed: ε", 14), (2, "2ε", 2)):
            ax.axhline(level, color="0.4", linewidth=1)
            plotting.annotate(ax, name, place, level)
        for name, style in STYLES.items():
            run = rows[rows["series"] == name]
            ax.plot(run["x"], run["estimate"], **style.line)
        ax.set_xscale("log", base=2)
        plotting.name_ticks(ax.xaxis, [2**k for k in range(panel == ACTIONS, 6)])
        ax.set_xlabel({ACTIONS: "actions K", ROUNDS: "rounds n of the epoch"}[panel])
        ax.set_ylim(0, 2.2)

    drawing = views.grid(
        summaries.concat(parts),
        draw,
        STYLES,
        panels={ACTIONS: "after one round", ROUNDS: "two actions"},
        height=2.6,
        y_label="privacy loss over ε",
        bands="",
        legend=3,
    )
    return {"": drawing}


NOISY_MAX = FigureSpec(
    id="figure-noisy-max",
    title="The privacy loss of Report Noisy Max, printed and repaired",
    source="Theorem 6",
    caption=(
        "Exact loss of one choice over ε, when one reward vector is replaced, for the worst epoch: "
        "noise Lap(1/ε) as printed, and Lap(2/ε). The lines are at ε, which (52) claims, and at "
        "2ε. Axis of x to base 2."
    ),
    needs=no_needs,
    plot=plot_noisy_max,
)
