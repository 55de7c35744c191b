"""Measured regret on the hard instances of Theorems 3 to 5, over the lower bounds."""

from collections.abc import Mapping
from typing import Any

import pandas as pd

from bandit_replications.experiments.needs import Need
from bandit_replications.inference import summaries
from bandit_replications.inference.summaries import MEAN
from bandit_replications.papers.anonymous.looks import LOOKS
from bandit_replications.papers.anonymous.parameters import Configuration
from bandit_replications.reporting import plotting
from bandit_replications.reporting.figures import Drawing, FigureSpec
from bandit_replications.reporting.looks import Look
from bandit_replications.runtime.errors import NotApplicable

Results = Mapping[str, pd.DataFrame]

DATA = "lower-bounds"
SETTINGS = ("construction", "algorithm", "decomposition", "users", "arms", "group_size", "horizon")
NAMES = {
    "theorem-3": "Theorem 3, mended gap",
    "theorem-3-printed": "Theorem 3, printed gap",
    "theorem-4": "Theorem 4",
    "theorem-5": "Theorem 5",
}


def lower_bounds_needs(config: Configuration) -> tuple[Need, ...]:
    """Return what the figure needs: the whole data set."""
    return (Need(experiment=DATA),)


def measured(frame: pd.DataFrame) -> pd.DataFrame:
    """Return mean regret and its band over the bound for each cell with a positive bound."""
    rows = []
    for values, runs in summaries.groups(frame[frame["bound"] > 0], *SETTINGS):
        cell = dict(zip(SETTINGS, values, strict=True))
        regret = runs["regret"].to_numpy()
        low, high = summaries.bands(regret, key=(DATA, *values))[MEAN]
        bound = float(runs["bound"].iloc[0])
        suffix = f"-{cell['decomposition']}" if cell["decomposition"] else ""
        rows.append(
            {
                "label": f"{NAMES[cell['construction']]}, T = {cell['horizon']}",
                "series": f"{cell['algorithm']}{suffix}",
                "estimate": regret.mean() / bound,
                "low": low / bound,
                "high": high / bound,
                "n": regret.size,
                "bound": bound,
            }
        )
    return pd.DataFrame(rows)


def plot_lower_bounds(results: Results, config: Configuration) -> dict[str, Drawing]:
    """Draw mean regret over the lower bound; left of the line a theorem would be violated."""
    means = measured(results[DATA])
    if means.empty:
        raise NotApplicable("the bound is 0 in every cell of lower_bounds")
    labels = list(dict.fromkeys(means["label"]))
    looks = LOOKS.of(list(dict.fromkeys(means["series"])))
    data = summaries.rows(
        series=means["series"] + ", " + means["label"],
        x=means["bound"],
        estimate=means["estimate"],
        low=means["low"],
        high=means["high"],
        n=means["n"],
        band=MEAN,
    )
    with plotting.style():
        figure, (ax,) = plotting.panels(1)
        ax.axvline(1.0, color="0.4", linewidth=1)
        for place, (name, look) in enumerate(looks.items()):
            _draw(ax, means[means["series"] == name], labels, look, shift=0.16 * (1 - 2 * place))
        plotting.log_axes(ax, which="x")
        ax.set_yticks(range(len(labels)), labels)
        ax.set_ylim(len(labels) - 0.5, -0.5)
        ax.set_xlabel("regret over the lower bound")
        keys = [plotting.line_key(name, look, linestyle="none") for name, look in looks.items()]
        keys.append(plotting.guide_key("regret = bound"))
        plotting.finish(figure, keys + plotting.band_keys(data, bars=True), columns=2)
    return {"": Drawing(figure, data)}


def _draw(ax: Any, rows: pd.DataFrame, labels: list[str], look: Look, *, shift: float) -> None:
    """Draw the means of one algorithm with their intervals, slightly above or below the tick."""
    places = [labels.index(label) + shift for label in rows["label"]]
    below, above = rows["estimate"] - rows["low"], rows["high"] - rows["estimate"]
    ax.errorbar(
        rows["estimate"],
        places,
        xerr=[below.clip(lower=0), above.clip(lower=0)],
        color=look.colour,
        marker=look.marker,
        linestyle="none",
    )


LOWER_BOUNDS_FIGURES = (
    FigureSpec(
        id="figure-lower-bounds",
        title="Regret on the hard instances over the lower bounds",
        source="Theorems 3, 4 and 5",
        caption=(
            "Mean pseudo-regret, summed over users, on instances drawn from the constructions of "
            "Section 3.6, over the lower bound with the constants of its proof; logarithmic axis "
            "to base 10. A mean left of the line, beyond its interval, would violate a theorem. "
            "Theorem 3 with normal rewards, with the mended gap and with the printed one."
        ),
        needs=lower_bounds_needs,
        plot=plot_lower_bounds,
    ),
)
