"""Compiled: who leads, told from bounds on the arms' indices.

The index of an arm that is not pulled only grows, with the logarithm of the round: rounding keeps
the order of what it rounds, so that this is true of floating-point numbers as well. Computed with
the logarithms of the first and the last round of a block, it bounds the arm's index in each round
between. Where these bounds leave no doubt, the leader is known without computing all indices.
"""

import numpy as np
from numba import njit

from bandit_replications.bandits.runs import Floats

# Rounds that share bounds. With more of them doubts are more frequent, with fewer all bounds are
# computed more often; between 64 and 1024 neither costs much.
BLOCK = 256


@njit(cache=True)
def surest(lower: Floats, upper: Floats) -> tuple[int, float]:
    """Return the arm with the highest lower bound and the highest upper bound of the others.

    If the first is above the second, the arm alone has the highest index.
    """
    best = 0
    for arm in range(1, lower.size):
        if lower[arm] > lower[best]:
            best = arm
    return best, highest_of_others(upper, best)


@njit(cache=True)
def highest_of_others(upper: Floats, arm: int) -> float:
    """Return the highest upper bound of all arms but one."""
    highest = -np.inf
    for other in range(upper.size):
        if other != arm and upper[other] > highest:
            highest = upper[other]
    return highest
