"""DELB with squared widths: the known grid of batches, log log(MT) of them, put into Protocol 2.

Conditions are those of the repaired Lemma F.1: a finite set, noise that is independent and in
[-1, 1], a design with g <= 2 d on at most ξ actions; C >= 43 and MT >= 3. v and the widths are in
`delb_options`. With probability 1 - 1/(MT) in each phase every active action's error is at most
half the threshold 2 w, so that the best one stays and what stays has a gap of at most 4 w.
"""

import math

from bandit_replications.papers.distributed.theory import bounds


def phases(*, dimension: int, agents: int, horizon: int) -> int:
    """Return J, the least with v 2^(2^J + J - 1) >= 1/2; at most ⌈log2 log2(MT)⌉."""
    total = agents * horizon
    least, number = 4 * dimension * math.sqrt(bounds.C1 * math.log(total) / total), 0
    while least * 2.0 ** (2**number + number - 1) < 0.5:
        number += 1
    return number


def regret(*, dimension: int, agents: int, horizon: int, support: int) -> float:
    """Return 16 sqrt(C1) d sqrt(MT ln(MT)) + 5 (ξ + M) + 2 J, on the expected regret."""
    size = {"dimension": dimension, "agents": agents, "horizon": horizon}
    total = agents * horizon
    root = dimension * math.sqrt(bounds.C1 * total * math.log(total))
    return 16 * root + 5 * (support + agents) + 2 * phases(**size)


def numbers(
    *, dimension: int, agents: int, horizon: int, support: int, estimate: bool = True
) -> int:
    """Return J (3 (ξ + M) + M d), on the numbers of every run; `estimate`: with the M d."""
    size = {"dimension": dimension, "agents": agents, "horizon": horizon}
    each = 3 * (support + agents) + agents * dimension * estimate
    return phases(**size) * each
