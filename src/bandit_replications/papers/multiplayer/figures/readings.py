"""Figures of variants, repairs and interpretations: ratios of mean final regrets."""

import pandas as pd
from matplotlib.axes import Axes

from bandit_replications.inference import summaries
from bandit_replications.inference.ratios import RATIO
from bandit_replications.inference.summaries import Results
from bandit_replications.papers.multiplayer.analysis.ratios import (
    MAIN,
    interpretation_ratios,
    interpretations_needs,
    repair_names,
    variant_ratios,
    variants_needs,
)
from bandit_replications.papers.multiplayer.catalogue import STYLES, scenario_title
from bandit_replications.papers.multiplayer.parameters import Configuration
from bandit_replications.reporting import plotting, views
from bandit_replications.reporting.figures import Drawing, FigureSpec

SCENARIO_COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#000000")


def plot_variants(results: Results, config: Configuration) -> dict[str, Drawing]:
    """Draw the ratio of variants and repairs to Coordinate and Play, a panel for each scenario."""
    ratios = variant_ratios(results, config)
    styles = STYLES.of(config.online_regret.algorithms)
    colours = {name: style.colour for name, style in styles.items() if name != MAIN}
    if "readings" in results:
        names = repair_names(config)
        repairs = (entry for entry in config.readings.entries if entry.repair)
        colours |= {names[entry.name]: STYLES[entry.algorithm].colour for entry in repairs}
    data = summaries.mean_rows(
        ratios,
        panel=ratios["scenario"],
        series=ratios["algorithm"],
        estimate="ratio",
        band=RATIO,
    )
    drawing = views.grid(
        data,
        views.marks(colours, names=[STYLES.name(name) for name in colours], scale="short log x"),
        {},
        panels={name: scenario_title(name) for name in ratios["scenario"].unique()},
        columns=1,
        width=plotting.PAGE_WIDTH,
        height=0.5 + 0.19 * len(colours),
        share="x",
        x_label="mean final regret over that of Coordinate & Play",
        keys=[plotting.guide_key("as Coordinate & Play"), plotting.mark_key(RATIO, "D")],
        bands="",
        legend=3,
    )
    return {"": drawing}


def plot_interpretations(results: Results, config: Configuration) -> dict[str, Drawing]:
    """Draw the ratio of each to its algorithm as configured, a line each, a mark a scenario."""
    ratios = interpretation_ratios(results, config)
    ratios = ratios[~ratios["reading"].isin(repair_names(config))]
    ratios = ratios.assign(line=ratios["algorithm"].map(STYLES.name) + ": " + ratios["reading"])
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
                marker="o",
                markersize=3.5,
                color=colours[scenario],
                elinewidth=1.2,
                linestyle="none",
            )
        plotting.name_lines(ax, lines)
        plotting.short_log_x(ax)

    ordered = ratios.sort_values(
        "scenario", key=lambda names: names.map(scenarios.index), kind="stable"
    )
    keys = [
        plotting.mark_key(scenario_title(one), "o", colour=colour)
        for one, colour in colours.items()
    ]
    drawing = views.grid(
        summaries.mean_rows(ordered, series=ordered["line"], estimate="ratio", band=RATIO),
        draw,
        {},
        width=plotting.PAGE_WIDTH,
        height=0.6 + 0.34 * len(lines),
        x_label="mean final regret over that of the algorithm as configured",
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
            "Mean final online regret over that of Coordinate and Play as printed (with as many "
            "rounds of ranking, where these are named), with the 95% interval of the ratio: "
            "without staying quiet (A.3) as printed and repaired, the "
            "estimate from the Play rounds alone, coordinators in turn (Discussion), unknown "
            "horizon by doubling (Section 2.2), Musical Chairs, K independent EXP3 players, and "
            "the K-Metaplayer with full communication. A line without a mark: that mean is not "
            "positive, and has no ratio. Axis to base 10."
        ),
        needs=variants_needs,
        plot=plot_variants,
    ),
    FigureSpec(
        id="figure-readings",
        title="Effect of other interpretations on the final regret",
        source="Section 5; Algorithms 2 to 4; Appendix A.3",
        caption=(
            "Mean final online regret of an algorithm under another interpretation of what the "
            "paper leaves open, over that of the same algorithm as configured, with the 95% "
            "interval of the ratio. Where a mean is not positive there is no mark. Axis to base 10."
        ),
        needs=interpretations_needs,
        plot=plot_interpretations,
    ),
)
