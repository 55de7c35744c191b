"""Interim."""

from typing import Literal

import numpy as np
from pydantic import BaseModel, ConfigDict

from bandit_replications.trajectories import Trajectory


class Options(BaseModel):
    """Interim."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    first_pull: str = "as-printed"
    tie_breaking: str = "lowest-index"
    logarithm: str = "natural"
    noise: str = "once-per-node"
    tree_levels: str = "as-printed"
    rounding: str = "up"
    beta: float | None = None


def simulate(*, rewards, horizon, checkpoints, generator, epsilon, options):
    """Interim."""
    arms = rewards.values.shape[0]
    share = generator.dirichlet(np.ones(arms))
    pulls = (np.log1p(np.asarray(checkpoints))[:, None] * share * 10).astype(np.int64)
    return Trajectory(pulls)
