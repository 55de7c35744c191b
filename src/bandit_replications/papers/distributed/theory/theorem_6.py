"""Theorem 6 (Appendix C): doing without public random numbers."""

import math

from bandit_replications.inference.checks import Check, above, at_most
from bandit_replications.papers.distributed.theory import bounds
from bandit_replications.papers.distributed.theory.printed import printed
from bandit_replications.papers.distributed.theory.settings import combinations


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


def family_logarithm() -> Check:
    """The family's log Q <= C' K log(MKT) with C' = 1 for K >= 2, T >= 3."""
    worst = max(
        family_size(**size) / (size["arms"] * bounds.log_size(**size))
        for size in combinations(
            agents=(1, 16, 1024), arms=(2, 20, 1000), horizon=(3, 10**6, 10**12)
        )
    )
    return at_most("log Q over K log(MKT), largest", worst, 1.0)


def needed_constant(*, agents: int, arms: int, horizon: int) -> float:
    """Return the least C' for which B = 2 C' K² log(MKT) makes Hoeffding's exponent log Q."""
    size = {"agents": agents, "arms": arms, "horizon": horizon}
    return bounds.theorem_6_strings(**size) / (2 * arms**2 * bounds.log_size(**size))


@printed("hoeffding-exponent")
def printed_strings(*, agents: int = 2, arms: int = 10**4, horizon: int = 10**10) -> Check:
    """B = 2 C' K² log(MKT) strings are enough; Hoeffding's exponent needs K (1 + K/(M log(MK)))².

    C' is free but a constant. Left: the least C' at 10^4 times as many arms over the least at K;
    right: 10, generous for a constant. c1 = c2 = 1.
    """
    values = [
        needed_constant(agents=agents, arms=number, horizon=horizon)
        for number in (arms, 10**4 * arms)
    ]
    return at_most(
        f"least C' at M = {agents}, K = {10**4 * arms:g} over that at K = {arms:g}",
        values[1] / values[0],
        10.0,
    )


def repaired_strings(*, constant: float = 2.0) -> Check:
    """B = 2 K³ log(MKT) is enough for all M and K. Left: the least exponent over log Q."""
    settings = combinations(
        agents=(1, 16, 1024), arms=(2, 3, 20, 1000, 10**6), horizon=(3, 10**6, 10**12)
    )
    ratios = [
        constant * size["arms"] ** 3 * bounds.log_size(**size) / bounds.theorem_6_strings(**size)
        for size in settings
    ]
    return above("exponent with B = 2 K³ log(MKT) over log Q, least", min(ratios), 1.0)


def packets(*, most: int = 12) -> Check:
    """Announcing the string stays O(M): log B over log(MKT), largest; c1 = 1, c2 = 10."""
    settings = combinations(
        agents=(2, 16, 1024),
        arms=(2, 20, 1000),
        horizon=[10**power for power in range(4, most + 1)],
    )
    worst = max(
        bounds.theorem_6_communication(**size, worst_constant=10.0) / size["agents"]
        for size in settings
    )
    return at_most("numbers per agent that announcing a string costs, largest", worst, 4.0)


@printed("inverse-grid")
def largest_mean(*, printed: bool = True, delta: float = 0.01) -> Check:
    """The family's means are printed as a/Δ, a up to 1/Δ: they exceed 1 from a = 1 on.

    Meant is a Δ, a = 0, …, ⌊1/Δ⌋: an even grid of [0, 1].
    """
    if printed:
        return at_most("mean a/Δ at a = 1, Δ = 0.01", 1 / delta, 1.0)
    return at_most("largest mean a Δ", math.floor(1 / delta) * delta, 1.0)


def divergence(*, delta: float = 0.05) -> Check:
    """Means in [1/4, 3/4] that are Δ apart have a divergence of at most 16/3 Δ² (1 + o(1)).

    kl <= Δ²/(q(1 - q)), all p in [1/4, 3/4] and q within Δ. Left: largest kl over Δ²; right:
    1/(q(1 - q)) at q = 1/4 - Δ.
    """
    worst = 0.0
    for step in range(101):
        p = 0.25 + step / 200
        for q in (p - delta, p + delta):
            kl = p * math.log(p / q) + (1 - p) * math.log((1 - p) / (1 - q))
            worst = max(worst, kl / delta**2)
    edge = 0.25 - delta
    return at_most(
        "Bernoulli divergence over Δ², Δ = 0.05, largest", worst, 1 / (edge * (1 - edge))
    )


def transfer(*, agents: int = 16, arms: int = 1000, horizon: int = 10**6) -> Check:
    """(M log(MK) + K) sqrt(TM) Δ is O(M log(MK)) with Δ = 1/(K sqrt(MT))."""
    size = agents * math.log(agents * arms)
    delta = 1 / (arms * math.sqrt(agents * horizon))
    return at_most(
        "(M log(MK) + K) sqrt(TM) Δ over M log(MK)",
        (size + arms) * math.sqrt(horizon * agents) * delta / size,
        1.0,
    )


def halved_rewards(*, gap: float = 0.3) -> Check:
    """Footnote 12: rewards r/2 + 1/4 halve the gaps, so the regret at most doubles."""
    return at_most("gap over the gap of r/2 + 1/4", gap / (gap / 2), 2.0)
