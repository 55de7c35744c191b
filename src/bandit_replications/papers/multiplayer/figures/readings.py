"""What variants, repairs and other readings do to the final regret: ratios of means."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from bandit_replications.bandits.streams import generator
from bandit_replications.experiments.needs import Need
from bandit_replications.inference import summaries
from bandit_replications.inference.intervals import paired_ratio_interval, ratio_interval
from bandit_replications.papers.multiplayer.looks import LOOKS, scenario_title
from bandit_replications.papers.multiplayer.parameters import Configuration
from bandit_replications.reporting import plotting
from bandit_replications.reporting.figures import Drawing, FigureSpec
from bandit_replications.runtime.errors import NotApplicable

Results = Mapping[str, pd.DataFrame]

MAIN = "coordinate-and-play"
RATIO = "95% interval of the ratio"
TEN = 10  # runs of each curve in the paper
SCENARIO_COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#000000")


def variants_needs(config: Configuration) -> tuple[Need, ...]:
    """Return what the figure and the table of variants need.

    Raises
    ------
    NotApplicable
        If the run lacks Coordinate and Play, or whatever could be compared with it.

    """
    algorithms = config.online_regret.algorithms
    if MAIN not in algorithms or len(algorithms) < 2:
        raise NotApplicable(f"shows ratios to {MAIN}; online_regret.algorithms has no pair")
    repairs = [entry for entry in config.readings.entries if entry.repair]
    shown = dict.fromkeys(name for one in repairs for name in (one.name, beside(config, one)))
    needs = [Need(experiment="online-regret")]
    if repairs:
        readings = tuple(name for name in shown if name)
        needs.append(Need(experiment="readings", where={"reading": readings}))
    return tuple(needs)


def beside(config: Configuration, repair: Any) -> str:
    """Return the reading of Coordinate and Play with a repair's ranking; empty: as configured."""
    ranking = {"ranking_rounds": repair.options.get("ranking_rounds")}
    for entry in config.readings.entries:
        if entry.algorithm == MAIN and entry.options == ranking:
            return str(entry.name)
    return ""


def readings_needs(config: Configuration) -> tuple[Need, ...]:
    """Return what the views of readings need: them, and their algorithms as configured.

    Raises
    ------
    NotApplicable
        If the run has no reading of an algorithm that it runs.

    """
    have = config.online_regret.algorithms
    found = tuple(
        dict.fromkeys(e.algorithm for e in config.readings.entries if e.algorithm in have)
    )
    if not found:
        raise NotApplicable("compares readings; the run has none of an algorithm that it runs")
    where = {"algorithm": found}
    return (
        Need(experiment="online-regret", where=where),
        Need(experiment="readings", where=where),
    )


def final_regrets(frame: pd.DataFrame) -> dict[tuple[str, str], Any]:
    """Return the final regrets of each (scenario, algorithm) of the data set `online-regret`."""
    return {
        (str(cell[0]), str(cell[1])): summaries.final(rows)["regret"].to_numpy()
        for cell, rows in summaries.groups(frame, "scenario", "algorithm")
    }


def _ratio(regret: Any, main: Any, *key: str, shared: bool) -> "dict[str, float]":
    """Return the ratio of two mean regrets with its interval; nothing if one is not positive.

    `shared`: run i of both has the same mean losses, so that runs are resampled in pairs.
    """
    if main.mean() <= 0 or regret.mean() <= 0:
        return {}
    interval = paired_ratio_interval if shared else ratio_interval
    stream = generator(0, "intervals", *key)
    low, high = interval(regret, main, confidence=summaries.CONFIDENCE, generator=stream)
    return {"ratio": regret.mean() / main.mean(), "low": low, "high": high}


def variant_ratios(results: Results, config: Configuration) -> pd.DataFrame:
    """Return the mean final regret of variants and repairs over that of Coordinate and Play.

    A repair with rounds of ranking of its own is compared with Coordinate and Play with as many,
    where the run has that reading.

    Returns
    -------
    DataFrame
        scenario, algorithm (of a repair its name), n, mean, ratio, low, high; where a mean is not
        positive there is no row.

    Raises
    ------
    NotApplicable
        If no row is left.

    """
    final = final_regrets(results["online-regret"])
    every = {cell: regret for cell, regret in final.items() if cell[1] != MAIN}
    over = {}
    if "readings" in results:
        names = repair_names(config)
        readings = {
            (str(scenario), str(algorithm), str(reading)): rows["regret"].to_numpy()
            for (scenario, algorithm, reading), rows in summaries.groups(
                results["readings"].sort_values("replicate", kind="stable"),
                "scenario",
                "algorithm",
                "reading",
            )
        }
        mains = {entry.name: beside(config, entry) for entry in config.readings.entries}
        for (scenario, _, reading), regret in readings.items():
            if reading in names:
                every[scenario, names[reading]] = regret
                if (main := (scenario, MAIN, mains[reading])) in readings:
                    over[scenario, names[reading]] = readings[main]
    shared = scenarios_with_random_means(config)
    records = [
        {
            "scenario": scenario,
            "algorithm": name,
            "n": regret.size,
            "mean": regret.mean(),
            **_ratio(
                regret,
                over.get((scenario, name), final[scenario, MAIN]),
                "variants",
                scenario,
                name,
                shared=scenario in shared,
            ),
        }
        for (scenario, name), regret in every.items()
    ]
    return _with_ratio(records)


def scenarios_with_random_means(config: Configuration) -> set[str]:
    """Return the names of the scenarios in which run i of every algorithm has the same means."""
    return {one.name for one in config.online_regret.scenarios if one.random_means}


def repair_names(config: Configuration) -> dict[str, str]:
    """Return what figures call each repair: its algorithm's name and its own."""
    return {
        entry.name: f"{LOOKS.name(entry.algorithm)}, {entry.name}"
        for entry in config.readings.entries
        if entry.repair
    }


def reading_ratios(results: Results, config: Configuration) -> pd.DataFrame:
    """Return the mean final regret of each reading over that of its algorithm as configured.

    Returns
    -------
    DataFrame
        scenario, algorithm, reading, n, mean, ratio, low, high, and the standard deviation of a
        mean over ten runs, of the reading and as configured; where a mean is not positive there
        is no row.

    Raises
    ------
    NotApplicable
        If no row is left.

    """
    final = final_regrets(results["online-regret"])
    shared = scenarios_with_random_means(config)
    apart = {entry.name for entry in config.readings.entries if entry.shared_means > 1}
    cell = ("scenario", "algorithm", "reading")
    records = []
    for values, rows in summaries.groups(results["readings"], *cell):
        scenario, algorithm, reading = map(str, values)
        regret = rows.sort_values("replicate")["regret"].to_numpy()
        main = final[scenario, algorithm]
        records.append(
            {
                **dict(zip(cell, values, strict=True)),
                "n": regret.size,
                "mean": regret.mean(),
                **_ratio(
                    regret,
                    main,
                    "readings",
                    scenario,
                    algorithm,
                    reading,
                    shared=scenario in shared and reading not in apart,
                ),
                "ten_runs": _deviation_of_ten(regret),
                "ten_runs_main": _deviation_of_ten(main),
            }
        )
    return _with_ratio(records)


def _with_ratio(records: Sequence[Mapping[str, Any]]) -> pd.DataFrame:
    found = [record for record in records if "ratio" in record]
    if not found:
        raise NotApplicable("shows ratios; no two mean regrets are positive")
    return pd.DataFrame(found)


def _deviation_of_ten(regret: Any) -> float:
    """Return the standard deviation of means over ten consecutive runs."""
    whole = regret[: regret.size // TEN * TEN].reshape(-1, TEN)
    return float(whole.mean(axis=1).std(ddof=1)) if len(whole) > 1 else np.nan


def _rows(ratios: pd.DataFrame, *, panel: str, series: str) -> pd.DataFrame:
    return summaries.rows(
        panel=ratios.get(panel, panel),
        series=ratios[series],
        x=np.full(len(ratios), np.nan),
        estimate=ratios["ratio"],
        low=ratios["low"],
        high=ratios["high"],
        n=ratios["n"],
        band=RATIO,
    )


def plot_variants(results: Results, config: Configuration) -> dict[str, Drawing]:
    """Draw the ratio of variants and repairs to Coordinate and Play, a panel for each scenario."""
    ratios = variant_ratios(results, config)
    names = list(ratios["scenario"].unique())
    colours = {
        algorithm: (LOOKS.name(algorithm), look.colour)
        for algorithm, look in LOOKS.of(config.online_regret.algorithms).items()
        if algorithm != MAIN
    }
    for entry in config.readings.entries if "readings" in results else ():
        if entry.repair:
            name = repair_names(config)[entry.name]
            colours[name] = (name, LOOKS[entry.algorithm].colour)
    data = _rows(ratios, panel="scenario", series="algorithm")
    lines = [name for name, _ in colours.values()]
    with plotting.style():
        figure, axes = plotting.panels(
            len(names), width=plotting.PAGE_WIDTH, height=0.5 + 0.19 * len(lines), share_x=True
        )
        for name, ax in zip(names, axes, strict=True):
            ax.axvline(1, color="0.4", linewidth=1)
            for height, (series, (_, colour)) in enumerate(colours.items()):
                here = data[(data["panel"] == name) & (data["series"] == series)]
                plotting.draw_marks_in_line(ax, here, height=height, levels=(), colour=colour)
            plotting.name_lines(ax, lines)
            plotting.short_log_x(ax)
            ax.set_title(scenario_title(name))
        axes[-1].set_xlabel("mean final regret over that of Coordinate & Play")
        keys = [plotting.guide_key("as Coordinate & Play"), plotting.mark_key(RATIO, "D")]
        plotting.finish(figure, keys)
    return {"": Drawing(figure, data)}


def plot_readings(results: Results, config: Configuration) -> dict[str, Drawing]:
    """Draw the ratio of each reading to its algorithm as configured, a line for each reading."""
    ratios = reading_ratios(results, config)
    repairs = repair_names(config)
    ratios = ratios[~ratios["reading"].isin(repairs)]
    labels = ratios["algorithm"].map(LOOKS.name) + ": " + ratios["reading"]
    ratios = ratios.assign(line=labels)
    lines, scenarios = list(labels.unique()), list(ratios["scenario"].unique())
    data = summaries.concat(
        _rows(part.assign(panel=""), panel="panel", series="line").assign(panel=scenario)
        for scenario, part in ratios.groupby("scenario", sort=False)
    )
    with plotting.style():
        figure, (ax,) = plotting.panels(
            1, width=plotting.PAGE_WIDTH, height=0.6 + 0.34 * len(lines)
        )
        ax.axvline(1, color="0.4", linewidth=1)
        places = list(range(len(scenarios)))
        for place, scenario in enumerate(scenarios):
            colour = SCENARIO_COLOURS[place % len(SCENARIO_COLOURS)]
            here = data[data["panel"] == scenario]
            for height, line in enumerate(lines):
                shift = height + plotting.level_offset(places, place)
                for row in here[here["series"] == line].itertuples():
                    ax.errorbar(
                        row.estimate,
                        shift,
                        xerr=[[row.estimate - row.low], [row.high - row.estimate]],
                        marker="o",
                        markersize=3.5,
                        color=colour,
                        elinewidth=1.2,
                    )
        plotting.name_lines(ax, lines)
        plotting.short_log_x(ax)
        ax.set_xlabel("mean final regret over that of the algorithm as configured")
        keys = [
            plotting.mark_key(scenario_title(one), "o", colour=SCENARIO_COLOURS[place % 5])
            for place, one in enumerate(scenarios)
        ]
        plotting.finish(figure, [*keys, plotting.guide_key("no difference")], columns=2)
    data["panel"] = ""
    return {"": Drawing(figure, data)}


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
        title="What other readings do to the final regret",
        source="Section 5; Algorithms 2 to 4; Appendix A.3",
        caption=(
            "Mean final online regret of an algorithm under another reading of what the paper "
            "leaves open, over that of the same algorithm as configured, with the 95% interval of "
            "the ratio. Where a mean is not positive there is no mark. Axis to base 10."
        ),
        needs=readings_needs,
        plot=plot_readings,
    ),
)
