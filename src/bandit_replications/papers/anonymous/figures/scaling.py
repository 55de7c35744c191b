"""How the regret grows with the horizon, the group size, the arms and the users.

At each size the regret is the largest over the gaps of the data set: the bounds are worst cases.
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
from bandit_replications.inference.summaries import MEAN
from bandit_replications.papers.anonymous.figures.regret import BATCHED, series_name, with_series
from bandit_replications.papers.anonymous.looks import LOOKS
from bandit_replications.papers.anonymous.parameters import Configuration
from bandit_replications.reporting import plotting
from bandit_replications.reporting.figures import Drawing, FigureSpec
from bandit_replications.runtime.errors import NotApplicable

Results = Mapping[str, pd.DataFrame]

SIZES = {
    "horizon": "horizon T",
    "group_size": "group size C",
    "arms": "arms K (regret over 1 - 1/K)",
    "users": "users N",
}
SLOPE = "slope of the theorem, through the last point"

# Exponents of Theorem 1, N C sqrt(alpha K T), and of Theorem 2, N C^(2/3) K^(1/3) T^(2/3). Greedy
# has alpha = K; the LP is told the cluster bound U = floor(N/K), and where that is K(C+1) or more
# it has alpha = 1.
EXPONENTS: Mapping[str, Mapping[str, float]] = {
    f"{BATCHED}-greedy": {"horizon": 1 / 2, "group_size": 1.0, "arms": 1.0, "users": 1.0},
    f"{BATCHED}-lp": {"horizon": 1 / 2, "group_size": 1.0, "arms": 1 / 2, "users": 1.0},
    "explore-then-commit": {"horizon": 2 / 3, "group_size": 2 / 3, "arms": 1 / 3, "users": 1.0},
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
    """Return what the figure and the table of the growth need: the whole data set.

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


def _rows(frame: pd.DataFrame, config: Configuration, series: str, size: str) -> pd.DataFrame:
    """Return the means of a series along a size, and the theorem's slope through the last one."""
    points = points_of(frame, config, series, size)
    x = np.array([point.size for point in points], dtype=np.float64)
    found = [
        summaries.bands(point.regrets, key=("scaling", series, size, point.size))[MEAN]
        for point in points
    ]
    means = np.array([point.regrets.mean() for point in points])
    parts = [
        summaries.rows(
            panel=size,
            series=series,
            x=x,
            estimate=means,
            low=[float(low) for low, _ in found],
            high=[float(high) for _, high in found],
            n=[point.regrets.size for point in points],
            band=MEAN,
        )
    ]
    if size in EXPONENTS.get(series, {}):
        slope = means[-1] * (x / x[-1]) ** EXPONENTS[series][size]
        if size == "arms":
            slope *= np.sqrt(np.log(x) / np.log(x[-1]))
        parts.append(summaries.rows(panel=size, series=series, x=x, estimate=slope, band=SLOPE))
    return summaries.concat(parts)


def plot_scaling(results: Results, config: Configuration) -> dict[str, Drawing]:
    """Draw the worst regret over each size, both axes logarithmic, beside the theorems' slopes."""
    frame = results["scaling"]
    names = series_of(config)
    sizes = [s for s in SIZES if any(len(values_of(config, name, s)) > 1 for name in names)]
    data = summaries.concat(_rows(frame, config, name, size) for size in sizes for name in names)
    looks = LOOKS.of(names)
    with plotting.style():
        figure, axes = plotting.panels(len(sizes), columns=min(2, len(sizes)), height=2.5)
        for size, ax in zip(sizes, axes, strict=True):
            part = data[data["panel"] == size]
            plotting.draw_points(ax, part[part["band"] == MEAN], looks)
            for name, run in part[part["band"] == SLOPE].groupby("series", sort=False):
                plotting.draw_bound(ax, run, looks[str(name)].colour)
            plotting.log_axes(ax)
            plotting.name_ticks(ax.xaxis, sorted(set(part["x"])))
            ax.set_title(SIZES[size])
        figure.supylabel("largest final pseudo-regret over the gaps")
        keys = [plotting.line_key(name, look) for name, look in looks.items()]
        keys += [plotting.bound_key(SLOPE, "0.4")]
        plotting.finish(
            figure, keys + plotting.band_keys(data[data["band"] == MEAN], bars=True), columns=2
        )
    return {"": Drawing(figure, data)}


SCALING_FIGURES = (
    FigureSpec(
        id="figure-scaling",
        title="Growth of the regret",
        source="Theorems 1 and 2",
        caption=(
            "Mean final pseudo-regret, summed over users, at the worst of the gaps, over one size "
            "while the others keep their base; both axes to base 10, bars are 95% intervals. Thin "
            "lines have the theorem's exponent (over the arms times sqrt(log K), which O~ hides) "
            "and go through the last point: an upper bound allows the measured line to be "
            "flatter, not steeper."
        ),
        needs=scaling_needs,
        plot=plot_scaling,
    ),
)
