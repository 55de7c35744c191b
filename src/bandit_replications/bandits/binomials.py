"""Laws of binomial averages, added up instead of drawn."""

import math

import numpy as np

from bandit_replications.bandits.arrays import Floats
from bandit_replications.bandits.compiled import kernel

NEVER = 1e-20  # a chance that no uniform random number of 53 bits can show
SPREAD = 5.0  # times the square root of n: a sum is farther from its mean with chance 4e-22


@kernel
def chance_behind(pulls: int, mean: float, other: float, width: float, strict: bool) -> float:
    """Return the chance that one average is the width below another, as floats compare them.

    Parameters
    ----------
    pulls : int
        n: both averages are binomial numbers of n trials divided by n, and independent.
    mean, other : float
        Means of the average that may be behind and of the other, in [0, 1].
    width : float
        > 0.
    strict : bool
        Whether exactly the width is enough.

    """
    missing = width - (other - mean)
    if math.exp(-pulls * missing * missing) < NEVER:  # Hoeffding's inequality
        return 0.0 if missing > 0 else 1.0
    first, own = likely_sums(pulls, mean)
    first_other, others = likely_sums(pulls, other)
    chance, below, place = 0.0, 0.0, 0
    for position in range(len(others)):
        ahead = (first_other + position) / pulls
        while place < len(own):
            average = (first + place) / pulls
            if average > ahead - width if strict else average + width >= ahead:
                break
            below += own[place]
            place += 1
        chance += others[position] * below
    return chance


@kernel
def likely_sums(trials: int, mean: float) -> tuple[int, Floats]:
    """Return the least sum that counts, and the binomial chances of it and of those above."""
    if mean in (0.0, 1.0):
        return int(trials * mean), np.ones(1)
    reach, odds = SPREAD * math.sqrt(trials), mean / (1.0 - mean)
    first = max(0, math.floor(trials * mean - reach))
    last = min(trials, math.ceil(trials * mean + reach))
    chances = np.empty(last - first + 1)
    middle = int(trials * mean)
    chances[middle - first] = 1.0
    for hits in range(middle, last):
        chances[hits + 1 - first] = chances[hits - first] * odds * (trials - hits) / (hits + 1)
    for hits in range(middle, first, -1):
        chances[hits - 1 - first] = chances[hits - first] * hits / ((trials - hits + 1) * odds)
    return first, chances / chances.sum()
