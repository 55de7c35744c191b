"""Figure of the estimate that stays at 0: regret beside its bounds, samples in their zone."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from bandit_replications.bandits.arrays import Floats
from bandit_replications.experiments.needs import every
from bandit_replications.inference import summaries
from bandit_replications.inference.summaries import BOUND, Results
from bandit_replications.papers.cooperative.parameters import Configuration
from bandit_replications.papers.cooperative.theory.zero_estimate import Instance
from bandit_replications.reporting import plotting, views
from bandit_replications.reporting.figures import Drawing, FigureSpec
from bandit_replications.reporting.styles import SOLID, LineStyle

REGRET, SAMPLES = "regret", "samples of arm 1"
RUN, MEAN, CLIPPED = "a run of Algorithm 3", "Algorithm 3, mean", "clipped mean (ours), mean"
TIED = "mean over all shortest intervals, median"
PRINTED, PROVED, ZONE = "printed bound", "proved lower bound", "2 r and 2 r/p"
FIRST = 10  # round
THIN = "#E8A77A"
STYLES = {
    MEAN: LineStyle("#D55E00", SOLID, "s"),
    CLIPPED: LineStyle("#E69F00", SOLID, "o"),
    TIED: LineStyle("#009E73", SOLID, "^"),
}
BOUNDS = {PRINTED: "#000000", PROVED: "#0072B2", ZONE: "#7F7F7F"}


def _series(panel: str, series: str, x: object, estimate: object, band: str) -> pd.DataFrame:
    return summaries.rows(panel=panel, series=series, x=x, estimate=estimate, band=band)


def _rows(results: Results) -> pd.DataFrame:
    """Return all runs of one agent, means, bounds, and the samples of the better arm."""
    frame = results["zero-estimate"]
    frame = frame[(frame["agents"] == 1) & (frame["round"] >= FIRST)]
    instance, ties = Instance(), frame["ties"]
    frame, average = frame[ties == "most-points"], frame[ties == "average"]
    trimmed, rounds = summaries.whole_runs(frame[frame["estimator"] == "trimmed-mean"])
    clipped, _ = summaries.whole_runs(frame[frame["estimator"] == "clipped-mean"])
    parts = []
    for run in trimmed:
        parts.append(_series(REGRET, RUN, rounds, run, RUN))
        parts.append(_series(SAMPLES, RUN, rounds, rounds - run / instance.gap, RUN))
    tied = rounds - np.median(summaries.whole_runs(average)[0], axis=0) / instance.gap
    parts.append(_series(SAMPLES, TIED, rounds, tied, "median"))
    for name, runs in ((MEAN, trimmed), (CLIPPED, clipped)):
        parts.append(_series(REGRET, name, rounds, runs.mean(axis=0), "mean"))
    for name, bound in ((PRINTED, instance.bound), (PROVED, instance.regret)):
        parts.append(_series(REGRET, name, rounds, [bound(int(t)) for t in rounds], BOUND))
    left_out = np.array([instance.left_out(t) for t in rounds])
    for share in (1.0, float(instance.best)):
        parts.append(_series(SAMPLES, ZONE, rounds, 2 * left_out / share, BOUND))
    return summaries.concat(parts)


def _draw(axes: Axes, rows: pd.DataFrame, panel: str) -> None:
    for curve in _curves(rows, RUN):
        axes.plot(*curve, color=THIN, linewidth=0.4, alpha=0.6)
    for name, style in STYLES.items():
        for x, estimates in _curves(rows, name):
            axes.plot(x, estimates, **{**style.line, "marker": ""}, linewidth=2)
    for name, colour in BOUNDS.items():
        for x, estimates in _curves(rows, name):
            plotting.draw_bound(axes, pd.DataFrame({"x": x, "estimate": estimates}), colour)
    for words, (x, estimates) in zip(("2 r", "2 r/p"), _curves(rows, ZONE), strict=False):
        plotting.annotate(axes, words, x[0], estimates[0])
    plotting.log_axes(axes)
    axes.set_ylim(bottom=1)


def _curves(rows: pd.DataFrame, series: str) -> list[tuple[Floats, Floats]]:
    """Return the curves of a series, which stand one after the other."""
    here = rows[rows["series"] == series]
    number = (here["x"].diff() <= 0).cumsum()
    return [(one["x"].to_numpy(), one["estimate"].to_numpy()) for _, one in here.groupby(number)]


def plot_zero_estimate(results: Results, config: Configuration) -> dict[str, Drawing]:
    """Draw the regret and the samples of the better arm of all runs of one agent."""
    drawing = views.grid(
        _rows(results),
        _draw,
        STYLES,
        panels={REGRET: "group pseudo-regret", SAMPLES: "samples of the better arm"},
        x_label="round",
        keys=[plotting.bound_key(name, BOUNDS[name]) for name in (PRINTED, PROVED)],
        bands="",
        legend=3,
    )
    return {"": drawing}


ZERO_FIGURES = (
    FigureSpec(
        id="figure-zero-estimate",
        title="Algorithm 3 without Byzantine agents",
        source="Theorem of Section 4.2",
        caption=(
            "One agent, no contamination: the better arm pays 1 with probability 2/5 and 0 "
            "otherwise, the other always 1/5. Left: pseudo-regret (pulls of the constant arm times "
            "1/5) of every run (thin), their mean, and the mean with the repaired estimator. "
            "Right: the samples of the better arm, two for each point Y. Between 2 r and 2 r/p "
            "(grey) it is estimated as 0, under some rules for ties not from 2 r on. With the most "
            "points the runs follow 2 r; averaged over all shortest intervals (median) they follow "
            "2 r/(1 - p). Axes to base 10."
        ),
        needs=every("zero-estimate"),
        plot=plot_zero_estimate,
    ),
)
