"""Lemma B.4: how often an arm is pulled in stage 2."""

import math

from bandit_replications.inference.checks import Check, at_least, at_most
from bandit_replications.papers.distributed.theory import bounds, schedule
from bandit_replications.papers.distributed.theory.lemma_b_2 import (
    GAPS,
    ceiling_exponent,
    largest_pulls,
)
from bandit_replications.papers.distributed.theory.printed import printed


def stage_2_constant() -> Check:
    """Lemma B.4: C4 = (2^15 + 13)/3 covers phases l0 + 1 to l_i, ceilings included, any l0.

    l0 from -16 on, as far as the phases are at most 4 + 1.5 log(MK).
    """

    def phases(gap: float, size: dict[str, int]) -> range:
        most = int(bounds.fact_1_phases(agents=size["agents"], arms=size["arms"]))
        last = ceiling_exponent(gap) + 1
        return range(last - most, last + 1)

    worst = 2 * largest_pulls(phases)
    name = "Lemma B.4: pulls of an arm in stage 2 times Δ²/log(MKT), against C4"
    return at_most(name, worst, bounds.C4)


def dropped_in_stage_2() -> Check:
    """Lemma B.4: phase l_i = ⌈log2(1/Δ)⌉ + 1 drops the arm, one earlier than its sum goes to.

    Left: the largest ratio of the least gap that phase l_i drops to Δ.
    """
    return at_most(
        "Lemma B.4: least gap dropped in phase l_i over Δ, largest",
        max(2.0 ** -ceiling_exponent(gap) / gap for gap in GAPS),
        1.0,
    )


def geometric_sum() -> Check:
    """Lemma B.4: Σ 2 · 4^(l+3) up to l_i + 1 is at most 8/3 · 4^(l_i+4), which is 2^15/(3 Δ²)."""
    worst = 0.0
    for gap in GAPS:
        last = ceiling_exponent(gap) + 1
        total = sum(2 * 4.0 ** (phase + 3) for phase in range(last - 40, last + 2))
        worst = max(worst, total * 3 * gap**2 / 2**15)
    return at_most("Lemma B.4: the geometric sum over 2^15/(3 Δ²), largest", worst, 1.0)


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


def unfinished_burn_in() -> Check:
    """What C2 = 67/3 costs: an arm that the missing phase would have dropped is pulled once more.

    Its gap is between 2^(-l0+1) and 2^(-l0+2), phase l0 + 1 drops it after 2 m_(l0+1) pulls.
    """
    name = "pulls times Δ²/log(MKT) of an arm that phase l0 should have dropped, against C4"
    return at_most(name, 2 * 4.0**4 * 4.0**2, bounds.C4)


def at_most_twice(*, most: int = 12) -> Check:
    """Lemma B.4: with balanced counts an arm is pulled at most 2 m_l times in a phase.

    An agent with n arms pulls (N_max - n) m_l times in round-robin. All n <= N_max <= 2 n up to 12.
    """
    worst = max(
        1 + (largest - count) / count
        for largest in range(1, most + 1)
        for count in range(-(-largest // 2), largest + 1)
    )
    return at_most("Lemma B.4: pulls of an arm over m_l, balanced counts, largest", worst, 2.0)


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

    Left: the largest excess over settings with K <= M < T.
    """
    excess = [
        _phases_of_one_step(10**power, 10**smaller) - 2 * math.log(10**power, 4)
        for power in range(1, 11)
        for smaller in range(power + 1)
    ]
    return at_most("phases of one step minus 2 log4 M, largest", max(excess), 0.0)
