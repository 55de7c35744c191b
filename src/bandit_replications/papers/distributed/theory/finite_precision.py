"""Remarks on finite precision (end of Appendices B and F): rounded reals keep the lemmas."""

import math

from bandit_replications.inference.checks import Check, at_most
from bandit_replications.papers.distributed.theory import bounds
from bandit_replications.papers.distributed.theory.printed import printed


@printed("integers-sent")
def integers_sent(*, agents: int = 16, arms: int = 20, horizon: int = 10**8) -> Check:
    """Finite precision: all integers are at most K. In centralised mode pull counts are sent.

    They are O(T), which has as many bits up to a factor.

    Left: the pulls that an agent is asked for in the last phase that fits, one arm alive.
    """
    size = bounds.log_size(agents=agents, arms=arms, horizon=horizon)
    last = math.floor(math.log(agents * horizon / size, 4)) - 3
    return at_most(
        "largest integer sent, a number of pulls, against K",
        math.ceil(math.ceil(4.0 ** (last + 3) * size) / agents),
        arms,
    )


@printed("estimate-entries")
def entry_bits(*, power: int = 100) -> Check:
    """Appendix F: an entry of DELB's estimate has no bound by M, T and d, nor have its bits.

    Instance and proof are those of `counterexamples/estimate_entries.py`: d = 3, M = 2, MT = 10^6,
    actions e1, (cos φ, sin φ, 0), e3, tan(φ/2) = t. Left: bits at t = 10^(-2 power), at least, but
    for probability 0.004: an entry of more than 1/t multiples of 1/(MTd). Right: bits at t =
    10^-power, sign included, at most: entries of 2.1/sin φ <= 1.06/t and 3.2 · 10^6/t multiples.
    """
    digit = math.log2(10)
    return at_most(
        f"bits of an entry at t = 10^-{2 * power}, d = 3, MT = 10^6, against t = 10^-{power}",
        2 * power * digit,
        power * digit + math.log2(3.2e6) + 2,
    )


@printed("rounding-display")
def delb_display() -> Check:
    """Two errors of 2^(-l-1) add up to 2^-l, Lemma F.1's; the remark ends with 2^(-l-2)."""
    return at_most("the two errors in units of 2^-l, against the printed 1/4", 0.5 + 0.5, 0.25)
