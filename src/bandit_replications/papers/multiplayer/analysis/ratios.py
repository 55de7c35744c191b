"""Effects of variants, repairs and interpretations: ratios of mean final regrets."""

import numpy as np
import pandas as pd

from bandit_replications.experiments.needs import Need
from bandit_replications.inference import summaries
from bandit_replications.inference.ratios import ratios_to_main
from bandit_replications.inference.summaries import Results
from bandit_replications.papers.multiplayer.catalogue import STYLES
from bandit_replications.papers.multiplayer.parameters import Configuration, Reading
from bandit_replications.runtime.errors import NotApplicable

MAIN = "coordinate-and-play"
PAPER_RUNS = 10  # each of the paper's curves is a mean over so many runs
NOT_POSITIVE = "shows ratios; no two mean regrets are positive"
INTERPRETATION = ("scenario", "algorithm", "reading")


def variants_needs(config: Configuration) -> tuple[Need, ...]:
    """Return the needs of the figure and the table of variants.

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


def interpretations_needs(config: Configuration) -> tuple[Need, ...]:
    """Return the needs of the views of interpretations: them, and their algorithms as configured.

    Raises
    ------
    NotApplicable
        If the run has no other interpretation of an algorithm that it runs.

    """
    have = config.online_regret.algorithms
    entries = config.readings.entries
    found = tuple(dict.fromkeys(one.algorithm for one in entries if one.algorithm in have))
    if not found:
        raise NotApplicable(
            "compares interpretations; the run has none of an algorithm that it runs"
        )
    names = ("online-regret", "readings")
    return tuple(Need(experiment=name, where={"algorithm": found}) for name in names)


def beside(config: Configuration, repair: Reading) -> str:
    """Return the name of Coordinate and Play with a repair's ranking; empty: as configured."""
    ranking = {"ranking_rounds": repair.options.get("ranking_rounds")}
    for entry in config.readings.entries:
        if entry.algorithm == MAIN and entry.options == ranking:
            return str(entry.name)
    return ""


def repair_names(config: Configuration) -> dict[str, str]:
    """Return the name of each repair in figures: its algorithm's name and its own."""
    return {
        entry.name: f"{STYLES.name(entry.algorithm)}, {entry.name}"
        for entry in config.readings.entries
        if entry.repair
    }


def final_games(frame: pd.DataFrame) -> pd.DataFrame:
    """Return the final regret of each game of the data set `online-regret`."""
    last = frame.groupby(["scenario", "algorithm"], sort=False)["round"].transform("max")
    return frame.loc[frame["round"] == last, ["scenario", "algorithm", "replicate", "regret"]]


def variant_ratios(results: Results, config: Configuration) -> pd.DataFrame:
    """Return the mean final regret of variants and repairs over that of Coordinate and Play.

    A repair with rounds of ranking of its own is compared with Coordinate and Play with as many,
    where the run has that interpretation.

    Returns
    -------
    DataFrame
        scenario, algorithm (of a repair its name), and the columns of `ratios_to_main`; where a
        mean is not positive there is no row.

    Raises
    ------
    NotApplicable
        If no row is left.

    """
    games = [final_games(results["online-regret"])]
    rankings: dict[str, str] = {}
    ranked: set[tuple[str, str]] = set()
    if "readings" in results:
        names, frame = repair_names(config), results["readings"]
        repairs = (entry for entry in config.readings.entries if entry.repair)
        rankings = {names[entry.name]: beside(config, entry) for entry in repairs}
        repaired = frame[frame["reading"].isin(names)]
        same = frame[(frame["algorithm"] == MAIN) & frame["reading"].isin(rankings.values())]
        games.append(repaired.assign(algorithm=repaired["reading"].map(names)))
        games.append(same.assign(algorithm=same["reading"]))
        ranked = set(same[["scenario", "reading"]].itertuples(index=False, name=None))
    shared = _random_means(config)

    def main(scenario: str, algorithm: str) -> tuple[str, str]:
        place = scenario, rankings.get(algorithm, "")
        return place if place in ranked else (scenario, MAIN)

    found = ratios_to_main(
        pd.concat(games),
        "scenario",
        "algorithm",
        key=("variants",),
        main=main,
        shared=lambda scenario, _algorithm: scenario in shared,
    )
    if found.empty:
        raise NotApplicable(NOT_POSITIVE)
    return found[~found["algorithm"].isin(rankings.values())].reset_index(drop=True)


def interpretation_ratios(results: Results, config: Configuration) -> pd.DataFrame:
    """Return the mean final regret of each interpretation over that of its algorithm as configured.

    Returns
    -------
    DataFrame
        scenario, algorithm, reading, the columns of `ratios_to_main`, and the standard deviation of
        a mean over ten runs, of the interpretation and as configured; where a mean is not positive
        there is no row.

    Raises
    ------
    NotApplicable
        If no row is left.

    """
    games = final_games(results["online-regret"]).assign(reading="")
    games = pd.concat([results["readings"], games])
    shared = _random_means(config)
    apart = {entry.name for entry in config.readings.entries if entry.shared_means > 1}
    found = ratios_to_main(
        games,
        *INTERPRETATION,
        key=("readings",),
        main={"reading": ""},
        shared=lambda scenario, _algorithm, reading: scenario in shared and reading not in apart,
    )
    if found.empty:
        raise NotApplicable(NOT_POSITIVE)
    spread = {
        cell: _deviation_of_ten(rows) for cell, rows in summaries.groups(games, *INTERPRETATION)
    }
    cells = list(found[[*INTERPRETATION]].itertuples(index=False, name=None))
    return found.assign(
        ten_runs=[spread[cell] for cell in cells],
        ten_runs_main=[spread[(*cell[:2], "")] for cell in cells],
    )


def _random_means(config: Configuration) -> set[str]:
    """Return the names of the scenarios with the same means in run i of every algorithm."""
    return {one.name for one in config.online_regret.scenarios if one.random_means}


def _deviation_of_ten(rows: pd.DataFrame) -> float:
    """Return the standard deviation of means over ten consecutive runs."""
    regret = rows.sort_values("replicate")["regret"].to_numpy()
    whole = regret[: regret.size // PAPER_RUNS * PAPER_RUNS].reshape(-1, PAPER_RUNS)
    return float(whole.mean(axis=1).std(ddof=1)) if len(whole) > 1 else np.nan
