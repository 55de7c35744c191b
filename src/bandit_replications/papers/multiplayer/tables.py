"""Tables about the paper: views of the data sets, with the intervals that the figures show."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd

from bandit_replications.experiments.needs import Need
from bandit_replications.inference import summaries
from bandit_replications.inference.power_laws import Fit
from bandit_replications.inference.summaries import MEAN
from bandit_replications.papers.multiplayer.analysis.horizon_fits import median_fit
from bandit_replications.papers.multiplayer.analysis.mean_curves import last_crossing
from bandit_replications.papers.multiplayer.figures.horizon_sweep import fit_of, whole_sweep_needs
from bandit_replications.papers.multiplayer.figures.online_regret import CELL, PAPER_RUNS, all_needs
from bandit_replications.papers.multiplayer.figures.readings import (
    reading_ratios,
    readings_needs,
    variant_ratios,
    variants_needs,
)
from bandit_replications.papers.multiplayer.figures.scaling import (
    scaling_means,
    scaling_needs,
    theorem_bounds,
)
from bandit_replications.papers.multiplayer.parameters import Configuration
from bandit_replications.reporting.tables import TableSpec, published
from bandit_replications.runtime.errors import NotApplicable

Results = Mapping[str, pd.DataFrame]

# Measured means and intervals, as the columns of every table name them.
MEASURED = {"n": "runs", "estimate": "mean", "low": "mean_low", "high": "mean_high"}
RATIO = {"n": "runs", "low": "ratio_low", "high": "ratio_high"}
CHAIRS, PLAY = "musical-chairs", "coordinate-and-play"


def final_regret(results: Results, config: Configuration) -> pd.DataFrame:
    """Return the final online regret of each algorithm and scenario: mean, intervals and law.

    `new_mean_low` and `new_mean_high` bound a mean over the paper's 10 runs with 95%;
    `collisions` is the mean number of a run, summed over players.
    """
    frame = results["online-regret"]
    # The same key as in the figure, so that both show the same interval.
    found = summaries.final_means(frame, "online-regret", *CELL, new_runs=PAPER_RUNS)
    mean = found[found["band"] == MEAN].drop(columns="band").rename(columns=MEASURED)
    new = found[found["band"] != MEAN].reset_index(drop=True)
    last = [summaries.final(cell) for _, cell in summaries.groups(frame, *CELL)]
    law = [np.quantile(cell["regret"], [0, 0.25, 0.5, 0.75, 1]) for cell in last]
    least, lower, median, upper, most = np.transpose(law)
    table = mean.reset_index(drop=True).assign(
        new_mean_low=new["low"],
        new_mean_high=new["high"],
        least=least,
        lower_quartile=lower,
        median=median,
        upper_quartile=upper,
        most=most,
        collisions=[cell["collisions"].mean() for cell in last],
    )
    leading = ["scenario", "algorithm"]
    return published(table[[*leading, *table.columns.drop(leading)]])


def variants(results: Results, config: Configuration) -> pd.DataFrame:
    """Return the mean final regret of variants and repairs over that of Coordinate and Play."""
    return published(variant_ratios(results, config).rename(columns=RATIO))


def readings(results: Results, config: Configuration) -> pd.DataFrame:
    """Return the mean final regret of each reading over that of its algorithm as configured.

    `ten_runs` is the standard deviation of a mean over ten runs, `ten_runs_main` the same as
    configured.
    """
    return published(reading_ratios(results, config).rename(columns=RATIO))


# --- Moments of a game ----------------------------------------------------------------------


def moments_needs(config: Configuration) -> tuple[Need, ...]:
    """Return what the table of moments needs: curves of the paper's two algorithms.

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
    """Return when things happen to the mean curves, as shares of the horizon.

    `first_change` is when losses first change; `chairs_rise` when Musical Chairs' mean regret is
    for good more than 10% above that at the first change; `play_ahead` from when on Coordinate
    and Play has the lower mean. Linear between recorded rounds. Null: never.
    """
    records = []
    for scenario in config.online_regret.scenarios:
        frame = results["online-regret"]
        frame = frame[frame["scenario"] == scenario.name]
        horizon = scenario.horizon(config.online_regret.horizon)
        curves = {
            algorithm: summaries.whole_runs(frame[frame["algorithm"] == algorithm])
            for algorithm in (CHAIRS, PLAY)
        }
        rounds = curves[CHAIRS][1]
        chairs, play = (curves[name][0].mean(axis=0) for name in (CHAIRS, PLAY))
        times = scenario.change_times(horizon)
        records.append(
            {
                "scenario": scenario.name,
                "play_runs": len(curves[PLAY][0]),
                "chairs_runs": len(curves[CHAIRS][0]),
                "first_change": times[0] / horizon if times else np.nan,
                "chairs_rise": _rise(rounds, chairs, times) / horizon,
                "play_ahead": last_crossing(rounds, chairs - play) / horizon,
                "chairs_final": chairs[-1],
                "play_final": play[-1],
            }
        )
    return published(pd.DataFrame(records))


def _rise(rounds: Any, mean: Any, times: list[int]) -> float:
    """Return from when on the regret is more than 10% above that at the first change."""
    if not times:
        return np.nan
    return last_crossing(rounds, mean - 1.1 * np.interp(times[0], rounds, mean))


# --- Horizons, sizes, ranking ---------------------------------------------------------------


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
    """Return the slopes of medians and of the longer games, and how many games are far off."""
    late = games[games["horizon"] >= games["horizon"].max() / 2]
    law = fit.intercept * games["horizon"] ** fit.slope
    found = fit_of(late)
    return {
        "median_slope": median_fit(games).slope,
        "late_slope": np.nan if found is None else found.slope,
        "far_games": int((games["regret"] > 2 * law).sum()),
    }


def scaling(results: Results, config: Configuration) -> pd.DataFrame:
    """Return the final regret of each size and block length beside the bound of the proof."""
    table = scaling_means(results["scaling"]).rename(columns=MEASURED)
    bound = theorem_bounds(config, table)
    return published(table.assign(bound=bound, ratio=table["mean"] / bound))


def ranking_needs(config: Configuration) -> tuple[Need, ...]:
    """Return what the table of rankings needs: the whole data set."""
    return (Need(experiment="ranking"),)


def ranking(results: Results, config: Configuration) -> pd.DataFrame:
    """Return how often the ranking fails, exactly and simulated, beside the bound of A.2.

    A bound above 1 says nothing.
    """
    frame = results["ranking"].sort_values(["players", "ranking_rounds"], kind="stable")
    columns = ["players", "ranking_rounds", "failure_exact", "failure_simulated", "bound"]
    return published(frame[columns])


TABLES = (
    TableSpec(
        id="table-final-regret",
        title="Final online regret of each algorithm in each scenario",
        source="Section 5",
        needs=all_needs,
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
        id="table-variants",
        title="Variants, repairs and baselines over Coordinate and Play",
        source="Appendix A.3, Sections 2.2, 5 and 6",
        needs=variants_needs,
        build=variants,
    ),
    TableSpec(
        id="table-readings",
        title="Other readings and repairs over the algorithm as configured",
        source="Section 5; Algorithms 2 to 4; Appendix A.3",
        needs=readings_needs,
        build=readings,
    ),
    TableSpec(
        id="table-exponents",
        title="Fitted exponents of the final regret over the horizon",
        source="Appendix A.5, Figures 5 to 7",
        needs=whole_sweep_needs,
        build=exponents,
    ),
    TableSpec(
        id="table-scaling",
        title="Final regret over players, arms and block length",
        source="Theorem 4.1",
        needs=scaling_needs,
        build=scaling,
    ),
    TableSpec(
        id="table-ranking",
        title="How often the ranking fails",
        source="Algorithm 4, Appendix A.2",
        needs=ranking_needs,
        build=ranking,
    ),
)
