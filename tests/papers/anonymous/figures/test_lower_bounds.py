"""The lower bounds' figure: what is drawn is the mean over the bound, whatever is missing."""

import numpy as np
import pandas as pd
import pytest

from bandit_replications.papers.anonymous.figures.lower_bounds import (
    LOWER_BOUNDS_FIGURES,
    measured,
    plot_lower_bounds,
)
from bandit_replications.reporting.figures import png_bytes
from bandit_replications.runtime.errors import NotApplicable


def frame(bound=100.0):
    stream = np.random.default_rng(0)
    parts = [
        pd.DataFrame(
            {
                "construction": construction,
                "algorithm": algorithm,
                "decomposition": decomposition,
                "users": 3,
                "arms": 3,
                "group_size": 2,
                "horizon": 1000,
                "regret": 2 * bound + stream.normal(0, 1, 30),
                "bound": bound,
            }
        )
        for construction in ("theorem-3", "theorem-5")
        for algorithm, decomposition in (
            ("explore-then-commit", None),
            ("batched-elimination", "exact"),
        )
    ]
    return pd.concat(parts, ignore_index=True)


def test_rows_are_means_over_bounds():
    found = measured(frame())
    assert len(found) == 4
    np.testing.assert_allclose(found["estimate"], 2, atol=0.02)
    assert (found["low"] < found["estimate"]).all()
    assert (found["estimate"] < found["high"]).all()
    assert set(found["series"]) == {"explore-then-commit", "batched-elimination-exact"}


def test_figure():
    drawing = plot_lower_bounds({"lower-bounds": frame()}, None)[""]
    assert len(drawing.data) == 4
    assert png_bytes(drawing)[:4] == b"\x89PNG"
    assert LOWER_BOUNDS_FIGURES[0].needs(None)[0].experiment == "lower-bounds"


def test_nothing_to_draw():
    with pytest.raises(NotApplicable, match="bound"):
        plot_lower_bounds({"lower-bounds": frame().assign(bound=0.0)}, None)
