"""Results of simulated runs: pulls of each arm, and their regret."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bandit_replications.runtime.errors import BadValue


@dataclass(frozen=True)
class Trajectory:
    """Numbers of plays of one run at its checkpoints.

    Attributes
    ----------
    pulls : int64 array, shape (checkpoints, arms)
        Rounds on which each arm (action) was played, up to and including each checkpoint.
        Initial pulls count.

    """

    pulls: NDArray[np.int64]

    def regret(self, gaps: NDArray[np.float64]) -> NDArray[np.float64]:
        """Cumulative pseudo-regret at each checkpoint: the sum over arms of pulls times gap.

        Parameters
        ----------
        gaps : float64 array, shape (arms,)
            Best mean minus each arm's mean, in reward units per round, each >= 0.

        Returns
        -------
        float64 array, shape (checkpoints,)

        Raises
        ------
        ValueError
            If there is not one gap for each arm.

        """
        gaps = np.asarray(gaps, dtype=np.float64)
        if gaps.shape != (self.pulls.shape[1],):
            raise BadValue(f"gaps: shape {gaps.shape}; allowed: ({self.pulls.shape[1]},)")
        return self.pulls @ gaps


def check_checkpoints(checkpoints: NDArray[np.int64], *, horizon: int) -> NDArray[np.int64]:
    """Return `checkpoints` as int64 after checking that they increase from >= 1 to the horizon.

    Raises
    ------
    ValueError
        If they do not.

    """
    points = np.asarray(checkpoints, dtype=np.int64)
    if points.ndim != 1 or points.size == 0 or points[0] < 1 or np.any(np.diff(points) <= 0):
        raise BadValue("checkpoints: allowed: rounds that increase from 1 or later")
    if points[-1] != horizon:
        raise BadValue(f"checkpoints: last is {points[-1]}; allowed: the horizon, {horizon}")
    return points
