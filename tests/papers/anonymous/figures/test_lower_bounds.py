"""The lower bounds' figure: what is drawn is the mean over the bound, whatever is missing."""

import numpy as np
import pandas as pd
import pytest

from bandit_replications.papers.anonymous.figures.lower_bounds import plot_lower_bounds
from bandit_replications.runtime.errors import NotApplicable


def frame(bound):
    stream = np.random.default_rng(0)
    sizes = {"users": 3, "arms": 3, "group_size": 2, "horizon": 1000, "bound": bound}
    runs = (("explore-then-commit", None), ("batched-elimination", "exact"))
    parts = [
        pd.DataFrame({"regret": 2 * bound + stream.normal(0, 1, 30)}).assign(
            construction=construction, algorithm=algorithm, decomposition=decomposition, **sizes
        )
        for construction in ("theorem-3", "theorem-5")
        for algorithm, decomposition in runs
    ]
    return pd.concat(parts, ignore_index=True)


def test_rows_are_means_over_bounds():
    found = plot_lower_bounds({"lower-bounds": frame(100.0)}, None)[""].data
    assert len(found) == 4
    np.testing.assert_allclose(found["estimate"], 2, atol=0.02)
    assert (found["low"] < found["estimate"]).all()
    assert (found["estimate"] < found["high"]).all()
    names = {name.partition(",")[0] for name in found["series"]}
    assert names == {"explore-then-commit", "batched-elimination-exact"}


def test_nothing_to_draw():
    with pytest.raises(NotApplicable, match="bound"):
        plot_lower_bounds({"lower-bounds": frame(0.0)}, None)
