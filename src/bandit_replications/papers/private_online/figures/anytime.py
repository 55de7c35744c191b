"""Figures of the cost of an unknown horizon for DP-SE (Section 7)."""

import textwrap

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.patches import Patch

from bandit_replications.experiments.needs import every
from bandit_replications.inference import summaries
from bandit_replications.inference.summaries import Results
from bandit_replications.papers.private_online.analysis.ratios import RESTARTS, with_first_horizon
from bandit_replications.papers.private_online.catalogue import STYLES
from bandit_replications.papers.private_online.figures.regret import setting_title
from bandit_replications.papers.private_online.parameters import Configuration
from bandit_replications.reporting import plotting, views
from bandit_replications.reporting.figures import Drawing, FigureSpec
from bandit_replications.reporting.styles import DASHED, SHORT, LineStyle, LineStyles

SQUARED, DOUBLED = "DP-SE restarted, horizons squared", "DP-SE restarted, horizons doubled"
OTHERS = "horizons squared: range over first horizons"
LINES = LineStyles(
    {
        "dp-se": STYLES["dp-se"],
        SQUARED: LineStyle("#CC79A7", DASHED, "v", name=SQUARED),
        DOUBLED: LineStyle("#7F7F7F", SHORT, "d", name=DOUBLED),
        "anytime-lazy-ucb": STYLES["anytime-lazy-ucb"],
    }
)
NARROW = "\N{NO-BREAK SPACE}×\N{NO-BREAK SPACE}"  # is not broken in a title
GROWTH = {"squaring": SQUARED, "doubling": DOUBLED}


def plot_anytime(results: Results, config: Configuration) -> dict[str, Drawing]:
    """Draw final regret over the horizon: settings in columns, ε in rows."""
    section = config.anytime
    frame = results["anytime"]
    main = with_first_horizon(frame, section.first_horizons[0])
    means = summaries.final_means(main, "anytime", *RESTARTS)
    data = summaries.mean_rows(
        means,
        panel=means["setting"] + means["epsilon"].map(", ε = {:g}".format),
        series=means["restarts"].map(GROWTH).fillna(means["algorithm"]),
        x=means["horizon"],
    )
    points = views.points(LINES.table)
    titles = {
        f"{one.name}, ε = {e:g}": textwrap.fill(
            setting_title(one).replace(" × ", NARROW) + f", ε = {e:g}", 29
        )
        for e in section.epsilons
        for one in section.settings
    }

    def draw(ax: Axes, rows: pd.DataFrame, panel: str) -> None:
        area = rows[rows["series"] == OTHERS]
        ax.fill_between(area["x"], area["low"], area["high"], color="#CC79A7", alpha=0.3, lw=0)
        points(ax, rows[rows["series"] != OTHERS], panel)

    drawing = views.grid(
        summaries.concat((data, *_ranges(frame))),
        draw,
        LINES.table,
        panels=titles,
        columns=len(section.settings),
        height=2.0,
        share="x",
        x_label="horizon T",
        side_label="final " + plotting.REGRET_LABEL.removeprefix("cumulative "),
        keys=[
            plotting.legend_line(summaries.MEAN, color="0.45", linewidth=3.0),
            Patch(label=OTHERS, facecolor="#CC79A7", alpha=0.3, linewidth=0),
        ],
        bands="",
    )
    return {"": drawing}


def _ranges(frame: pd.DataFrame) -> list[pd.DataFrame]:
    """Return the means with squared horizons over T, from the least to the largest over T_0."""
    squared = frame[(frame["restarts"] == "squaring") & (frame["round"] == frame["horizon"])]
    parts = []
    for (setting, epsilon), runs in squared.groupby(["setting", "epsilon"], sort=False):
        means = runs.groupby(["horizon", "first_horizon"])["regret"].mean().unstack()
        parts.append(
            summaries.rows(
                panel=f"{setting}, ε = {epsilon:g}",
                series=OTHERS,
                x=means.index,
                estimate=means.median(axis=1).to_numpy(),
                low=means.min(axis=1).to_numpy(),
                high=means.max(axis=1).to_numpy(),
                n=means.shape[1],
                band="range over first horizons",
            )
        )
    return parts


ANYTIME = FigureSpec(
    id="figure-anytime",
    title="What it costs DP-SE not to know the horizon",
    source="Section 7",
    caption=(
        "Mean final pseudo-regret (plays times gap, summed over arms) over the horizon T; axes to "
        "base 10. DP-SE knows T. Restarted, it plays phases with horizons 16, 256, 65536, … "
        "(squared) or 16, 32, 64, … (doubled), with β one over the phase's horizon, and forgets "
        "what was before; Anytime-Lazy-UCB needs no horizon. Bars: 95% interval of the mean. Area: "
        "means with squared horizons, from the least to the largest over the first horizons."
    ),
    needs=every("anytime"),
    plot=plot_anytime,
)
