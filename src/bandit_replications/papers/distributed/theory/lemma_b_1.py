"""Lemmas B.1 and B.3: how far averages of rewards are off."""

import math

import numpy as np
from scipy.stats import binom

from bandit_replications.inference.checks import Check, at_least, at_most, equal
from bandit_replications.papers.distributed.theory import bounds


def hoeffding_exponent(*, exponent: float = 2.0, pulls_exponent: int = 3) -> Check:
    """Return the exponent of 1/(MKT) in Hoeffding's bound for an error of 2^(-l-1).

    2 m_l (2^(-l-1))² / log(MKT) with m_l = 4^(l+e) log(MKT), the same for every l: 32 for e = 3.
    The proofs need 2.
    """
    return at_least(
        f"Lemma B.1: exponent of 1/(MKT) with m_l = 4^(l+{pulls_exponent}) log(MKT)",
        2 * 4.0 ** (pulls_exponent - 1),
        exponent,
    )


def printed_exponent() -> Check:
    """Lemma B.1 prints exp(-m_l 4^(-l-1)/2): exponent 8, a quarter of Hoeffding's for [0, 1]."""
    return at_least("Lemma B.1: exponent as printed, m_l 4^(-l-1)/2 over log(MKT)", 4.0**2 / 2, 2.0)


def looseness(*, factor: float = 16.0) -> Check:
    """How loose m_l is: 4^(l+1) log(MKT), a sixteenth, gives 2/(MKT)² just as well."""
    return equal("m_l over the least one with Hoeffding's bound at 2/(MKT)²", 32.0 / 2.0, factor)


def sharp_regret(*, agents: int = 16, arms: int = 20, horizon: int = 10**12) -> Check:
    """What the sharp constant changes: the regret bound falls to about a quarter."""
    arguments = {"agents": agents, "arms": arms, "horizon": horizon}
    return at_most(
        "bound on the regret with m_l = 4^(l+1) log(MKT) over that with 4^(l+3) log(MKT)",
        (
            bounds.theorem_1_regret(**arguments, pulls_exponent=1)
            / bounds.theorem_1_regret(**arguments)
        ),
        0.2501,
    )


def exact_tail(*, phase: int = 1, agents: int = 1, arms: int = 1, horizon: int = 3) -> Check:
    """Lemma B.1 in the tightest case, exactly: coins of mean 1/2, MKT = 3, phase 1."""
    size = math.log(agents * arms * horizon)
    number = math.ceil(4 ** (phase + 3) * size)
    ones = np.arange(number + 1)
    beyond = np.abs(ones / number - 0.5) > 2.0 ** (-phase - 1)
    return at_most(
        "P{error > 2^(-l-1)} of coins at MKT = 3, l = 1, against 2/(MKT)²",
        float(binom.pmf(ones, number, 0.5)[beyond].sum()),
        2 / (agents * arms * horizon) ** 2,
    )


def union_b_1(*, agents: int = 16, arms: int = 20, horizon: int = 10**6) -> Check:
    """Lemma B.1's union: M K l_D terms of 2/(MKT)² are at most 2 l_D/(MKT). Per phase."""
    size = agents * arms * horizon
    return at_most("Lemma B.1: M K 2/(MKT)² against 2/(MKT)", agents * arms * 2 / size**2, 2 / size)


def union_b_3(*, agents: int = 16, arms: int = 20, horizon: int = 10**6) -> Check:
    """Lemma B.3's union: K terms a phase of 2/(MKT)² are at most 2/(M² K T)."""
    size = agents * arms * horizon
    return at_most(
        "Lemma B.3: K 2/(MKT)² against 2/(M² K T)", arms * 2 / size**2, 2 / (agents * size)
    )


def strictness() -> Check:
    """Hoeffding's inequality also holds for errors of 2^(-l-1) exactly, as B.3 and ties need.

    Two coins of mean 1/2: P{|average - 1/2| >= 1/2} = 1/2 against 2 exp(-2 · 2/4).
    """
    return at_most(
        "P{error >= t}, not only > t, against Hoeffding's bound; two coins, t = 1/2",
        0.5,
        2 * math.exp(-2 * 2 * 0.25),
    )
