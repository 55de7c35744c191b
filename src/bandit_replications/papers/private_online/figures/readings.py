"""How far each reading of the paper's open points moves the final regret."""

from collections.abc import Mapping

import numpy as np
import pandas as pd

from bandit_replications.bandits.streams import generator
from bandit_replications.experiments.needs import Need
from bandit_replications.inference import summaries
from bandit_replications.inference.intervals import ratio_interval
from bandit_replications.papers.private_online.looks import LOOKS
from bandit_replications.papers.private_online.parameters import Configuration
from bandit_replications.reporting import plotting
from bandit_replications.reporting.figures import Drawing, FigureSpec

Results = Mapping[str, pd.DataFrame]

MAIN = "main"
RATIO = "95% interval of the ratio"


def readings_needs(config: Configuration) -> tuple[Need, ...]:
    """Return what the readings' table needs: the whole data set."""
    return (Need(experiment="readings"),)


def first_setting_needs(config: Configuration) -> tuple[Need, ...]:
    """Return what the readings' figure needs: the first setting, in which every reading runs."""
    where = {"setting": (config.readings.settings[0].name,)}
    return (Need(experiment="readings", where=where),)


def reading_ratios(frame: pd.DataFrame) -> pd.DataFrame:
    """Return each reading's mean final regret over that of the main reading.

    Parameters
    ----------
    frame : DataFrame
        The data set `readings`.

    Returns
    -------
    DataFrame
        algorithm, reading, setting, epsilon (null where it does not apply), n, mean, ratio, low,
        high; the main readings themselves are left out.

    """
    final = {
        cell: rows["regret"].to_numpy()
        for cell, rows in summaries.groups(
            summaries.final(frame), "algorithm", "reading", "setting", "epsilon"
        )
    }
    records = []
    for (algorithm, reading, setting, epsilon), regret in final.items():
        main = final.get((algorithm, MAIN, setting, epsilon))
        if reading == MAIN or main is None:
            continue
        stream = generator(0, "intervals", "readings", algorithm, reading, setting, epsilon)
        low, high = ratio_interval(regret, main, confidence=summaries.CONFIDENCE, generator=stream)
        records.append(
            {
                "algorithm": algorithm,
                "reading": reading,
                "setting": setting,
                "epsilon": np.nan if epsilon is None else epsilon,
                "n": regret.size,
                "mean": regret.mean(),
                "ratio": regret.mean() / main.mean(),
                "low": low,
                "high": high,
            }
        )
    return pd.DataFrame(records)


def plot_readings(results: Results, config: Configuration) -> dict[str, Drawing]:
    """Draw the ratio to the main reading, a line for each reading, a mark for each epsilon."""
    frame = results["readings"]
    ratios = reading_ratios(frame[frame["setting"] == config.readings.settings[0].name])
    settings = list(ratios["setting"].unique())
    lines = list(dict.fromkeys(zip(ratios["algorithm"], ratios["reading"], strict=True)))
    labels = {line: f"{LOOKS.name(line[0])}: {line[1].replace('-', ' ')}" for line in lines}
    data = summaries.rows(
        panel=ratios["setting"],
        series=[labels[line] for line in zip(ratios["algorithm"], ratios["reading"], strict=True)],
        x=ratios["epsilon"],
        estimate=ratios["ratio"],
        low=ratios["low"],
        high=ratios["high"],
        n=ratios["n"],
        band=RATIO,
    )
    epsilons = sorted(config.readings.epsilons)
    order = list(labels.values())
    with plotting.style():
        figure, axes = plotting.panels(
            len(settings), width=plotting.PAGE_WIDTH, height=0.7 + 0.34 * len(order)
        )
        for setting, ax in zip(settings, axes, strict=True):
            ax.axvline(1, color="0.4", linewidth=1)
            for (algorithm, _), label in labels.items():
                here = data[(data["panel"] == setting) & (data["series"] == label)]
                colour = LOOKS.of([algorithm])[algorithm].colour
                plotting.draw_marks_in_line(
                    ax, here, height=order.index(label), levels=epsilons, colour=colour
                )
            plotting.name_lines(ax, order)
            ax.set_xlabel("mean final pseudo-regret over that of the main reading")
            ax.set_title(setting)
        none = "not private" if data["x"].isna().any() else ""
        plotting.finish(figure, plotting.level_keys(epsilons, "ε = {:g}", none=none))
    return {"": Drawing(figure, data)}


READINGS_FIGURES = (
    FigureSpec(
        id="figure-readings",
        title="Sensitivity to the readings",
        source="Algorithms 1 and 4, Section 6",
        caption=(
            "Mean final pseudo-regret (plays times gap, summed over arms) under each other reading "
            "of what the paper leaves open, over that under the main reading; bars are 95% "
            "intervals of the ratio. At 1 the reading does not matter. First setting; the table of "
            "readings has the others."
        ),
        needs=first_setting_needs,
        plot=plot_readings,
    ),
)
