"""Finite precision (end of Appendices B and F): reals are rounded.

Averages of rewards are rounded at random, so that they stay unbiased; the entries of DELB's
estimate to the nearest, as its proof only needs a small error.

DisLinUCB (end of Appendix H) replaces each reward by ±1 of the same mean, which does not exist for
rewards beyond 1 (the erratum `signs-of-rewards`). Its option `signs` takes ±2 and rounds entries of
played actions toward 0 to multiples of 1/(MT). The signs add noise to all that an agent learns, its
own samples included, so that its confidence set is that of noise of proxy 4.

>>> round_to_nearest(np.array([0.3, -0.2]), bits=1).tolist()
[0.5, 0.0]
"""

import math

import numpy as np

from bandit_replications.bandits.arrays import Floats


def round_randomly(numbers: Floats, *, bits: int | None, generator: np.random.Generator) -> Floats:
    """Return numbers rounded to multiples of 2^-bits, up or down so that the mean is kept.

    Source: Appendices B and F, "Finite precision": the error has mean zero, at most 2^-bits.

    Parameters
    ----------
    numbers : float64 array
        At most 2 in absolute value, so that 52 bits after the point are exact enough.
    bits : int or None
        From 1 to 52; None returns the numbers as they are, and draws nothing.
    generator : numpy.random.Generator

    """
    if bits is None:
        return numbers
    scale = 2.0**bits
    scaled = numbers * scale
    below = np.floor(scaled)
    up = generator.random(np.shape(numbers)) < scaled - below
    return np.asarray((below + up) / scale)


def round_average(average: float, bits: int | None, generator: np.random.Generator) -> float:
    """Return an average as `round_randomly` does, in plain Python for the literal forms."""
    if bits is None:
        return average
    scaled = average * 2**bits
    below = math.floor(scaled)
    return (below + (generator.random() < scaled - below)) / 2**bits


def round_to_nearest(numbers: Floats, *, bits: int) -> Floats:
    """Return numbers rounded to the nearest multiples of 2^-bits, halves up.

    Source: Appendix F, "Finite precision": entries of the estimate.
    """
    scale = 2.0**bits
    return np.asarray(np.floor(numbers * scale + 0.5) / scale)
