"""Coordinate and Play against block length, players and arms, and lines over the horizon."""

import numpy as np
import pandas as pd

from bandit_replications.inference import summaries
from bandit_replications.inference.power_laws import Fit
from bandit_replications.papers.multiplayer.algorithms.blocks import theorem_block_length
from bandit_replications.papers.multiplayer.analysis.horizon_fits import fitted
from bandit_replications.papers.multiplayer.parameters import Configuration
from bandit_replications.papers.multiplayer.theory import bounds

SIZES = ("players", "arms", "block_length")
FEWEST = 3  # horizons whose scatter about a line has a size


def scaling_means(frame: pd.DataFrame) -> pd.DataFrame:
    """Return the mean final regret of each size and block length with its interval."""
    return summaries.final_means(frame, "scaling", *SIZES)


def with_theorem_blocks(config: Configuration, frame: pd.DataFrame) -> pd.DataFrame:
    """Return the rows of `scaling` whose block length is Theorem 4.1's."""
    own = [
        theorem_block_length(players=k, arms=n, horizon=config.scaling.horizon) == length
        for k, n, length in zip(*(frame[column].tolist() for column in SIZES), strict=True)
    ]
    return frame[np.array(own)]


def theorem_bounds(config: Configuration, means: pd.DataFrame) -> list[float]:
    """Return the bound in Theorem 4.1's proof for each block length, before that is chosen.

    Parameters
    ----------
    config : Configuration
    means : DataFrame
        Rows with players, arms and block_length.

    """
    horizon = config.scaling.horizon
    return [
        bounds.theorem_4_1_terms(players=k, arms=n, horizon=horizon, block_length=length)
        for k, n, length in zip(*(means[column].tolist() for column in SIZES), strict=True)
    ]


def fit_of(games: pd.DataFrame) -> Fit | None:
    """Return the fitted line; None for two horizons, one run of a horizon, or a mean below 0."""
    found = games.groupby("horizon")["regret"]
    if len(found) < FEWEST or not (found.mean() > 0).all() or found.size().min() < 2:
        return None
    return fitted(games)
