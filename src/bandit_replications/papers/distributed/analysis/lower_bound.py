"""Mean regret of each protocol at each budget beside Theorem 2's bound."""

import math

import pandas as pd

from bandit_replications.experiments.needs import Need
from bandit_replications.inference import summaries
from bandit_replications.papers.distributed.parameters import Configuration
from bandit_replications.runtime.errors import NotApplicable

DATA = "lower-bound"


def lower_bound_needs(config: Configuration) -> tuple[Need, ...]:
    """Return the need of the figure and the claim on Theorem 2."""
    if not any(len(budgets) > 1 for budgets in config.lower_bound.budgets.values()):
        raise NotApplicable("the run's lower_bound has no protocol with two budgets")
    return (Need(experiment=DATA),)


def scale_of(config: Configuration) -> float:
    """Return M sqrt(KT)."""
    section = config.lower_bound
    return float(section.agents * math.sqrt(section.arms * section.horizon))


def budget_means(frame: pd.DataFrame, config: Configuration) -> pd.DataFrame:
    """Return mean regret with its interval, the numbers sent and the bound at each budget.

    Regret, its interval and the bound, that of the budget, are over M sqrt(KT); see
    `summaries.means`.
    """
    scale, cell = scale_of(config), ["protocol", "budget"]
    over = frame.assign(regret=frame["regret"] / scale, bound=frame["bound"] / scale)
    rest = over.groupby(cell, sort=False).agg(
        sent=("communication", "mean"), bound=("bound", "first")
    )
    return summaries.means(over, *cell, key=(DATA,)).assign(**rest.reset_index(drop=True))
