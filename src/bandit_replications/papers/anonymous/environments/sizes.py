"""Sizes of a problem (light to import, for configurations)."""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Sizes:
    """All that an algorithm knows before it starts (Section 2.1): N, K, C and T.

    Attributes
    ----------
    users, arms : int
        N >= 1 and K.
    group_size : int
        C >= 1, the smallest group that reports a total.
    horizon : int
        T >= 1.

    """

    users: int
    arms: int
    group_size: int
    horizon: int
