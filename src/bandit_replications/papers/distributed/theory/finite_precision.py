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


@printed("rounding-display")
def delb_display() -> Check:
    """Two errors of 2^(-l-1) add up to 2^-l, Lemma F.1's; the remark ends with 2^(-l-2)."""
    return at_most("the two errors in units of 2^-l, against the printed 1/4", 0.5 + 0.5, 0.25)
