"""Lemmas B.1 and B.3 and the remark on finite precision: how far averages are off."""

import math

import numpy as np

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
    from scipy.stats import binom  # noqa: PLC0415

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


GRID = [
    (agents, arms, horizon)
    for agents in (1, 2, 16, 1024)
    for arms in (1, 20, 1000)
    for horizon in (2000, 10**6, 10**12)
]


def rounding_variance() -> Check:
    """Finite precision: rounding to 1/(4TM) is subgaussian with less than 1/(M 4^(l+3) log(MKT)).

    An error of mean zero in an interval of length ε has proxy ε²/4; a phase has m_l <= MT. Left:
    the largest ratio over settings.
    """
    ratio = max(
        (1 / (4 * horizon * agents)) ** 2 / 4 * agents * (agents * horizon)
        for agents, _, horizon in GRID
    )
    return at_most("rounding's proxy over 1/(M m_l), largest", ratio, 1.0)


def rounded_average() -> Check:
    """Average and rounding together: 1/4 + 1 in units of 1/(4^(l+3) log(MKT)), at most 4."""
    return at_most(
        "proxy of a rounded average in units of 1/(4^(l+3) log(MKT)), against 4", 0.25 + 1.0, 4.0
    )


def rounded_exponent() -> Check:
    """A proxy of 1/(4^(l+2) log(MKT)) gives the exponent 2 that the proofs need, exactly."""
    return at_least("exponent of 1/(MKT) with proxy 1/(4^(l+2) log(MKT))", 4.0**2 / (2 * 4.0), 2.0)


def bits_of_reals() -> Check:
    """log2(4TM) bits against log2 T: at most 4 times as many as T >= 4 has, M < T."""
    ratio = max(math.log2(4 * horizon * agents) / math.log2(horizon) for agents, _, horizon in GRID)
    return at_most("bits of a rounded average over log2 T, largest", ratio, 4.0)


def integers_sent(*, agents: int = 16, arms: int = 20, horizon: int = 10**8) -> Check:
    """Finite precision: all integers are at most K. In centralised mode pull counts are sent.

    Left: the pulls that an agent is asked for in the last phase that fits, one arm alive.
    """
    size = bounds.log_size(agents=agents, arms=arms, horizon=horizon)
    last = math.floor(math.log(agents * horizon / size, 4)) - 3
    return at_most(
        "largest integer sent, a number of pulls, against K",
        math.ceil(math.ceil(4.0 ** (last + 3) * size) / agents),
        arms,
    )


def delb_rounded_rewards() -> Check:
    """DELB: M rounding errors of precision 1/(M² T) have proxy at most 1/(MT) <= 1/m_l(x)."""
    ratio = max(
        agents * (1 / (agents**2 * horizon)) ** 2 / 4 * agents * horizon
        for agents, _, horizon in GRID
    )
    return at_most("proxy of M roundings times MT, largest", ratio, 1.0)


def delb_rounded_estimate(*, dimension: int = 10) -> Check:
    """DELB: entries rounded to 1/(MTd) move a product with a unit vector by at most 2^(-l-1).

    sqrt(d) ε2 <= 1/(MT), and a completed phase has 600 · 4^l d² log(MT) <= MT. Left: the largest
    ratio sqrt(d) ε2 / 2^(-l-1) at the largest l.
    """
    ratios = []
    for agents, _, horizon in GRID:
        total = agents * horizon
        phases = bounds.delb_phases(dimension=dimension, agents=agents, horizon=horizon)
        ratios.append(math.sqrt(dimension) / (total * dimension) * 2.0 ** (phases + 1))
    return at_most("error of a rounded estimate over 2^(-l-1), largest", max(ratios), 1.0)


def delb_last_display() -> Check:
    """The remark ends with 2^(-l-2); its two parts of 2^(-l-1) add up to 2^-l, Lemma F.1's."""
    return at_most(
        "sum of the two errors in units of 2^-l, against the printed 1/4", 0.5 + 0.5, 0.25
    )


def delb_mended_display() -> Check:
    """The sum 2^(-l-1) + 2^(-l-1) is the 2^-l that Lemma F.1 needs."""
    return at_most("sum of the two errors in units of 2^-l, against 1", 0.5 + 0.5, 1.0)
