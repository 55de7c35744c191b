import itertools

import numpy as np
import pandas as pd
import pytest

from bandit_replications.papers.anonymous.choices import chosen

BATCHED = {
    "algorithm": "batched-elimination",
    "decomposition": "lp",
    "instance": "uniform",
    "reading": "main",
    "exploration_constant": np.nan,
    "round": 100,
}


def frame(*, cheapest):
    """Return rows of `tuning` in which one grid point is best by the mean, another by the least."""
    rows = []
    grid = itertools.product([2.0, 8.0], [2, 4], [2.5, 5.0])
    for number, point in enumerate(grid):
        values = dict(zip(("gamma", "batches", "approximation"), point, strict=True))
        for regret in [10.0, 10.0] if point == cheapest else [1.0 + number, 30.0]:
            rows.append({**BATCHED, **values, "regret": regret})
    committed = {**rows[0], "algorithm": "explore-then-commit", "decomposition": None}
    for constant, regret in ((0.1, 5.0), (0.5, 4.0)):
        rows.append({**committed, "exploration_constant": constant, "regret": regret})
    rows.append({**rows[0], "round": 50, "regret": -1.0})  # not the end of a run
    return pd.DataFrame(rows)


@pytest.mark.parametrize("cheapest", [(8.0, 2, 5.0), (2.0, 4, 2.5)])
def test_the_least_mean_of_final_regrets_wins(cheapest):
    batched, etc = chosen(frame(cheapest=cheapest))
    assert tuple(batched["options"].values()) == cheapest
    assert batched["decomposition"] == "lp"
    assert batched["regret"] == 10.0
    assert etc["options"] == {"exploration_constant": 0.5}
    assert etc["decomposition"] is None
