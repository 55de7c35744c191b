"""What it costs DP-SE not to know the horizon (Section 7)."""

from collections.abc import Mapping

import numpy as np
import pandas as pd

from bandit_replications.bandits.streams import generator
from bandit_replications.experiments.needs import Need
from bandit_replications.inference import summaries
from bandit_replications.inference.intervals import ratio_interval
from bandit_replications.inference.summaries import MEAN
from bandit_replications.papers.private_online.looks import LOOKS
from bandit_replications.papers.private_online.parameters import Configuration
from bandit_replications.reporting import plotting
from bandit_replications.reporting.figures import Drawing, FigureSpec
from bandit_replications.reporting.looks import DASHED, SHORT, Look, Looks

Results = Mapping[str, pd.DataFrame]

CELL = ("algorithm", "restarts", "setting", "epsilon", "horizon")
RESTARTED = "dp-se-restarted"
SQUARED, DOUBLED = "DP-SE restarted, horizons squared", "DP-SE restarted, horizons doubled"
LINES = Looks(
    {
        "dp-se": LOOKS["dp-se"],
        SQUARED: Look("#CC79A7", DASHED, "v", name=SQUARED),
        DOUBLED: Look("#7F7F7F", SHORT, "d", name=DOUBLED),
        "anytime-lazy-ucb": LOOKS["anytime-lazy-ucb"],
    }
)
GROWTH = {"squaring": SQUARED, "doubling": DOUBLED}


def anytime_needs(config: Configuration) -> tuple[Need, ...]:
    """Return what the figure and the table of restarts need: the whole data set."""
    return (Need(experiment="anytime"),)


def series_name(algorithm: str, restarts: str | None) -> str:
    """Return the name of a line of the figure."""
    if restarts is None:
        return algorithm
    return GROWTH[restarts]


def plot_anytime(results: Results, config: Configuration) -> dict[str, Drawing]:
    """Draw final regret over the horizon: settings in columns, ε in rows."""
    section = config.anytime
    means = summaries.final_means(results["anytime"], "anytime", *CELL)
    cells = [
        (setting.name, epsilon) for epsilon in section.epsilons for setting in section.settings
    ]
    titles = {cell: f"{cell[0]}, ε = {cell[1]:g}" for cell in cells}
    data = summaries.rows(
        panel=[titles[cell] for cell in zip(means["setting"], means["epsilon"], strict=True)],
        series=[
            series_name(algorithm, summaries.plain(restarts))
            for algorithm, restarts in zip(means["algorithm"], means["restarts"], strict=True)
        ],
        x=means["horizon"],
        estimate=means["estimate"],
        low=means["low"],
        high=means["high"],
        n=means["n"],
        band=MEAN,
    )
    looks = {name: look for name, look in LINES.table.items() if name in set(data["series"])}
    columns = len(section.settings)
    with plotting.style():
        figure, axes = plotting.panels(len(cells), columns=columns, height=2.0, share_x=True)
        for number, (cell, ax) in enumerate(zip(cells, axes, strict=True)):
            plotting.draw_points(ax, data[data["panel"] == titles[cell]], looks)
            plotting.log_axes(ax)
            ax.set_title(titles[cell])
            if number >= len(cells) - columns:
                ax.set_xlabel("horizon T")
        figure.supylabel("final " + plotting.REGRET_LABEL.removeprefix("cumulative "))
        keys = [plotting.line_key(name, look) for name, look in looks.items()]
        plotting.finish(figure, keys + plotting.band_keys(data, bars=True), columns=2)
    return {"": Drawing(figure, data)}


def restart_ratios(frame: pd.DataFrame) -> pd.DataFrame:
    """Return the mean final regret of each algorithm over that of DP-SE, which knows the horizon.

    Returns
    -------
    DataFrame
        setting, epsilon, horizon, algorithm, restarts, n, mean, ratio, low, high.

    """
    cells = {
        (values[2:], values[:2]): rows["regret"].to_numpy()
        for values, rows in summaries.groups(frame, *CELL)
    }
    records = []
    for (place, learner), regret in cells.items():
        known = cells[place, ("dp-se", None)]
        if learner == ("dp-se", None):
            continue
        stream = generator(0, "intervals", "anytime", *learner, *place)
        low, high = ratio_interval(regret, known, confidence=summaries.CONFIDENCE, generator=stream)
        records.append(
            {
                **dict(zip(("setting", "epsilon", "horizon"), place, strict=True)),
                **dict(zip(("algorithm", "restarts"), learner, strict=True)),
                "n": regret.size,
                "mean": regret.mean(),
                "ratio": regret.mean() / known.mean() if known.mean() else np.nan,
                "low": low,
                "high": high,
            }
        )
    return pd.DataFrame(records)


ANYTIME_FIGURES = (
    FigureSpec(
        id="figure-anytime",
        title="What it costs DP-SE not to know the horizon",
        source="Section 7",
        caption=(
            "Mean final pseudo-regret (plays times gap, summed over arms) over the horizon T; axes "
            "to base 10. DP-SE knows T. Restarted, it plays phases with horizons 16, 256, 65536, … "
            "(squared) or 16, 32, 64, … (doubled), with β one over the phase's horizon, and "
            "forgets what was before; Anytime-Lazy-UCB needs no horizon. Bars: 95% interval of the "
            "mean."
        ),
        needs=anytime_needs,
        plot=plot_anytime,
    ),
)
