"""Finite precision (end of Appendices B and F): reals are rounded, and messages cost bits.

Averages of rewards are rounded at random, so that they stay unbiased; the entries of DELB's
estimate to the nearest, as its proof only needs a small error. Integers are arms, or numbers of
arms, from 0 to K, as the paper says; an assignment also carries numbers of pulls, which can be as
large as T.

DisLinUCB (end of Appendix H) has no such option: its printed rounding replaces a reward by ±1 of
the same mean, which does not exist for rewards beyond 1 (`derivations.theorem_4.signs_of_rewards`),
and any repair adds noise of the reward's own size to all that an agent learns, its own samples
included. That is another algorithm, not the same one with fewer bits.
"""

import numpy as np

from bandit_replications.papers.distributed.algorithms.runs import Floats, check_count


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


def round_to_nearest(numbers: Floats, *, bits: int) -> Floats:
    """Return numbers rounded to the nearest multiples of 2^-bits, halves up.

    Source: Appendix F, "Finite precision": entries of the estimate.
    """
    scale = 2.0**bits
    return np.asarray(np.floor(numbers * scale + 0.5) / scale)


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
    "estimate": (0, 0, 1),
}


def bits_for_reals(*, agents: int, horizon: int) -> int:
    """Return log2 of 4 T M, rounded up: the precision 1 / (4 T M) of the paper for arms."""
    check_count("agents", agents)
    check_count("horizon", horizon)
    return (4 * agents * horizon - 1).bit_length()


def bits_for_linear_reals(*, agents: int, horizon: int, dimension: int) -> int:
    """Return bits of a real that DELB sends: 1 / (M² T) and 1 / (M T d), the finer of both.

    Source: Appendix F, "Finite precision". Two more bits are the sign and the 2 that averages of
    rewards in [-2, 2] can reach; entries of an estimate beyond it are not provided for.
    """
    check_count("agents", agents)
    check_count("horizon", horizon)
    check_count("dimension", dimension)
    return (agents * horizon * max(agents, dimension) - 1).bit_length() + 2


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

    Source: Appendices B and F, "Finite precision"; for "seed" the proof of Theorem 6.

    Parameters
    ----------
    purposes : dict
        Of a run of DEMAB or DELB in a star network (point to point, a length may be one of pulls).
    agents, arms, horizon : int
        M, K, T, at least 1; of DELB the actions count as arms.
    strings : int
        B of Theorem 6; of use for "seed" only.
    real_bits : int or None
        Bits of a real; by default `bits_for_reals`. For DELB: `bits_for_linear_reals`.

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
