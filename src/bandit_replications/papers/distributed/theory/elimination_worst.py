"""The worst regret of shared elimination in closed form: why it goes up and down. Ours.

One pool of N = MT pulls, m_l = 64 · 4^l L pulls of each arm in phase l, L = ln(MKT), a gap dropped
by the first phase with 2^-l below it, the arms of an unfinished phase pulled in turn; errors of
averages are left out. With x = 3N/(256KL), l = ⌊log4 x⌋ and U = (1 - 1/K)(32/sqrt(3)) sqrt(KNL):

- One gap between the best arm and all others. A gap just below 2^(-l'+1) falls in phase l', after
  K (256/3) 4^l' L pulls: c U at l' = l, c = 2^l/sqrt(x) in (1/2, 1]. Phase l + 1 does not end, so
  that a gap just below 2^-l is pulled to the end: U/(2c). The larger of the two has period 4 in x
  and lies between 1/sqrt(2) and 1 times U.
- Any gaps. An arm with n pulls loses at most the concave chord through the points of the phases'
  ends, and the best arm has the most pulls: at most U (1 + λ)/sqrt(1 + 3λ), λ = (x/4^l - 1)/3, at
  least 0.94 U. It is approached as K grows, with a share λ of the arms just below 2^-l and the
  others just below 2^(-l+1).
- With noise all averages are within 2^-l/8 but with probability 2/(MKT)² each, so that thresholds
  move by a quarter: at most 1.25 U + 1, 23.1 (1 - 1/K) sqrt(KNL), for every size.

If K exceeds M, agents fill a phase up with arms of their own: M ⌈K/M⌉ for K in x and the root.

Phases are counted from -∞: where l0 is negative DEMAB begins below phase 1. A pool that begins with
phase 1 has K (256/3)(4^l - 1) L pulls at the end of phase l: it loses less by a share of up to
4^-l, a quarter if only phase 1 ends, which it does from x = 3 on.
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bandit_replications.papers.distributed.theory import bounds

CREST = 32 / math.sqrt(3)


class Worst(NamedTuple):
    """U; over U the worst regret over one gap, a bound over any gaps, and c of the last phase."""

    scale: float
    one_gap: float
    any_gaps: float
    last_phase: float


def pulled(*, agents: int, arms: int) -> int:
    """Return the arms that are pulled at a time in all, fillers included: M ⌈K/M⌉, or K <= M."""
    return agents * -(-arms // agents) if arms > agents else arms


def worst(*, agents: int, arms: int, horizon: int) -> Worst:
    """Return the closed form at a size; where not even phase 1 ends, x < 4, the loss of gap 1."""
    size = bounds.log_size(agents=agents, arms=arms, horizon=horizon)
    total, busy = agents * horizon, pulled(agents=agents, arms=arms)
    scale = (1 - 1 / arms) * CREST * math.sqrt(busy * total * size)
    x = 3 * total / (256 * busy * size)
    if x < 4:
        lost = (1 - 1 / arms) * total / scale
        return Worst(scale, lost, lost, lost)
    last = 4.0 ** math.floor(math.log(x, 4))
    crest, share = math.sqrt(last / x), (x / last - 1) / 3
    both = (1 + share) / math.sqrt(1 + 3 * share)
    return Worst(scale, max(crest, 1 / (2 * crest)), both, crest)


DELB_CREST = 80 * math.sqrt(2)


def delb_worst(*, agents: int, dimension: int, horizon: int) -> Worst:
    """Return the closed form of DELB with the scale (1 - 1/d) 80 sqrt(2) d sqrt(MT ln(MT)).

    Unit vectors, one gap of at most 1, the actions of an unfinished phase pulled in turn (DELB
    pulls an agent's one after the other and can lose more). A gap in (2^(-l+1), 2^(-l+2)] falls in
    phase l, after 800 · 4^l d² ln(MT) pulls: max(c, 1/(2c)), c = 2^l/sqrt(x), x = MT/(800 d²
    ln(MT)). Over any gaps it is at most 1.5 without noise and 1.9 with it. Phases are counted from
    -∞; the first is phase 1, so that it is less by a share of up to 4^-l.
    """
    total = agents * horizon
    size, wrong = dimension**2 * math.log(total), 1 - 1 / dimension
    scale = wrong * DELB_CREST * math.sqrt(size * total)
    x = total / (800 * size)
    if x < 16:  # gaps above 1 alone would fall in phase 1
        lost = wrong * total / scale
        return Worst(scale, lost, lost, lost)
    crest = math.sqrt(4.0 ** math.floor(math.log(x, 4)) / x)
    return Worst(scale, max(crest, 1 / (2 * crest)), 1.9, crest)


def sharing_worst(*, agents: int, arms: int, horizon: int) -> float:
    """Return the worst regret over one gap of UCB1 with all MT pulls, K >= 2.

    UCB1 keeps the indices, average + sqrt(2 ln(MT)/pulls), about equal. If the K - 1 bad arms have
    a share x of all pulls, this fixes their gap, and the regret over sqrt(MKT ln(MT)) is
    sqrt(2) (sqrt((1 - 1/K) x) - x/sqrt(K (1 - x))). Its largest value over x rises with K to
    sqrt(2): growth over few arms is that of the constant, too.
    """
    total = agents * horizon
    share: NDArray[np.float64] = np.linspace(0, 1, 4001)[:-1]
    shape = np.sqrt((1 - 1 / arms) * share) - share / np.sqrt(arms * (1 - share))
    return float(math.sqrt(2) * shape.max() * math.sqrt(arms * total * math.log(total)))
