import numpy as np
import pandas as pd

from bandit_replications.reporting.tables import published


def test_means_get_four_digits_and_parameters_and_counts_stay_exact():
    frame = pd.DataFrame(
        {"epsilon": 0.123456, "mean": [0.123456, 123456.7, 0.0, np.inf], "runs": 123456}
    )
    table = published(frame, exact=("epsilon",))
    assert table["mean"].tolist() == [0.1235, 123457.0, 0.0, np.inf]
    assert set(table["epsilon"]) == {0.123456}
    assert set(table["runs"]) == {123456}
