"""Compiled counting of drawn rows: tests with many resamples spend their time on it."""

import numpy as np
from numba import njit
from numpy.typing import NDArray


@njit(cache=True)
def count_rows(chosen: NDArray[np.int64], counts: NDArray[np.float64]) -> None:
    """Count how often each resample has each row.

    Parameters
    ----------
    chosen : int64 array, shape (resamples, draws)
        Rows, each from 0 to rows - 1.
    counts : float64 array, shape (resamples, rows)
        Overwritten.

    """
    resamples, draws = chosen.shape
    counts[:] = 0.0
    for resample in range(resamples):
        times = counts[resample]
        for draw in range(draws):
            times[chosen[resample, draw]] += 1.0
