"""What the readings change: each one's final regret over that of the main reading."""

import itertools
from collections.abc import Mapping

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from bandit_replications.bandits.streams import generator
from bandit_replications.experiments.needs import Need
from bandit_replications.inference import summaries
from bandit_replications.inference.intervals import paired_ratio_interval
from bandit_replications.papers.anonymous.analysis.series import (
    BATCHED,
    MAIN,
    regret_needs,
    series_name,
    series_of,
    with_series,
)
from bandit_replications.papers.anonymous.figures.regret import PAPER_SERIES
from bandit_replications.papers.anonymous.looks import LOOKS
from bandit_replications.papers.anonymous.parameters import Configuration
from bandit_replications.reporting import plotting
from bandit_replications.reporting.figures import Drawing, FigureSpec
from bandit_replications.runtime.errors import NotApplicable

Results = Mapping[str, pd.DataFrame]
Floats = NDArray[np.float64]

RATIO = "95% interval of the ratio"
GREEDY, SAME_ARM = f"{BATCHED}-greedy", f"{BATCHED}-same-arm"


def readings_needs(config: Configuration) -> tuple[Need, ...]:
    """Return what is compared: series where they have other readings, and greedy and same arm.

    Raises
    ------
    NotApplicable
        If the run has no other reading of the paper's series.

    """
    section = config.regret
    instances = [entry.name for entry in section.instances]
    needs: list[Need] = []
    if {GREEDY, SAME_ARM} <= set(series_of(config)):
        needs += regret_needs(config, [GREEDY, SAME_ARM], instances)
    for (algorithm, decomposition), instance in itertools.product(section.runs(), instances):
        readings = section.readings_of(algorithm, decomposition, instance)
        name = series_name(algorithm, decomposition)
        if name in PAPER_SERIES and readings != [MAIN]:
            needs += regret_needs(config, [name], [instance], readings=readings)
    if not section.variants or not needs:
        raise NotApplicable("compares readings; regret.variants has none of the paper's series")
    return tuple(needs)


def reading_ratios(frame: pd.DataFrame, config: Configuration) -> pd.DataFrame:
    """Return each reading's mean final regret over that of the main reading.

    Appendix B's words for the greedy decomposition count as a reading of greedy. Runs share their
    instances replicate by replicate. Readings of UCB correlate there, those of the anonymous
    algorithms hardly do: runs of one replicate are resampled together, which is right for both, and
    the replicates that one reading has more than the other alone.

    Returns
    -------
    DataFrame
        series, reading, instance, n (runs of the reading), mean, ratio, low, high, correlation.

    """
    final = with_series(frame[frame["round"] == config.regret.horizon])
    runs = {
        key: cell.set_index("replicate")["regret"].sort_index()
        for key, cell in summaries.groups(final, "series", "reading", "instance")
    }
    for (series, reading, instance), regret in list(runs.items()):
        if (series, reading) == (SAME_ARM, MAIN):
            runs[GREEDY, "same-arm", instance] = regret
    records = []
    for (series, reading, instance), regret in runs.items():
        main = runs.get((series, MAIN, instance))
        if reading == MAIN or series not in PAPER_SERIES or main is None:
            continue
        stream = generator(0, "intervals", "readings", series, reading, instance)
        low, high = paired_ratio_interval(
            *shared_first(regret, main), confidence=summaries.CONFIDENCE, generator=stream
        )
        records.append(
            {
                "series": series,
                "reading": reading,
                "instance": instance,
                "n": regret.size,
                "mean": regret.mean(),
                "ratio": regret.mean() / main.mean(),
                "low": low,
                "high": high,
                "correlation": regret.corr(main),
            }
        )
    return pd.DataFrame(records)


def shared_first(a: "pd.Series[float]", b: "pd.Series[float]") -> tuple[Floats, Floats]:
    """Return the regrets of both, the replicates that both have first, in the same order."""
    shared = a.index.intersection(b.index)
    first, second = (
        np.asarray(one.loc[[*shared, *one.index.difference(shared)]], np.float64) for one in (a, b)
    )
    return first, second


def plot_readings(results: Results, config: Configuration) -> dict[str, Drawing]:
    """Draw the ratio to the main reading, a line for each reading, a panel for each instance."""
    ratios = reading_ratios(results["regret"], config)
    instances = [one.name for one in config.regret.instances if one.name in set(ratios["instance"])]
    order = {name: place for place, name in enumerate(PAPER_SERIES)}
    pairs = dict.fromkeys(zip(ratios["series"], ratios["reading"], strict=True))
    lines = sorted(pairs, key=lambda line: order[line[0]])
    labels = {
        line: f"{LOOKS.name(line[0]).split(' (')[0]}: {line[1].replace('-', ' ')}" for line in lines
    }
    data = summaries.rows(
        panel=ratios["instance"],
        series=[labels[line] for line in zip(ratios["series"], ratios["reading"], strict=True)],
        x=np.full(len(ratios), np.nan),
        estimate=ratios["ratio"],
        low=ratios["low"],
        high=ratios["high"],
        n=ratios["n"],
        band=RATIO,
    )
    with plotting.style():
        figure, axes = plotting.panels(
            len(instances), columns=len(instances), height=0.9 + 0.2 * len(lines), share_y=True
        )
        for instance, ax in zip(instances, axes, strict=True):
            ax.axvline(1, color="0.4", linewidth=1)
            for height, (line, label) in enumerate(labels.items()):
                here = data[(data["panel"] == instance) & (data["series"] == label)]
                colour = LOOKS.of([line[0]])[line[0]].colour
                plotting.draw_marks_in_line(ax, here, height=height, levels=[], colour=colour)
            plotting.name_lines(ax, list(labels.values()))
            plotting.short_log_x(ax)
            ax.set_title(instance)
        axes[len(axes) // 2].set_xlabel("mean final pseudo-regret over that of the main reading")
        plotting.finish(figure, plotting.band_keys(data, bars=True))
    return {"": Drawing(figure, data)}


READINGS_FIGURES = (
    FigureSpec(
        id="figure-readings",
        title="Sensitivity to the readings",
        source="Algorithms 1 to 3, Appendix B",
        caption=(
            "Mean final pseudo-regret (summed over users) under each other reading of what the "
            "paper leaves open, over that under the main reading on the same instances; x to base "
            "10, bars are 95% intervals of the ratio. At 1 the reading does not matter."
        ),
        needs=readings_needs,
        plot=plot_readings,
    ),
)
