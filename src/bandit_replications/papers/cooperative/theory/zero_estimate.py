"""The Byzantine regret theorem is false without Byzantine agents: an estimate stays at 0. Ours.

Two arms, ε = 0, δ = t^-c. Arm 1 pays 1 with probability p < 1/2 and 0 otherwise, arm 2 has any law
on [a, b] of a mean below p, a² >= σ/(4 (3 + sqrt(2))). Free are the rounding of the number of
points, the choice among several shortest intervals, estimates where none is defined (of arm 2, at
least a), and whether the X or the Y come first. With L = ln(1/δ) the interval needs N - r(t) of the
N points Y of arm 1, r(t) = 3 L + ln 4 + sqrt(2 L (L + ln 4)). Let z and o be the zeros and ones
among these, n all samples of arm 1, J the most points that one round adds, N1 the least N > r(t) at
the first round t that can begin with N points, s a number with s >= 1 + J/2 and s >= J - 2, and

    E: z - o >= s for all N >= N1, and one of the first N1 - 1 of the X is 0.

*Zone.* If N >= N1, o <= r and z >= r + 1, the interval needs at least o + 1 and at most z points:
{0} is the only shortest one, the estimate is 0 and the index is its width. So a pull of arm 1 needs
sqrt(σ L/n) >= a: n <= 4 (3 + sqrt(2)) L < 4 r - 4 ln 4, N <= (n + 1)/2 < 2 r - 2.

*On E, o <= r(t) for every agent before every round t >= 3.* Let some agent pull arm 1, N' <= N + J
the points afterwards. If N' < N1, o <= N' <= r(t + 1) by the choice of N1. Else o <= (N' - s)/2 <=
(N + J - s)/2. Here N <= r if N < N1; N = 2 z - (z - o) < 2 r + 2 - s if that agent has z < r + 1;
and N < 2 r - 2 in its zone. In all three cases o <= r.

*Count.* Thus at the last round t <= T with a pull of arm 1, N <= r, N < 2 r + 2 - s or n < 4 r - 5.
It adds at most M. As n <= 2 N + e, arm 1 has at most max(2 r + e, 4 r + 4 - 2 s + e, 4 r - 5) + M
pulls until T; all others lose Δ. One agent: e = J = 1, s = 2, 4 r + 2 pulls.

*Agents on a complete network, γ = 1,* have the same n and N. Where each sender's samples go by
turns into X and Y, the first into X, J = e = M, and all have the same points; where each receiver's
do, J = ceil(M/2), e = 1, and E is asked of each.

*Chance.* Which reward is the next X or Y is settled before it is drawn: the Y are independent, and
z - o is a walk that falls from i >= s to s - 1 with probability (p/(1 - p))^(i - s + 1). So P(E) is
at least a finite sum of rationals without T, and the expected regret is linear.
"""

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from bandit_replications.inference.checks import Check, above, at_most, erratum
from bandit_replications.papers.cooperative.algorithms.trimmed_mean import points_in_interval
from bandit_replications.papers.cooperative.theory.bounds import (
    byzantine_regret,
    on_complete_network,
)

SIGMA = 0.5  # the largest deviation in [0, 1]
LEAST_CHANCE = 0.771689  # for one agent, from below


@dataclass(frozen=True, kw_only=True)
class Instance:
    """Two arms and how the agents of a complete network play them.

    Attributes
    ----------
    best, other : Fraction
        p < 1/2, and the constant reward a of arm 2.
    agents : int
        M.
    by_sender : bool
        Whether senders put samples by turns into X and Y; else receivers do, as printed.
    exponent, of_width : float
        c in δ = t^-c of the estimate, and of the width.

    Raises
    ------
    ValueError
        If p or a is out of range: then nothing is proved.

    """

    best: Fraction = Fraction(2, 5)
    other: Fraction = Fraction(1, 5)
    agents: int = 1
    by_sender: bool = False
    exponent: float = 2.0
    of_width: float = 2.0

    def __post_init__(self) -> None:
        least = math.sqrt(SIGMA * self.of_width / self.exponent / (4 * (3 + math.sqrt(2))))
        if not least <= self.other < self.best < Fraction(1, 2):
            raise ValueError(
                f"other: {self.other}, best: {self.best}; "
                f"allowed: {least:.5f} <= other < best < 1/2"
            )

    @property
    def gap(self) -> float:
        """The gap Δ."""
        return float(self.best - self.other)

    @property
    def turns(self) -> int:
        """The most points that one round adds, J."""
        return self.agents if self.by_sender else -(-self.agents // 2)

    @property
    def lead(self) -> int:
        """The least lead of the zeros, s."""
        return max(1 + (self.turns + 1) // 2, self.turns - 2)

    @property
    def first(self) -> int:
        """N1."""
        number = 1
        while number <= self.left_out(-(-(2 * number - 1) // self.agents) + 2):
            number += 1
        return number

    def left_out(self, t: float) -> float:
        """Return r(t): the interval needs all but so many of the Y."""
        return -float(points_in_interval.py_func(0.0, self.exponent * math.log(t), 0.0))

    def chance(self) -> Fraction:
        """Return the lower bound on P(E); 0 if it proves nothing."""
        number, fall = self.first, self.best / (1 - self.best)
        missed = 1 + self.best ** (number - 1)
        for ones in range((number - self.lead) // 2 + 1):
            weight = math.comb(number, ones) * self.best**ones * (1 - self.best) ** (number - ones)
            missed -= weight * (1 - fall ** (number - 2 * ones - self.lead + 1))
        return max(Fraction(0), 1 - missed * (1 if self.by_sender else self.agents))

    def most_pulls(self, horizon: float) -> float:
        """Return the bound on the pulls of arm 1 that holds on E, T >= 3."""
        r, extra = self.left_out(horizon), self.agents if self.by_sender else 1
        return max(2 * r + extra, 4 * r + 4 - 2 * self.lead + extra, 4 * r - 5) + self.agents

    def regret(self, horizon: int) -> float:
        """Return the lower bound on the expected group regret."""
        return float(self.chance()) * self.gap * (self.agents * horizon - self.most_pulls(horizon))

    def bound(self, horizon: int) -> float:
        """Return the theorem's bound."""
        group = on_complete_network(self.agents)
        gaps = [0.0, self.gap]
        return byzantine_regret(**group, gaps=gaps, horizon=horizon, contamination=0.0, sigma=SIGMA)

    def smallest_horizon(self) -> int:
        """Return the least T at which the lower bound passes the theorem's."""
        horizon = 3
        while self.regret(horizon) <= self.bound(horizon):
            horizon += 1
        return horizon


@erratum("zero-estimate")
def theorem_fails(*, horizon: int, **instance: Any) -> Check:
    """The theorem's bound against the lower bound on the expected regret."""
    found = Instance(**instance)
    name = f"expected regret at T = {horizon}, M = {found.agents}, ε = 0, against the bound"
    return at_most(name, found.regret(horizon), found.bound(horizon))


def probability(*, least: float = LEAST_CHANCE) -> Check:
    """P(E), a sum of rationals, against a decimal below it."""
    return above(f"P(E) - {least} for one agent", float(Instance().chance() - Fraction(least)), 0.0)
