"""Figures of the trimmed mean: final group regret by ties, halves and estimator."""

from collections.abc import Mapping

import pandas as pd
from matplotlib.axes import Axes

from bandit_replications.experiments.needs import every
from bandit_replications.inference import summaries
from bandit_replications.inference.summaries import Results
from bandit_replications.papers.cooperative.analysis.series import REGRET, labelled, styles
from bandit_replications.papers.cooperative.figures.sweeps import BARS, against_life, draw_lives
from bandit_replications.papers.cooperative.parameters import Configuration
from bandit_replications.reporting import distributions, plotting, views
from bandit_replications.reporting.figures import Drawing, FigureSpec
from bandit_replications.reporting.styles import LineStyle


def plot_trimming(results: Results, config: Configuration) -> dict[str, Drawing]:
    """Draw final regret against the message life under each interpretation of the trimmed mean."""
    lives = config.trimming.message_lives
    frame = labelled(results["trimming"], "estimator", "halves", "ties")
    data = against_life(frame, "trimming", lives, "")
    shown = dict(sorted(styles(frame).items(), key=lambda one: one[0].endswith("trimmed mean")))
    last = summaries.final(frame)
    longest = last[last["message_life"] == str(lives[-1])]
    return draw_lives(data, shown, lives) | {"runs": _draw_runs(longest, shown, str(lives[-1]))}


def _draw_runs(final: pd.DataFrame, shown: Mapping[str, LineStyle], life: str) -> Drawing:
    """Draw the final regrets of all runs at one message life, the mean marked."""
    runs = {str(name): part["regret"] for name, part in final.groupby("series", sort=False)}
    shown = {name: style for name, style in shown.items() if name in runs}

    def draw(ax: Axes, rows: pd.DataFrame, _panel: str) -> None:
        plotting.log_axes(ax, which="x")
        distributions.draw_runs(ax, rows, runs, shown)

    in_order = {name: runs[name] for name in shown}
    return views.grid(
        distributions.run_rows(in_order, key=("trimming", "runs", life)),
        draw,
        {},
        width=plotting.PAGE_WIDTH,
        height=0.9 + 0.3 * len(shown),
        x_label=REGRET.replace("\n", " "),
        keys=[distributions.mean_key()],
        bands="",
    )


TRIMMING_FIGURES = (
    FigureSpec(
        id="figure-trimming",
        title="What the trimmed mean leaves open",
        source="Section 4.1, (8)",
        caption=(
            "Final group pseudo-regret of Algorithm 3 (logarithmic, base 10) against the message "
            "life, 50 agents: by which of several shortest intervals counts, by who divides the "
            "samples into halves, and with the plain and the clipped mean instead. Receivers fill "
            "the halves and the interval with the most points counts, unless the legend says "
            f"otherwise. {BARS} Second picture: the final regrets of all runs at the diameter; "
            "boxes end at the quarters, eighths, … of the runs, points are the outer runs."
        ),
        needs=every("trimming"),
        plot=plot_trimming,
        variants=("", "runs"),
    ),
)
