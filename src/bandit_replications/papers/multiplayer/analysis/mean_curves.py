"""Crossings of mean curves, linear between recorded rounds."""

import numpy as np

from bandit_replications.bandits.runs import Floats


def last_crossing(rounds: Floats, difference: Floats) -> float:
    """Return the start of the last stretch of a positive difference of curves; nan if none.

    Parameters
    ----------
    rounds : array, shape (points,)
        Increasing.
    difference : array, shape (points,)
        Taken as linear between the rounds.

    """
    if difference[-1] <= 0:
        return np.nan
    behind = np.flatnonzero(difference <= 0)
    if not behind.size:
        return float(rounds[0])
    last = behind[-1]
    share = -difference[last] / (difference[last + 1] - difference[last])
    return float(rounds[last] + share * (rounds[last + 1] - rounds[last]))
