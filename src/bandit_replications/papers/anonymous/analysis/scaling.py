"""Regret along each size of `scaling`, at its worst gap, with fitted exponents.

Over the arms it is divided by 1 - 1/K: playing all arms in turn costs (1 - 1/K) gap a round, which
the bounds round up to one gap, and for a few arms that hides the power of K. There the theorem's
power is multiplied by sqrt(log K), which O~ hides: so much further out is the largest of K errors.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import pandas as pd

from bandit_replications.experiments.needs import Need
from bandit_replications.inference import summaries
from bandit_replications.inference.power_laws import fit_exponent
from bandit_replications.inference.resampling import Floats
from bandit_replications.papers.anonymous.analysis.series import (
    BATCHED,
    COMMIT,
    GREEDY,
    LP,
    series_name,
    with_series,
)
from bandit_replications.papers.anonymous.parameters import Configuration
from bandit_replications.runtime.errors import NotApplicable

SIZES = {
    "horizon": "horizon T",
    "group_size": "group size C",
    "arms": "arms K (regret over 1 - 1/K)",
    "users": "users N",
}


# Exponents of Theorem 1, N C sqrt(alpha K T), and of Theorem 2, N C^(2/3) K^(1/3) T^(2/3). Greedy
# has alpha = K; the LP is told the cluster bound U = floor(N/K), and where that is K(C+1) or more
# it has alpha = 1.
EXPONENTS: Mapping[str, Mapping[str, float]] = {
    GREEDY: {"horizon": 1 / 2, "group_size": 1.0, "arms": 1.0, "users": 1.0},
    LP: {"horizon": 1 / 2, "group_size": 1.0, "arms": 1 / 2, "users": 1.0},
    COMMIT: {"horizon": 2 / 3, "group_size": 2 / 3, "arms": 1 / 3, "users": 1.0},
}


@dataclass(frozen=True, kw_only=True)
class Point:
    """The regret at one size, at the gap where its mean is largest.

    Attributes
    ----------
    size : int
    gap : float
    regrets : array, shape (runs,)
        Over the arms divided by 1 - 1/K.

    """

    size: int
    gap: float
    regrets: Floats


def values_of(config: Configuration, series: str, size: str) -> list[int]:
    """Return the values that a size takes for a series while the others keep their base."""
    algorithm = BATCHED if series.startswith(BATCHED) else series
    values: list[int] = config.scaling.values_of(algorithm, size)
    return values


def series_of(config: Configuration) -> list[str]:
    """Return the ids of the series of the data set `scaling`."""
    return [series_name(*pair) for pair in config.scaling.runs()]


def scaling_needs(config: Configuration) -> tuple[Need, ...]:
    """Return the data of the figure and the table of the growth: the whole data set.

    Raises
    ------
    NotApplicable
        If no size takes two values.

    """
    if all(len(values_of(config, name, size)) < 2 for name in series_of(config) for size in SIZES):
        raise NotApplicable("shows growth; every size of `scaling` has one value only")
    return (Need(experiment="scaling"),)


def points_of(frame: pd.DataFrame, config: Configuration, series: str, size: str) -> list[Point]:
    """Return a series' regrets along one size, the others at their base."""
    base = config.scaling.base_of(size).model_dump()
    here = with_series(frame)
    here = here[(here["series"] == series) & (here["round"] == here["horizon"])]
    for other, value in base.items():
        if other != size:
            here = here[here[other] == value]
    found = []
    for value in values_of(config, series, size):
        gaps = {
            gap: cell["regret"].to_numpy()
            for (gap,), cell in summaries.groups(here[here[size] == value], "gap")
        }
        worst = max(gaps, key=lambda gap: float(gaps[gap].mean()))
        wrong = 1 - 1 / value if size == "arms" else 1.0
        found.append(Point(size=value, gap=worst, regrets=gaps[worst] / wrong))
    return found


def exponents(frame: pd.DataFrame, config: Configuration) -> pd.DataFrame:
    """Return the fitted exponent of each series in each size beside the theorem's.

    Returns
    -------
    DataFrame
        series, size, from, to, points, exponent, low, high, misfit, theorem (null if none).

    """
    records = []
    for series in series_of(config):
        for size in SIZES:
            points = points_of(frame, config, series, size)
            if len(points) < 2:
                continue
            fit = fit_exponent(
                [point.size for point in points],
                [point.regrets for point in points],
                confidence=summaries.CONFIDENCE,
            )
            records.append(
                {
                    "series": series,
                    "size": size,
                    "from": points[0].size,
                    "to": points[-1].size,
                    "points": len(points),
                    "exponent": fit.slope,
                    "low": fit.low,
                    "high": fit.high,
                    "misfit": fit.misfit,
                    "theorem": EXPONENTS.get(series, {}).get(size, np.nan),
                }
            )
    return pd.DataFrame(records)
