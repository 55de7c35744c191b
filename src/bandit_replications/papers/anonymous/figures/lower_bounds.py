"""Measured regret on the hard instances of Theorems 3 to 5, over the lower bounds."""

import pandas as pd
from matplotlib.axes import Axes

from bandit_replications.experiments.needs import every
from bandit_replications.inference import summaries
from bandit_replications.inference.summaries import Results
from bandit_replications.papers.anonymous.analysis.ratios import hard_means
from bandit_replications.papers.anonymous.analysis.series import series_name
from bandit_replications.papers.anonymous.catalogue import STYLES
from bandit_replications.papers.anonymous.parameters import Configuration
from bandit_replications.reporting import plotting, views
from bandit_replications.reporting.figures import Drawing, FigureSpec
from bandit_replications.runtime.errors import NotApplicable

SETTINGS = ("construction", "algorithm", "decomposition", "users", "arms", "group_size", "horizon")
NAMES = {
    "theorem-3": "Theorem 3, mended gap",
    "theorem-3-printed": "Theorem 3, printed gap",
    "theorem-4": "Theorem 4",
    "theorem-5": "Theorem 5",
}


def plot_lower_bounds(results: Results, config: Configuration) -> dict[str, Drawing]:
    """Draw mean regret over the lower bound; left of the line a theorem would be violated."""
    frame = results["lower-bounds"]
    frame = frame[frame["bound"] > 0]
    if frame.empty:
        raise NotApplicable("the bound is 0 in every cell of lower_bounds")
    means = hard_means(frame, *SETTINGS)
    over = ["estimate", "low", "high"]
    means[over] = means[over].div(means["bound"], axis=0)
    labels = means["construction"].map(NAMES) + means["horizon"].map(", T = {}".format)
    pairs = zip(means["algorithm"], means["decomposition"], strict=True)
    series = pd.Series([series_name(one, summaries.plain(other)) for one, other in pairs])
    lines = list(labels.unique())
    styles = STYLES.of(list(series.unique()))

    def draw(ax: Axes, rows: pd.DataFrame, _panel: str) -> None:
        ax.axvline(1.0, **views.GUIDE)
        for place, (name, style) in enumerate(styles.items()):
            here = rows[(series == name).to_numpy()]
            heights = labels[series == name].map(lines.index) + 0.16 * (1 - 2 * place)
            below, above = here["estimate"] - here["low"], here["high"] - here["estimate"]
            ax.errorbar(
                here["estimate"],
                heights,
                xerr=[below.clip(lower=0), above.clip(lower=0)],
                color=style.colour,
                marker=style.marker,
                linestyle="none",
            )
        plotting.log_axes(ax, which="x")
        ax.set_yticks(range(len(lines)), lines)
        ax.set_ylim(len(lines) - 0.5, -0.5)

    keys = [plotting.line_key(name, style, linestyle="none") for name, style in styles.items()]
    drawing = views.grid(
        summaries.mean_rows(means, series=series + ", " + labels, x=means["bound"]),
        draw,
        {},
        x_label="regret over the lower bound",
        keys=[*keys, plotting.guide_key("regret = bound")],
    )
    return {"": drawing}


LOWER_BOUNDS = FigureSpec(
    id="figure-lower-bounds",
    title="Regret on the hard instances over the lower bounds",
    source="Theorems 3, 4 and 5",
    caption=(
        "Mean pseudo-regret, summed over users, on instances drawn from the constructions of "
        "Section 3.6, over the lower bound with the constants of its proof; logarithmic axis "
        "to base 10. A mean left of the line, beyond its interval, would violate a theorem. "
        "Theorem 3 with normal rewards, with the mended gap and with the printed one."
    ),
    needs=every("lower-bounds"),
    plot=plot_lower_bounds,
)
