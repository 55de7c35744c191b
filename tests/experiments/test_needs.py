"""Needs select rows by values; a column without a value excludes no row."""

import numpy as np
import pandas as pd
import pytest

from bandit_replications.experiments.needs import Need

FRAME = pd.DataFrame(
    {
        "algorithm": ["dp-se", "dp-se", "ucb1", "ucb1"],
        "setting": ["setting-1", "setting-1", "setting-1", "setting-2"],
        "epsilon": [0.5, 8.0, np.nan, np.nan],
        "regret": [1.0, 2.0, 3.0, 4.0],
    }
)


@pytest.mark.parametrize(
    ("where", "rows"),
    [
        ({}, [0, 1, 2, 3]),
        ({"epsilon": (0.5,)}, [0, 2, 3]),
        ({"epsilon": (0.5,), "setting": ("setting-1",)}, [0, 2]),
        ({"epsilon": (8,), "algorithm": ("dp-se",)}, [1]),
        ({"setting": ("setting-3",)}, []),
    ],
)
def test_rows_without_a_value_pass(where, rows):
    chosen = Need(experiment="regret", where=where).rows(FRAME)
    assert np.flatnonzero(chosen).tolist() == rows
