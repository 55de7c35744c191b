"""Figures of each interpretation's final regret, relative to the main interpretation."""

from bandit_replications.inference import summaries
from bandit_replications.inference.ratios import RATIO
from bandit_replications.inference.summaries import Results
from bandit_replications.papers.anonymous.analysis.ratios import (
    interpretation_ratios,
    interpretations_needs,
)
from bandit_replications.papers.anonymous.analysis.series import PAPER_SERIES
from bandit_replications.papers.anonymous.catalogue import STYLES
from bandit_replications.papers.anonymous.figures.regret import draw_lines
from bandit_replications.papers.anonymous.parameters import Configuration
from bandit_replications.reporting import views
from bandit_replications.reporting.figures import Drawing, FigureSpec


def plot_interpretations(results: Results, config: Configuration) -> dict[str, Drawing]:
    """Draw the ratio to the main interpretation, a line for each, a panel for each instance."""
    ratios = interpretation_ratios(results["regret"], config)
    names, _ = views.named_lines(ratios, STYLES, "series")
    names = [name.replace(" (not anonymous)", "") for name in names]
    order = ratios.assign(line=names, place=ratios["series"].map(PAPER_SERIES.index))
    order = order.sort_values("place", kind="stable").drop_duplicates("line")
    lines = {
        line: STYLES[series].colour
        for line, series in zip(order["line"], order["series"], strict=True)
    }
    there = set(ratios["instance"])
    drawing = draw_lines(
        summaries.mean_rows(
            ratios, panel=ratios["instance"], series=names, estimate="ratio", band=RATIO
        ),
        views.marks(lines, scale="short log x"),
        [one.name for one in config.regret.instances if one.name in there],
        height=0.9 + 0.2 * len(lines),
        x_label="mean final pseudo-regret over that of the main interpretation",
    )
    return {"": drawing}


INTERPRETATIONS = FigureSpec(
    id="figure-readings",
    title="Sensitivity to the interpretations",
    source="Algorithms 1 to 3, Appendix B",
    caption=(
        "Mean final pseudo-regret (summed over users) under each other interpretation of points "
        "that the paper leaves open, over that under the main one on the same instances; x to "
        "base 10, bars are 95% intervals of the ratio. At 1 the interpretation does not matter."
    ),
    needs=interpretations_needs,
    plot=plot_interpretations,
)
