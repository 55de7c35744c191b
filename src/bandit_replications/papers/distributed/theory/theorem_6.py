"""Theorem 6 (Appendix C): doing without public random numbers."""

import math

from bandit_replications.inference.checks import Check, at_most
from bandit_replications.papers.distributed.theory import bounds
from bandit_replications.papers.distributed.theory.printed import printed


def ratio(*, agents: int, arms: int) -> float:
    """Return K/(M log(MK)), what the worst communication has over the expected, minus 1."""
    return arms / (agents * math.log(agents * arms))


def hoeffding_exponent(
    *, agents: int, arms: int, strings: float, mean: float = 1.0, worst: float = 1.0
) -> float:
    """Return Hoeffding's exponent: B costs in [0, c2 (M log(MK) + K)], deviation c1 M log(MK)."""
    return 2 * strings * (mean / (worst * (1 + ratio(agents=agents, arms=arms)))) ** 2


def printed_exponent(
    *, agents: int, arms: int, strings: float, mean: float = 1.0, worst: float = 1.0
) -> float:
    """Return the printed exponent, 2 B c1² M log(MK) / (c2 (1 + K/(M log(MK))))."""
    size = agents * math.log(agents * arms)
    return 2 * strings * mean**2 * size / (worst * (1 + ratio(agents=agents, arms=arms)))


@printed("hoeffding-exponent")
def exponent(*, agents: int = 16, arms: int = 20, strings: float = 100.0) -> Check:
    """The printed exponent is above Hoeffding's: a square is missing, M log(MK) is too many."""
    return at_most(
        "printed exponent against Hoeffding's, M = 16, K = 20, B = 100, c1 = c2 = 1",
        printed_exponent(agents=agents, arms=arms, strings=strings),
        hoeffding_exponent(agents=agents, arms=arms, strings=strings),
    )


@printed("hoeffding-exponent")
def tail(*, printed: bool = True, strings: int = 1, agents: int = 16, arms: int = 20) -> Check:
    """The printed tail bound is false: one string, f = c2 (M log(MK) + K) with chance p, else 0.

    With p the mean is c1 M log(MK), c1 = 0.4; then P{f > 2 c1 M log(MK)} = p. Left: p; right: the
    printed bound with B = 1, c2 = 1, or Hoeffding's own, which holds there.
    """
    size = agents * math.log(agents * arms)
    mean = 0.4
    exponent_of = printed_exponent if printed else hoeffding_exponent
    return at_most(
        "P{average > 2 c1 M log(MK)} of a two-valued cost, against "
        + ("the printed bound" if printed else "Hoeffding's"),
        mean * size / (size + arms),
        math.exp(-exponent_of(agents=agents, arms=arms, strings=strings, mean=mean)),
    )


def family_size(*, agents: int, arms: int, horizon: int) -> float:
    """Return log Q <= K log(1/Δ + 1) with Δ = 1/(K sqrt(MT))."""
    return arms * math.log(arms * math.sqrt(agents * horizon) + 1)


def needed_constant(*, agents: int, arms: int, horizon: int) -> float:
    """Return the least C' for which B = 2 C' K² log(MKT) makes Hoeffding's exponent log Q."""
    size = {"agents": agents, "arms": arms, "horizon": horizon}
    return bounds.theorem_6_strings(**size) / (2 * arms**2 * bounds.log_size(**size))


@printed("hoeffding-exponent")
def printed_strings(*, agents: int = 2, arms: int = 10**4, horizon: int = 10**10) -> Check:
    """B = 2 C' K² log(MKT) strings are enough; Hoeffding's exponent needs K (1 + K/(M log(MK)))².

    C' is free but a constant. Left: the least C' at 10^4 times as many arms over the least at K;
    right: 10^2, what is bounded cannot grow like the root of K for ever. c1 = c2 = 1.
    """
    values = [
        needed_constant(agents=agents, arms=number, horizon=horizon)
        for number in (arms, 10**4 * arms)
    ]
    return at_most(
        f"least C' at M = {agents}, K = {10**4 * arms:g} over that at K = {arms:g}",
        values[1] / values[0],
        100.0,
    )


@printed("inverse-grid")
def largest_mean(*, printed: bool = True, delta: float = 0.01) -> Check:
    """The family's means are printed as a/Δ, a up to 1/Δ: they exceed 1 from a = 1 on.

    Meant is a Δ, a = 0, …, ⌊1/Δ⌋: an even grid of [0, 1].
    """
    if printed:
        return at_most("mean a/Δ at a = 1, Δ = 0.01", 1 / delta, 1.0)
    return at_most("largest mean a Δ", math.floor(1 / delta) * delta, 1.0)
