"""Theorem 6 (Appendix C): strings that replace public random numbers."""

import math

from bandit_replications.inference.checks import Check, at_most, erratum
from bandit_replications.papers.distributed.theory import bounds


def strings(*, agents: int, arms: int, horizon: int) -> float:
    """Return B, the predetermined strings that the proof needs with Hoeffding's exponent repaired.

    2 B/(1 + K/(M log(MK)))² is K log(K sqrt(MT) + 1) then, the logarithm of the family's size;
    c1 = c2 = 1, K >= 2.
    """
    ratio = 1 + arms / (agents * math.log(agents * arms))
    return arms * math.log(arms * math.sqrt(agents * horizon) + 1) * ratio**2 / 2


@erratum("hoeffding-exponent")
def printed_strings(*, agents: int = 2, arms: int = 10**4, horizon: int = 10**10) -> Check:
    """B = 2 C' K² log(MKT) strings are enough; Hoeffding's exponent needs K (1 + K/(M log(MK)))².

    C' is free but a constant. Left: the least C' at 10^4 times as many arms over the least at K;
    right: 10^2, what is bounded cannot grow like the root of K for ever.
    """
    least = []
    for number in (arms, 10**4 * arms):
        size = {"agents": agents, "arms": number, "horizon": horizon}
        least.append(strings(**size) / (2 * number**2 * bounds.log_size(**size)))
    return at_most(
        f"least C' at M = {agents}, K = {10**4 * arms:g} over that at K = {arms:g}",
        least[1] / least[0],
        100.0,
    )
