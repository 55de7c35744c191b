"""Tables about the paper: views of the data sets, with the intervals that the figures show."""

from typing import Any

import numpy as np
import pandas as pd

from bandit_replications.experiments.needs import Need, every, require_several
from bandit_replications.inference import summaries
from bandit_replications.inference.power_laws import Fit
from bandit_replications.inference.summaries import Results
from bandit_replications.papers.multiplayer.analysis.horizon_fits import fit_of, median_fit
from bandit_replications.papers.multiplayer.analysis.mean_curves import last_crossing
from bandit_replications.papers.multiplayer.analysis.ratios import (
    PAPER_RUNS,
    final_ratios,
)
from bandit_replications.papers.multiplayer.parameters import Configuration
from bandit_replications.reporting.tables import (
    TableSpec,
    final_regrets,
    published,
    ratios,
)
from bandit_replications.runtime.errors import NotApplicable

CHAIRS, PLAY = "musical-chairs", "coordinate-and-play"


def final_regret(results: Results, config: Configuration) -> pd.DataFrame:
    """Return the final online regret of each algorithm and scenario: mean, intervals and law.

    `new_mean_low` and `new_mean_high` bound a mean over the paper's 10 runs with 95%;
    `collisions` is the mean number of a run, summed over players.
    """
    frame, cell = results["online-regret"], ("algorithm", "scenario")
    collisions = [
        summaries.final(rows)["collisions"].mean() for _, rows in summaries.groups(frame, *cell)
    ]
    table = final_regrets(frame, "online-regret", *cell, new_runs=PAPER_RUNS)
    return published(table.assign(collisions=collisions), first=("scenario", "algorithm"))


def readings(results: Results, config: Configuration) -> pd.DataFrame:
    """Return the mean final regret of each variant and interpretation over what it is compared to.

    `reading` is empty for an algorithm as configured. `ten_runs` is the standard deviation of a
    mean over ten runs.
    """
    return published(ratios(final_ratios(results, config)))


# --- Moments of a game ----------------------------------------------------------------------


def moments_needs(config: Configuration) -> tuple[Need, ...]:
    """Return the needs of the table of moments: curves of the paper's two algorithms.

    Raises
    ------
    NotApplicable
        If the run lacks one of them.

    """
    section = config.online_regret
    if not {CHAIRS, PLAY} <= set(section.algorithms):
        raise NotApplicable(f"compares {PLAY} with {CHAIRS}; the run lacks one of them")
    return (Need(experiment="online-regret", where={"algorithm": (CHAIRS, PLAY)}),)


def moments(results: Results, config: Configuration) -> pd.DataFrame:
    """Return the moments at which mean curves rise or cross, as shares of the horizon.

    `first_change` is when losses first change; `chairs_rise` when Musical Chairs' mean regret is
    for good more than 10% above that at the first change; `play_ahead` from when on Coordinate
    and Play has the lower mean. Linear between recorded rounds. Null: never.
    """
    records = []
    for scenario in config.online_regret.scenarios:
        frame = results["online-regret"]
        frame = frame[frame["scenario"] == scenario.name]
        horizon = scenario.horizon(config.online_regret.horizon)
        (chairs_runs, rounds), (play_runs, _) = (
            summaries.whole_runs(frame[frame["algorithm"] == name]) for name in (CHAIRS, PLAY)
        )
        chairs, play = chairs_runs.mean(axis=0), play_runs.mean(axis=0)
        times = scenario.change_times(horizon)
        records.append(
            {
                "scenario": scenario.name,
                "first_change": times[0] / horizon if times else np.nan,
                "chairs_rise": _rise(rounds, chairs, times) / horizon,
                "play_ahead": last_crossing(rounds, chairs - play) / horizon,
            }
        )
    return published(pd.DataFrame(records))


def _rise(rounds: Any, mean: Any, times: list[int]) -> float:
    """Return the round from which on the regret is more than 10% above that at the first change."""
    if not times:
        return np.nan
    return last_crossing(rounds, mean - 1.1 * np.interp(times[0], rounds, mean))


# --- Horizons -------------------------------------------------------------------------------


def exponents_needs(config: Configuration) -> tuple[Need, ...]:
    """Return the needs of the table of exponents: the whole sweep, with several horizons."""
    require_several(config.horizon_sweep.horizons, "horizon_sweep.horizons")
    return (Need(experiment="horizon-sweep"),)


def exponents(results: Results, config: Configuration) -> pd.DataFrame:
    """Return the fitted line of every scenario and algorithm of the sweep.

    `misfit` is the largest relative distance of a horizon's mean from the line; `median_slope` and
    `late_slope` are those of medians, and of means in the longer half of the games; `far_games` the
    games with more than twice the line's regret, those whose ranking failed among them.
    """
    records = []
    for (scenario, algorithm), games in summaries.groups(
        results["horizon-sweep"], "scenario", "algorithm"
    ):
        fit = fit_of(games)
        if fit is None:
            continue
        records.append(
            {
                "scenario": scenario,
                "algorithm": algorithm,
                "horizons": games["horizon"].nunique(),
                "games": len(games),
                "slope": fit.slope,
                "slope_low": fit.low,
                "slope_high": fit.high,
                "factor": fit.intercept,
                "misfit": fit.misfit,
                **_other_slopes(games, fit),
            }
        )
    return published(pd.DataFrame(records))


def _other_slopes(games: pd.DataFrame, fit: Fit) -> dict[str, float]:
    """Return the slopes of medians and of the longer games, and the number of games far off."""
    late = games[games["horizon"] >= games["horizon"].max() / 2]
    law = fit.intercept * games["horizon"] ** fit.slope
    found = fit_of(late)
    return {
        "median_slope": median_fit(games).slope,
        "late_slope": np.nan if found is None else found.slope,
        "far_games": int((games["regret"] > 2 * law).sum()),
    }


TABLES = (
    TableSpec(
        id="table-final-regret",
        title="Final online regret of each algorithm in each scenario",
        source="Section 5",
        needs=every("online-regret"),
        build=final_regret,
    ),
    TableSpec(
        id="table-moments",
        title="When Musical Chairs' regret rises and when Coordinate and Play is ahead",
        source="Section 5, Figures 2 to 4",
        needs=moments_needs,
        build=moments,
    ),
    TableSpec(
        id="table-readings",
        title="Variants, repairs and interpretations over what they are compared to",
        source="Section 5; Algorithms 2 to 4; Appendix A.3",
        needs=every("online-regret", "readings"),
        build=readings,
    ),
    TableSpec(
        id="table-exponents",
        title="Fitted exponents of the final regret over the horizon",
        source="Appendix A.5, Figures 5 to 7",
        needs=exponents_needs,
        build=exponents,
    ),
)
