"""Figures of the cost of an unknown horizon for DP-SE (Section 7)."""

from bandit_replications.experiments.needs import every
from bandit_replications.inference import summaries
from bandit_replications.inference.summaries import Results
from bandit_replications.papers.private_online.analysis.ratios import RESTARTS
from bandit_replications.papers.private_online.catalogue import STYLES
from bandit_replications.papers.private_online.parameters import Configuration
from bandit_replications.reporting import plotting, views
from bandit_replications.reporting.figures import Drawing, FigureSpec
from bandit_replications.reporting.styles import DASHED, SHORT, LineStyle, LineStyles

SQUARED, DOUBLED = "DP-SE restarted, horizons squared", "DP-SE restarted, horizons doubled"
LINES = LineStyles(
    {
        "dp-se": STYLES["dp-se"],
        SQUARED: LineStyle("#CC79A7", DASHED, "v", name=SQUARED),
        DOUBLED: LineStyle("#7F7F7F", SHORT, "d", name=DOUBLED),
        "anytime-lazy-ucb": STYLES["anytime-lazy-ucb"],
    }
)
GROWTH = {"squaring": SQUARED, "doubling": DOUBLED}


def plot_anytime(results: Results, config: Configuration) -> dict[str, Drawing]:
    """Draw final regret over the horizon: settings in columns, ε in rows."""
    section = config.anytime
    means = summaries.final_means(results["anytime"], "anytime", *RESTARTS)
    data = summaries.mean_rows(
        means,
        panel=means["setting"] + means["epsilon"].map(", ε = {:g}".format),
        series=means["restarts"].map(GROWTH).fillna(means["algorithm"]),
        x=means["horizon"],
    )
    drawing = views.grid(
        data,
        views.points(LINES.table),
        LINES.table,
        panels=[f"{one.name}, ε = {e:g}" for e in section.epsilons for one in section.settings],
        columns=len(section.settings),
        height=2.0,
        share="x",
        x_label="horizon T",
        side_label="final " + plotting.REGRET_LABEL.removeprefix("cumulative "),
    )
    return {"": drawing}


ANYTIME = FigureSpec(
    id="figure-anytime",
    title="What it costs DP-SE not to know the horizon",
    source="Section 7",
    caption=(
        "Mean final pseudo-regret (plays times gap, summed over arms) over the horizon T; axes to "
        "base 10. DP-SE knows T. Restarted, it plays phases with horizons 16, 256, 65536, … "
        "(squared) or 16, 32, 64, … (doubled), with β one over the phase's horizon, and forgets "
        "what was before; Anytime-Lazy-UCB needs no horizon. Bars: 95% interval of the mean."
    ),
    needs=every("anytime"),
    plot=plot_anytime,
)
