"""Mean regret of each protocol at each budget beside Theorem 2's bound."""

import math

import pandas as pd

from bandit_replications.inference import summaries
from bandit_replications.inference.summaries import MEAN


def budget_means(frame: pd.DataFrame) -> pd.DataFrame:
    """Return mean communication and regret of each protocol at each budget, and the bound.

    Regret, its interval and the bound, that of the budget, are over M sqrt(KT).
    """
    records = []
    for values, cell in summaries.groups(frame, "protocol", "budget"):
        agents, arms, horizon = (int(cell[one].iloc[0]) for one in ("agents", "arms", "horizon"))
        scale = agents * math.sqrt(arms * horizon)
        regret, sent = cell["regret"].to_numpy() / scale, float(cell["communication"].mean())
        low, high = summaries.bands(regret, key=("lower-bound", *values))[MEAN]
        records.append(
            {
                "protocol": values[0],
                "budget": int(values[1]),
                "runs": regret.size,
                "sent": sent,
                "mean": regret.mean(),
                "mean_low": float(low),
                "mean_high": float(high),
                "bound": float(cell["bound"].iloc[0]) / scale,
            }
        )
    return pd.DataFrame(records)
