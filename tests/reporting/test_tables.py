import numpy as np
import pandas as pd
import pytest

from bandit_replications.reporting.tables import published, significant


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (0.123456, 0.1235),
        (123456.7, 123457.0),
        (9.99996, 10.0),
        (0.0, 0.0),
        (np.inf, np.inf),
    ],
)
def test_four_significant_digits(value, expected):
    assert significant(value) == pytest.approx(expected, rel=1e-12)


def test_parameters_and_counts_stay_exact():
    frame = pd.DataFrame(
        {"epsilon": [0.123456], "mean": [0.123456], "runs": [123456], "name": ["x"]}, index=[7]
    )
    table = published(frame, exact=("epsilon",))
    assert table.to_dict("records") == [
        {"epsilon": 0.123456, "mean": 0.1235, "runs": 123456, "name": "x"}
    ]
    assert frame.loc[7, "mean"] == 0.123456
