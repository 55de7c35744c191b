"""Figures of variants, repairs and interpretations: ratios of mean final regrets."""

import functools

import pandas as pd
from matplotlib.axes import Axes

from bandit_replications.experiments.needs import every
from bandit_replications.inference import summaries
from bandit_replications.inference.ratios import RATIO
from bandit_replications.inference.summaries import Results
from bandit_replications.papers.multiplayer.analysis.ratios import (
    final_ratios,
    mains,
    variants_needs,
)
from bandit_replications.papers.multiplayer.catalogue import STYLES, scenario_title
from bandit_replications.papers.multiplayer.parameters import Configuration
from bandit_replications.reporting import plotting, views
from bandit_replications.reporting.figures import Drawing, FigureSpec
from bandit_replications.runtime.errors import NotApplicable

SCENARIO_COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#000000")


def plot_ratios(results: Results, config: Configuration, *, variants: bool) -> dict[str, Drawing]:
    """Draw ratios, a line each, a mark a scenario: those to another algorithm, or the others."""
    ratios, main = final_ratios(results, config), mains(config)
    cells = ratios[["scenario", "algorithm", "reading"]].itertuples(index=False)
    ratios = ratios[[(main(*cell)[1] != cell.algorithm) == variants for cell in cells]]
    if ratios.empty:
        raise NotApplicable("shows ratios; the run has none of these")
    names = ratios["algorithm"].map(STYLES.name) + (": " + ratios["reading"]).where(
        ratios["reading"] != "", ""
    )
    ratios = ratios.assign(line=names)
    lines, scenarios = list(ratios["line"].unique()), list(ratios["scenario"].unique())
    colours = dict(zip(scenarios, SCENARIO_COLOURS * len(scenarios), strict=False))
    places = range(len(scenarios))

    def draw(ax: Axes, _rows: pd.DataFrame, _panel: str) -> None:
        ax.axvline(1, **views.GUIDE)
        for scenario, rows in ratios.groupby("scenario"):
            ax.errorbar(
                rows["ratio"],
                rows["line"].map(lines.index)
                + plotting.level_offset(places, scenarios.index(scenario)),
                xerr=[rows["ratio"] - rows["low"], rows["high"] - rows["ratio"]],
                marker="D",
                markersize=3.5,
                color=colours[scenario],
                elinewidth=1.2,
                linestyle="none",
            )
        plotting.name_lines(ax, lines)
        plotting.short_log_x(ax)

    keys = [
        plotting.mark_key(scenario_title(one), "D", colour=colour)
        for one, colour in colours.items()
    ]
    drawing = views.grid(
        summaries.mean_rows(ratios, series=ratios["line"], estimate="ratio", band=RATIO),
        draw,
        {},
        width=plotting.PAGE_WIDTH,
        height=0.8 + 0.34 * len(lines),
        x_label="ratio of mean final regrets",
        keys=[*keys, plotting.guide_key("no difference")],
        bands="",
    )
    return {"": drawing}


VARIANTS_FIGURES = (
    FigureSpec(
        id="figure-variants",
        title="Variants, repairs and baselines over Coordinate and Play",
        source="Appendix A.3, Sections 2.2, 5 and 6",
        caption=(
            "Mean final online regret over that of Coordinate and Play as printed (with Theorem "
            "4.1's ranking on both sides where a line names it), with the 95% interval of the "
            "ratio. A mean regret below 0, of players who follow the leaders of [t] better than "
            "any fixed set does, has no ratio and no mark. Axis to base 10."
        ),
        needs=variants_needs,
        plot=functools.partial(plot_ratios, variants=True),
    ),
    FigureSpec(
        id="figure-readings",
        title="Effect of repairs and interpretations on the final regret",
        source="Section 5; Algorithms 2 to 4; Appendix A.3",
        caption=(
            "Mean final online regret of an algorithm repaired, or under another interpretation, "
            "over that of the same algorithm as configured (Theorem 4.1's ranking on both sides "
            "where a line names it, and for implicit exploration), with the 95% interval. Where "
            "a mean is not positive there is no mark. Axis to base 10."
        ),
        needs=every("online-regret", "readings"),
        plot=functools.partial(plot_ratios, variants=False),
    ),
)
