"""Finite precision (end of Appendix B): reals are rounded at random, and messages cost bits.

Integers are arms, or numbers of arms, from 0 to K, as the paper says; an assignment also carries
numbers of pulls, which can be as large as T.
"""

import numpy as np

from bandit_replications.distributed.runs import Floats, check_count


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


UNITS = {
    # For each purpose: arms or numbers of arms, numbers of pulls, reals in one unit of it.
    "sizes": (1, 0, 0),
    "centralize": (1, 0, 0),
    "reallocation": (1, 0, 0),
    "moved-arms": (1, 0, 0),
    "length": (1, 0, 0),
    "best": (1, 0, 1),
    "threshold": (0, 0, 1),
    "assignment": (1, 1, 0),
    "report": (0, 0, 1),
    "commit": (1, 0, 0),
    "reward": (1, 0, 1),
}


def bits_for_reals(*, agents: int, horizon: int) -> int:
    """Return log2 of 4 T M, rounded up: the precision 1 / (4 T M) of the paper."""
    check_count("agents", agents)
    check_count("horizon", horizon)
    return (4 * agents * horizon - 1).bit_length()


def communicated_bits(
    *,
    purposes: dict[str, int],
    agents: int,
    arms: int,
    horizon: int,
    strings: int = 1,
    real_bits: int | None = None,
) -> int:
    """Return the bits sent in a run, from the numbers sent for each purpose.

    Source: Appendix B, "Finite precision"; for "seed" the proof of Theorem 6.

    Parameters
    ----------
    purposes : dict
        Of a run on arms in a star network (point to point, a length may be one of pulls).
    agents, arms, horizon : int
        M, K, T, at least 1.
    strings : int
        B of Theorem 6; of use for "seed" only.
    real_bits : int or None
        Bits of a real; `bits_for_reals` by default.

    Raises
    ------
    TypeError, ValueError
        If a count is not an integer of at least 1, or a purpose is unknown.

    """
    if real_bits is None:
        real_bits = bits_for_reals(agents=agents, horizon=horizon)
    check_count("arms", arms)
    check_count("strings", strings)
    sizes = (arms.bit_length(), horizon.bit_length(), real_bits)
    total = 0
    for purpose, numbers in purposes.items():
        if purpose == "seed":
            total += numbers * (strings - 1).bit_length()
            continue
        if purpose not in UNITS:
            raise ValueError(f"purpose: {purpose!r}; allowed: seed, {', '.join(UNITS)}")
        unit = UNITS[purpose]
        bits = int(np.dot(unit, sizes))
        total += numbers // int(np.sum(unit)) * bits
    return total
