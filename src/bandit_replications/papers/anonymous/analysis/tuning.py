"""Constants by validation (Appendix B): regret over the grid of each, and the choice.

Validation instances have streams of their own; the test instances never enter. The choice is
made by the workflow, on these runs.
"""

import pandas as pd

from bandit_replications.inference import summaries
from bandit_replications.papers.anonymous.analysis.series import with_series


def grid(frame: pd.DataFrame) -> pd.DataFrame:
    """Return the mean validation regret at each point of the grids.

    Returns
    -------
    DataFrame
        series, instance, reading, constant, estimate, low, high, n.

    """
    keys = ("series", "instance", "reading", "constant")
    return summaries.final_means(with_series(frame), "tuning", *keys).drop(columns="band")


def chosen(frame: pd.DataFrame) -> pd.DataFrame:
    """Return the point of each grid that is chosen: series, instance, reading, constant, ….

    `low_end` and `high_end` are the grid's ends, between which the constant must lie.
    """
    points = grid(frame)
    records = []
    for _, rows in summaries.groups(points, "series", "instance", "reading"):
        best = rows.iloc[int(rows["estimate"].to_numpy().argmin())].to_dict()
        ends = {"low_end": rows["constant"].min(), "high_end": rows["constant"].max()}
        records.append(best | ends)
    return pd.DataFrame(records)
