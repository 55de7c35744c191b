import numpy as np
import pandas as pd

from bandit_replications.inference import summaries
from bandit_replications.reporting.tables import QUANTILES, final_regrets, published


def test_means_get_four_digits_parameters_stay_exact():
    frame = pd.DataFrame(
        {"epsilon": 0.123456, "mean": [0.123456, 123456.7, 0.0, np.inf], "runs": 123456}
    )
    table = published(frame, exact=("epsilon",))
    assert table["mean"].tolist() == [0.1235, 123457.0, 0.0, np.inf]
    assert set(table["epsilon"]) == {0.123456}
    assert set(table["runs"]) == {123456}


def test_columns_asked_for_come_first():
    frame = pd.DataFrame({"mean": [1.0], "setting": ["a"], "runs": [3]})
    assert published(frame, first=("setting",)).columns.tolist() == ["setting", "mean", "runs"]


def test_final_regrets_have_the_intervals_of_the_figures():
    regret = np.random.default_rng(1).exponential(1, 20)
    frame = pd.DataFrame({"algorithm": "a", "round": 9, "regret": regret})
    (row,) = final_regrets(frame, "regret", "algorithm", new_runs=15).to_dict("records")
    mean, new = summaries.final_means(frame, "regret", "algorithm", new_runs=15).to_dict("records")
    assert (row["runs"], row["mean"]) == (20, regret.mean())
    assert (row["mean_low"], row["mean_high"]) == (mean["low"], mean["high"])
    assert (row["new_mean_low"], row["new_mean_high"]) == (new["low"], new["high"])
    assert [row[name] for name in QUANTILES] == list(np.quantile(regret, [0, 0.25, 0.5, 0.75, 1]))
