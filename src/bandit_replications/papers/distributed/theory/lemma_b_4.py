"""Lemma B.4: how often an arm is pulled in stage 2."""

import math

from bandit_replications.inference.checks import Check, at_least, at_most
from bandit_replications.papers.distributed.theory import bounds, schedule
from bandit_replications.papers.distributed.theory.lemma_b_2 import (
    ceiling_exponent,
    largest_pulls,
)
from bandit_replications.papers.distributed.theory.printed import printed


def stage_2_constant() -> Check:
    """Lemma B.4: C4 = (2^15 + 13)/3 covers phases l0 + 1 to l_i, ceilings included, any l0.

    The sum up to l_i is 2^13/(3 Δ²) log(MKT) at most, and two roundings in each of L phases are
    8 + 3 log(MK) <= 15 log(MKT), less than the 2^13 log(MKT)/Δ² that are left.
    l0 from -16 on, as far as the phases are at most 4 + 1.5 log(MK).
    """

    def phases(gap: float, size: dict[str, int]) -> range:
        most = int(bounds.fact_1_phases(agents=size["agents"], arms=size["arms"]))
        last = ceiling_exponent(gap) + 1
        return range(last - most, last + 1)

    worst = 2 * largest_pulls(phases)
    name = "Lemma B.4: pulls of an arm in stage 2 times Δ²/log(MKT), against C4"
    return at_most(name, worst, bounds.C4)


@printed("two-roundings")
def ceilings() -> Check:
    """Lemma B.4 adds 1 for each rounding, but pulls are 2 m_l: 2 for each.

    Left: 2 L = 8 + 3 log(MK) at M = 1, K = 2, T = 3, right: 13/3 log(MKT). A remark on the step: at
    so small a T there are fewer phases than L.
    """
    return at_most(
        "Lemma B.4: 2 (4 + 1.5 log(MK)) against 13/3 log(MKT) at M = 1, K = 2, T = 3",
        2 * bounds.fact_1_phases(agents=1, arms=2),
        13 / 3 * math.log(6),
    )


@printed("own-arms")
def union_for_own_arms(*, agents: int = 16, arms: int = 160) -> Check:
    """Protocol 3 writes |B_l| where |B_l^(i)| must stand: (N_max - |B_l|) m_l is negative."""
    return at_least(
        "round-robin pulls in units of m_l with |B_l|, counts equal", arms / agents - arms, 0
    )


def _phases_of_one_step(agents: int, arms: int) -> int:
    """Return how many phases last one step at T = M + 1, arms paying 1 and 0."""
    phases = schedule.centralised_phases(agents=agents, arms=arms, horizon=agents + 1)
    return sum(phase.steps == 1 for phase in phases)


@printed("short-phases")
def short_phases(*, agents: int = 10**10, arms: int = 10**6) -> Check:
    """Lemma B.4: Σ η <= M log M, η(a) the pulls of an arm in phases of one step, M in each.

    Where l0 is far below 0 there are more such phases than log M: T = M + 1, arms that pay 1 and 0.
    Left: the phases of one step; right: log M.
    """
    return at_most(
        f"phases of one step at M = {agents:g}, K = {arms:g}, T = M + 1, against log M",
        _phases_of_one_step(agents, arms),
        math.log(agents),
    )


def short_phases_repaired() -> Check:
    """Repaired: phases of one step, of M pulls at most, are at most 2 log4 M, 1.44 log M.

    With N arms alive N m_l <= M. Phases l >= 1: 4^(l+3) < M, at most log4 M - 3. Phases l <= 0 drop
    no arm, nor has stage 1 (D is shorter than phase 1): N = K, and 4^(l+3) K log(MKT) <= M. As D >=
    1, 4^(l0+1) > 1/(C2 K log(MKT)), so they are fewer than 1 + log4(C2 M/64), 1.21 + log4 M even
    with C2 = 256/3. The sum is at most 2 log4 M for M >= 64; below 64 the second part alone counts.
    Left: the largest excess over settings with K <= M < T.
    """
    excess = [
        _phases_of_one_step(10**power, 10**smaller) - 2 * math.log(10**power, 4)
        for power in range(1, 11)
        for smaller in range(power + 1)
    ]
    return at_most("phases of one step minus 2 log4 M, largest", max(excess), 0.0)
