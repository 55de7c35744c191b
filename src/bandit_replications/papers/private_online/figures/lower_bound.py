"""Measured regret on Theorem 10's packing, against the bound."""

from collections.abc import Mapping

import pandas as pd

from bandit_replications.experiments.needs import Need
from bandit_replications.inference import summaries
from bandit_replications.inference.summaries import MEAN
from bandit_replications.papers.private_online.looks import LOOKS
from bandit_replications.papers.private_online.parameters import Configuration
from bandit_replications.reporting import plotting
from bandit_replications.reporting.figures import Drawing, FigureSpec
from bandit_replications.runtime.errors import NotApplicable

Results = Mapping[str, pd.DataFrame]

CELL = ("arms", "min_gap", "epsilon", "algorithm")


def lower_bound_needs(config: Configuration) -> tuple[Need, ...]:
    """Return what the lower bound's figure and table need: the whole data set."""
    return (Need(experiment="lower-bound"),)


def measured(frame: pd.DataFrame) -> pd.DataFrame:
    """Return mean regret and bound of each cell of the data set `lower-bound`."""
    bounds = frame.groupby(list(CELL), sort=False)[["round", "bound"]].first().reset_index()
    means = summaries.final_means(frame, "lower-bound", *CELL)
    return means.merge(bounds, on=list(CELL), how="left")


def plot_lower_bound(results: Results, config: Configuration) -> dict[str, Drawing]:
    """Draw mean regret over the bound; on the diagonal an algorithm would be optimal."""
    means = measured(results["lower-bound"])
    means = means[means["bound"] > 0]
    if means.empty:
        raise NotApplicable("the bound is 0 (no round) in every cell of lower_bound")
    data = summaries.rows(
        series=means["algorithm"] + ", K = " + means["arms"].astype(str),
        x=means["bound"],
        estimate=means["estimate"],
        low=means["low"],
        high=means["high"],
        n=means["n"],
        band=MEAN,
    )
    looks = LOOKS.of(config.lower_bound.algorithms)
    arms = sorted(config.lower_bound.arms)
    with plotting.style():
        figure, (ax,) = plotting.panels(1)
        ends = [data["x"].min() / 1.3, data["x"].max() * 1.3]
        ax.plot(ends, ends, color="0.4", linewidth=1)
        for count in arms:
            for name, look in looks.items():
                run = data[data["series"] == f"{name}, K = {count}"].assign(series=name)
                aside = plotting.dodged(run, list(looks), [], log=True)
                fill = plotting.level_fill(look.colour, arms, count)
                plotting.draw_marks(ax, aside, look, fill=fill)
        plotting.log_axes(ax)
        ax.set_xlabel("lower bound of Theorem 10")
        ax.set_ylabel("pseudo-regret\n(sum of plays × gap)")
        keys = [plotting.line_key(name, look, linestyle="none") for name, look in looks.items()]
        keys += plotting.level_keys(arms, "K = {:g}")
        keys.append(plotting.guide_key("regret = bound"))
        plotting.finish(figure, keys + plotting.band_keys(data, bars=True))
    return {"": Drawing(figure, data)}


LOWER_BOUND_FIGURES = (
    FigureSpec(
        id="figure-lower-bound",
        title="Regret on the packing against the lower bound",
        source="Theorem 10",
        caption=(
            "Mean pseudo-regret (plays times gap, summed over actions) of ε-private algorithms "
            "after the theorem's number of rounds, on an instance drawn from the packing, over the "
            "bound with the constants of its proof; axes to base 10. Below the line the theorem "
            "would be violated. Cells whose bound is 0 (less than one round) are left out."
        ),
        needs=lower_bound_needs,
        plot=plot_lower_bound,
    ),
)
