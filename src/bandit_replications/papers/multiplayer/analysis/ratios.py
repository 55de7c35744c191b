"""Effects of variants, repairs and interpretations: ratios of mean final regrets."""

from collections.abc import Callable

import numpy as np
import pandas as pd

from bandit_replications.experiments.needs import Need
from bandit_replications.inference import summaries
from bandit_replications.inference.ratios import ratios_to_main
from bandit_replications.inference.summaries import Results
from bandit_replications.papers.multiplayer.catalogue import STYLES
from bandit_replications.papers.multiplayer.parameters import Configuration
from bandit_replications.runtime.errors import NotApplicable

MAIN = "coordinate-and-play"
PAPER_RUNS = 10  # each of the paper's curves is a mean over so many runs
CELL = ("scenario", "algorithm", "reading")


def variants_needs(config: Configuration) -> tuple[Need, ...]:
    """Return the needs of the figure of variants: curves, and what is compared with another."""
    entries = config.readings.entries
    named = {name for entry in entries if entry.over for name in (entry.name, entry.over)}
    names = tuple(dict.fromkeys(entry.name for entry in entries if entry.name in named))
    readings = Need(experiment="readings", where={"reading": names})
    return (Need(experiment="online-regret"), *([readings] if names else []))


def mains(config: Configuration) -> Callable[[str, str, str], tuple[str, str, str]]:
    """Return a function from a cell to the cell whose mean its own is divided by.

    That of Coordinate and Play for an algorithm as configured, of what an interpretation names, or
    of its algorithm as configured.
    """
    over = {(entry.algorithm, entry.name): entry.over for entry in config.readings.entries}

    def main(scenario: str, algorithm: str, reading: str) -> tuple[str, str, str]:
        if not reading:
            return scenario, MAIN, ""
        other = over.get((algorithm, reading), "")
        if other in STYLES.table:
            return scenario, other, ""
        return (scenario, MAIN, other) if other else (scenario, algorithm, "")

    return main


def final_games(frame: pd.DataFrame) -> pd.DataFrame:
    """Return the end of each game of the data set `online-regret`."""
    last = frame.groupby(["scenario", "algorithm"], sort=False)["round"].transform("max")
    return frame.loc[frame["round"] == last]


def final_ratios(results: Results, config: Configuration) -> pd.DataFrame:
    """Return the mean final regret of each variant and interpretation over what it is compared to.

    Returns
    -------
    DataFrame
        scenario, algorithm, reading (empty: as configured), the columns of `ratios_to_main`, and
        the standard deviation of a mean over ten runs; where a mean is not positive there is no
        row.

    Raises
    ------
    NotApplicable
        If no row is left.

    """
    games = final_games(results["online-regret"]).assign(reading="")
    games = pd.concat([games, results.get("readings")])[[*CELL, "replicate", "regret"]]
    drawn = {one.name for one in config.online_regret.scenarios if one.random_means}
    apart = {entry.name for entry in config.readings.entries if entry.shared_means > 1}
    found = ratios_to_main(
        games,
        *CELL,
        key=("readings",),
        main=mains(config),
        shared=lambda scenario, _algorithm, reading: scenario in drawn and reading not in apart,
    )
    if found.empty:
        raise NotApplicable("shows ratios; no two mean regrets are positive")
    spread = {cell: _deviation_of_ten(rows) for cell, rows in summaries.groups(games, *CELL)}
    cells = found[[*CELL]].itertuples(index=False, name=None)
    return found.assign(ten_runs=[spread[cell] for cell in cells])


def _deviation_of_ten(rows: pd.DataFrame) -> float:
    """Return the standard deviation of means over ten consecutive runs."""
    regret = rows.sort_values("replicate")["regret"].to_numpy()
    whole = regret[: regret.size // PAPER_RUNS * PAPER_RUNS].reshape(-1, PAPER_RUNS)
    return float(whole.mean(axis=1).std(ddof=1)) if len(whole) > 1 else np.nan
