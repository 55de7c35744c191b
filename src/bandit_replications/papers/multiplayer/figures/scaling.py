"""How the regret of Coordinate and Play moves with the block length, players and arms."""

from collections.abc import Mapping

import numpy as np
import pandas as pd

from bandit_replications.experiments.needs import Need
from bandit_replications.inference import summaries
from bandit_replications.inference.summaries import BOUND, MEAN
from bandit_replications.papers.multiplayer.algorithms.blocks import theorem_block_length
from bandit_replications.papers.multiplayer.looks import LOOKS
from bandit_replications.papers.multiplayer.parameters import Configuration
from bandit_replications.papers.multiplayer.theory import bounds
from bandit_replications.reporting import plotting
from bandit_replications.reporting.figures import Drawing, FigureSpec

Results = Mapping[str, pd.DataFrame]

CELL = ("players", "arms", "block_length")
PANELS = ("block length", "players", "arms")
THEOREM = "theorem-4-1"


def scaling_needs(config: Configuration) -> tuple[Need, ...]:
    """Return what the views of the scaling need: the whole data set."""
    return (Need(experiment="scaling"),)


def scaling_means(frame: pd.DataFrame) -> pd.DataFrame:
    """Return the mean final regret of each size and block length with its interval."""
    records = []
    for cell, runs in summaries.groups(frame, *CELL):
        regret = runs["regret"].to_numpy()
        low, high = summaries.bands(regret, key=("scaling", "final", *cell))[MEAN]
        records.append(
            {
                **dict(zip(CELL, cell, strict=True)),
                "estimate": regret.mean(),
                "low": float(low),
                "high": float(high),
                "n": regret.size,
            }
        )
    return pd.DataFrame(records)


def theorem_bounds(config: Configuration, means: pd.DataFrame) -> list[float]:
    """Return the bound in Theorem 4.1's proof for each block length, before that is chosen.

    Parameters
    ----------
    config : Configuration
    means : DataFrame
        Rows with players, arms and block_length.

    """
    horizon = config.scaling.horizon
    return [
        bounds.theorem_4_1_terms(players=k, arms=n, horizon=horizon, block_length=length)
        for k, n, length in zip(*(means[column].tolist() for column in CELL), strict=True)
    ]


def _panels(config: Configuration, means: pd.DataFrame) -> "dict[str, tuple[str, pd.DataFrame]]":
    """Return the column on the x axis and the rows of each panel that has at least two."""
    first = config.scaling.sizes[0]
    own = [
        theorem_block_length(players=k, arms=n, horizon=config.scaling.horizon) == length
        for k, n, length in zip(means["players"], means["arms"], means["block_length"], strict=True)
    ]
    tuned = means[np.array(own)]
    many = tuned.groupby("arms")["players"].nunique().idxmax()
    found = {
        "block length": (
            "block_length",
            means[(means["players"] == first.players) & (means["arms"] == first.arms)],
        ),
        "players": ("players", tuned[tuned["arms"] == many]),
        "arms": ("arms", tuned[tuned["players"] == first.players]),
    }
    return {
        name: (column, rows.sort_values(column))
        for name, (column, rows) in found.items()
        if len(rows) >= 2
    }


def plot_scaling(results: Results, config: Configuration) -> dict[str, Drawing]:
    """Draw final regret over block length, players and arms beside the bound of the proof."""
    found = _panels(config, scaling_means(results["scaling"]))
    look = LOOKS["coordinate-and-play"]
    parts = []
    for panel, (column, means) in found.items():
        parts.append(
            summaries.rows(
                panel=panel,
                series="coordinate-and-play",
                x=means[column],
                estimate=means["estimate"],
                low=means["low"],
                high=means["high"],
                n=means["n"],
                band=MEAN,
            )
        )
        bound = theorem_bounds(config, means)
        parts.append(
            summaries.rows(panel=panel, series=THEOREM, x=means[column], estimate=bound, band=BOUND)
        )
    data = summaries.concat(parts)
    with plotting.style():
        figure, axes = plotting.panels(
            len(found), columns=len(found), width=plotting.PAGE_WIDTH, share_y=True
        )
        for (panel, (column, means)), ax in zip(found.items(), axes, strict=True):
            part = data[data["panel"] == panel]
            plotting.draw_bound(ax, part[part["band"] == BOUND], look.colour)
            plotting.draw_points(ax, part[part["band"] == MEAN], {"coordinate-and-play": look})
            plotting.log_axes(ax)
            plotting.name_ticks(ax.xaxis, sorted(means[column]))
            ax.tick_params(axis="x", labelsize=7)
            fixed = means.iloc[0]
            ax.set_title(_title(panel, fixed.players, fixed.arms))
            ax.set_xlabel({"block length": "block length τ"}.get(panel, f"number of {panel}"))
        axes[0].set_ylabel("final regret $R_T$")
        keys = [
            plotting.line_key("coordinate-and-play", look),
            plotting.bound_key("bound in the proof of Theorem 4.1", look.colour),
        ]
        plotting.finish(figure, keys + plotting.band_keys(data, bars=True))
    return {"": Drawing(figure, data)}


def _title(panel: str, players: float, arms: float) -> str:
    fixed = {"players": f"N = {arms:.0f}", "arms": f"K = {players:.0f}"}
    return fixed.get(panel, f"K = {players:.0f}, N = {arms:.0f}")


SCALING_FIGURES = (
    FigureSpec(
        id="figure-scaling",
        title="Coordinate and Play against block length, players and arms",
        source="Theorem 4.1",
        caption=(
            "Mean final regret with the 95% interval of the mean, and the bound that Theorem 4.1's "
            "proof gives for the same block length before it is chosen (learning, the rest of T "
            "after the last whole block, Coordinate phases, ranking). Stochastic losses, K arms "
            "better than the others. Axes to base 10."
        ),
        needs=scaling_needs,
        plot=plot_scaling,
    ),
)
