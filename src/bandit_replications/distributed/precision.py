"""Finite precision (end of Appendix B): reals are sent with so many bits, rounded at random."""

import numpy as np

from bandit_replications.distributed.runs import Floats


def round_randomly(numbers: Floats, *, bits: int | None, generator: np.random.Generator) -> Floats:
    """Return numbers rounded to multiples of 2^-bits, up or down so that the mean is kept.

    Source: Appendix B, "Finite precision": the error has mean zero and is at most 2^-bits.

    Parameters
    ----------
    numbers : float64 array, in [0, 1]
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
