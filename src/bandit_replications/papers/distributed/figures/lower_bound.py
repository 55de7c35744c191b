"""Theorem 2: regret against the numbers that a protocol may send."""

from typing import Any

import pandas as pd

from bandit_replications.experiments.needs import Need
from bandit_replications.inference import summaries
from bandit_replications.inference.summaries import BOUND, MEAN
from bandit_replications.papers.distributed.figures.scaling import LABELS, Results, power
from bandit_replications.papers.distributed.looks import LOOKS
from bandit_replications.papers.distributed.theory.growth import REGRET
from bandit_replications.reporting import plotting
from bandit_replications.reporting.figures import Drawing, FigureSpec
from bandit_replications.runtime.errors import NotApplicable

SERIES = "the theorem's lower bound"


def lower_bound_needs(config: Any) -> tuple[Need, ...]:
    """Return the need of the figure and the table of Theorem 2."""
    if len(config.lower_bound.budgets) < 2:
        raise NotApplicable("shows regret over the budget; lower_bound.budgets has one value")
    return (Need(experiment="lower-bound"),)


def budget_means(frame: pd.DataFrame) -> pd.DataFrame:
    """Return the mean regret of each protocol at each budget with its interval, and the bound."""
    records = []
    for values, cell in summaries.groups(frame, "protocol", "budget"):
        regret = cell["regret"].to_numpy()
        low, high = summaries.bands(regret, key=("lower-bound", *values))[MEAN]
        records.append(
            {
                "protocol": values[0],
                "budget": int(values[1]),
                "runs": regret.size,
                "mean": regret.mean(),
                "mean_low": float(low),
                "mean_high": float(high),
                "bound": cell["bound"].mean(),
            }
        )
    return pd.DataFrame(records)


def plot_lower_bound(results: Results, config: Any) -> dict[str, Drawing]:
    """Draw mean regret over the budget, which is logarithmic; no budget stands leftmost."""
    means = budget_means(results["lower-bound"])
    budgets = sorted({int(budget) for budget in means["budget"]})
    positive = [budget for budget in budgets if budget]
    place = {budget: float(budget) for budget in positive} | {0: min(positive) / 10}
    measured = summaries.rows(
        series=means["protocol"],
        x=[place[int(budget)] for budget in means["budget"]],
        estimate=means["mean"],
        low=means["mean_low"],
        high=means["mean_high"],
        n=means["runs"],
        band=MEAN,
    )
    bounded = means[means["bound"] > 0].drop_duplicates("budget").sort_values("budget")
    bound = summaries.rows(
        series=SERIES,
        x=[place[int(budget)] for budget in bounded["budget"]],
        estimate=bounded["bound"],
        low=bounded["bound"],
        high=bounded["bound"],
        band=BOUND,
    )
    data = summaries.concat([measured, bound] if len(bounded) else [measured])
    looks = LOOKS.of(list(dict.fromkeys(means["protocol"])))
    with plotting.style():
        figure, axes = plotting.panels(1, height=2.8)
        plotting.draw_points(axes[0], measured, looks)
        plotting.draw_bound(axes[0], bound, "0.3")
        axes[0].plot(bound["x"], bound["estimate"], linestyle="none", marker="_", color="0.3")
        axes[0].set_xscale("log")
        axes[0].set_ylim(bottom=0)
        # Between powers of ten there is no room for words.
        words = [power(one) if str(one).rstrip("0") in ("", "1") else "" for one in budgets]
        axes[0].set_xticks([place[budget] for budget in budgets], words)
        axes[0].set_xticks([], minor=True)
        axes[0].set_xlabel("budget: integers and reals that may be sent in all")
        axes[0].set_ylabel(LABELS[REGRET])
        keys = [plotting.line_key(name, look) for name, look in looks.items()]
        keys += [plotting.bound_key(SERIES, "0.3"), *plotting.band_keys(measured, bars=True)]
        plotting.finish(figure, keys, columns=2)
    return {"": Drawing(figure, data)}


LOWER_BOUND_FIGURES = (
    FigureSpec(
        id="figure-lower-bound",
        title="Regret against a budget of communication",
        source="Theorem 2",
        caption=(
            "Mean pseudo-regret of all agents when no more numbers than a budget may be sent: who "
            "cannot afford a message goes on alone. At a horizon shorter than a phase elimination "
            "pulls one arm throughout, the good one in one run of K. Budgets to base 10, none "
            "leftmost; bars: 95% interval of the mean."
        ),
        needs=lower_bound_needs,
        plot=plot_lower_bound,
    ),
)
