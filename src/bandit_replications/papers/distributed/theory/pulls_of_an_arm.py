"""Lemmas B.2 and B.4: which arms are alive when, and how often an arm is pulled."""

import math

import numpy as np

from bandit_replications.inference.checks import Check, at_least, at_most
from bandit_replications.papers.distributed.theory import bounds, fact_1, schedule

GOOD = 0.9  # mean of the better coin where a probability is computed


def survives(*, gap: float, phase: int, agents: int = 2, horizon: int = 10**6) -> float:
    """Return P{an arm of this gap outlives phases 1 to `phase` of stage 1}, from below.

    Two arms that pay coins of means 0.9 and 0.9 - Δ, one agent's own elimination (Protocol 4). The
    phases' averages are independent; an arm stays if its average exceeds the best minus 2^-l.
    The good arm is in all phases whenever it outlives them, so that what is returned - the product
    over phases, minus the chance that the good arm is the one dropped - is a lower bound.
    """
    from scipy.stats import binom  # noqa: PLC0415

    chance, lost = 1.0, 0.0
    for number in range(1, phase + 1):
        pulls = schedule.pulls(phase=number, agents=agents, arms=2, horizon=horizon)
        ones = np.arange(pulls + 1)
        weights = binom.pmf(ones, pulls, GOOD)
        room = pulls * 2.0**-number
        kept = binom.sf(np.floor(ones - room + 1e-9), pulls, GOOD - gap)
        chance *= float(np.sum(weights * kept))
        lost += float(np.sum(weights * binom.sf(np.ceil(ones + room) - 1, pulls, GOOD - gap)))
    return max(0.0, chance - lost)


def allowed(*, agents: int = 2, horizon: int = 10**6) -> float:
    """Return 2 l_D/(MKT), the failure probability of Lemmas B.1 and B.2, K = 2."""
    size = bounds.log_size(agents=agents, arms=2, horizon=horizon)
    steps = bounds.burn_in(agents=agents, arms=2, horizon=horizon)
    return 2 * math.log(steps / (64 * size), 4) / (2 * agents * horizon)


def alive_gap(*, phase: int = 3, gap: float = 0.26) -> Check:
    """Lemma B.2.2: an arm in A_l, alive at the start of phase l, has a gap of at most 2^(-l+1).

    M = K = 2, T = 10^6: D has room for three phases. At the start of phase 3 gaps above 1/4 are to
    be gone but with probability 2 l_D/(MKT). Left: the probability that 0.26 is still there.
    """
    return at_most(
        (
            f"Lemma B.2.2: P{{gap {gap:g} alive at the start of phase {phase}}}, M = K = 2, T = "
            "1e6, against 2 l_D/(MKT)"
        ),
        survives(gap=gap, phase=phase - 1),
        allowed(),
    )


def largest_gap(*, completed: int = 3, errors: float = 1.0) -> Check:
    """Repair of Lemma B.2.2: after l phases gaps are at most 2^(-l+1), if errors are 2^(-l-1).

    An arm may be 2^-l below the best average, which two errors raise and lower.
    """
    return at_most(
        (
            f"largest gap that may be alive after {completed} phases, against 2^(-l+1), l = "
            f"{completed}"
        ),
        2.0**-completed + 2 * errors * 2.0 ** (-completed - 1),
        2.0 ** (-completed + 1),
    )


def start_of_stage_2(*, first: int = 3) -> Check:
    """Lemma B.2.4: after l0 completed phases gaps are at most 2^(-l0+1)."""
    return largest_gap(completed=first)


def ceiling_exponent(gap: float) -> int:
    """Return ⌈log2(1/Δ)⌉."""
    return math.ceil(-math.log2(gap))


def dropped_in_phase(*, phase: str = "printed", gap: float = 0.13) -> Check:
    """Lemma B.2.5: an arm of gap Δ is dropped by the end of phase l_a = ⌈log2(1/Δ)⌉.

    Printed: the probability that it outlives phase l_a, exactly, at M = K = 2 and T = 10^6, against
    2 l_D/(MKT). Mended: l_a + 1, as in Lemma B.4, is sure to drop it as long as all errors are at
    most 2^(-l-1), for it drops gaps of 2^(-l+1) and more.
    """
    last = ceiling_exponent(gap)
    if phase == "printed":
        return at_most(
            (
                f"P{{gap {gap:g} outlives phase l_a = {last}}}, M = K = 2, T = 1e6, against "
                "2 l_D/(MKT)"
            ),
            survives(gap=gap, phase=last),
            allowed(),
        )
    return at_most(
        f"least gap that phase l_a + 1 = {last + 1} is sure to drop, against Δ = {gap:g}",
        2.0**-last,
        gap,
    )


GAPS = [0.001, 0.01, 0.0625, 0.1, 0.13, 0.25, 0.3, 0.5, 0.51, 0.9, 1.0]
SIZES = [(1, 2, 3), (16, 20, 10**6), (64, 100, 10**12), (1024, 1000, 10**9)]


def stage_1_constant() -> Check:
    """Lemma B.2.5: C5, left open, is 4096/3 with the phases up to l_a + 1.

    Left: the largest pulls of an arm by one agent, times Δ²/log(MKT), over gaps and settings.
    """
    worst = 0.0
    for agents, arms, horizon in SIZES:
        size = bounds.log_size(agents=agents, arms=arms, horizon=horizon)
        for gap in GAPS:
            number = sum(
                schedule.pulls(phase=phase, agents=agents, arms=arms, horizon=horizon)
                for phase in range(1, ceiling_exponent(gap) + 2)
            )
            worst = max(worst, number * gap**2 / size)
    return at_most("Lemma B.2.5: pulls of an arm times Δ²/log(MKT), against C5", worst, bounds.C5)


def stage_2_constant() -> Check:
    """Lemma B.4: C4 = (2^15 + 13)/3 covers phases l0 + 1 to l_i, ceilings included, any l0.

    l0 from -16 on, as far as the phases are at most 4 + 1.5 log(MK).
    """
    worst = 0.0
    for agents, arms, horizon in SIZES:
        size = bounds.log_size(agents=agents, arms=arms, horizon=horizon)
        for gap in GAPS:
            last = ceiling_exponent(gap) + 1
            most = int(bounds.fact_1_phases(agents=agents, arms=arms))
            number = sum(
                2 * schedule.pulls(phase=phase, agents=agents, arms=arms, horizon=horizon)
                for phase in range(last - most, last + 1)
            )
            worst = max(worst, number * gap**2 / size)
    return at_most(
        "Lemma B.4: pulls of an arm in stage 2 times Δ²/log(MKT), against C4", worst, bounds.C4
    )


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


def ceilings() -> Check:
    """Lemma B.4 adds 1 for each rounding, but pulls are 2 m_l: 2 for each.

    Left: 8 + 3 log(MKT) at MKT = 6 (two arms, T = 3), right: 13/3 log(MKT).
    """
    size = math.log(6)
    return at_most(
        "Lemma B.4: 2 (4 + 1.5 log(MKT)) against 13/3 log(MKT) at MKT = 6",
        2 * (4 + 1.5 * size),
        13 / 3 * size,
    )


def unfinished_burn_in() -> Check:
    """What C2 = 67/3 costs: an arm that the missing phase would have dropped is pulled once more.

    Its gap is between 2^(-l0+1) and 2^(-l0+2), phase l0 + 1 drops it after 2 m_(l0+1) pulls.
    """
    worst = 2 * 4.0**4 * 4.0**2
    return at_most(
        "pulls times Δ²/log(MKT) of an arm that phase l0 should have dropped, against C4",
        worst,
        bounds.C4,
    )


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


def union_for_own_arms(*, agents: int = 16, arms: int = 160) -> Check:
    """Protocol 3 writes |B_l| where |B_l^(i)| must stand: (N_max - |B_l|) m_l is negative."""
    return at_least(
        "round-robin pulls in units of m_l with |B_l|, counts equal", arms / agents - arms, 0
    )


def short_phases(*, agents: int = 16, arms: int = 2, horizon: int = 10_000) -> Check:
    """Lemma B.4, a step of its proof: phases of one step, of M pulls at most, are at most log M.

    Arms that pay 1 and 0; as often as |B| m_l < M. What the proof needs is η <= M log M pulls; more
    phases break that only where agents without an assignment repeat active arms.
    """
    phases = schedule.centralised_phases(agents=agents, arms=arms, horizon=horizon)
    return at_most(
        f"Lemma B.4: phases of one step, M = {agents:g}, K = {arms:g}, against log M",
        sum(phase.steps == 1 for phase in phases),
        math.log(agents),
    )


def short_phases_counterexample() -> Check:
    """The same where l0 is far below 0: M = T - 1 = 10^10, K = 10^6: 25 phases, log M = 23."""
    return short_phases(agents=10**10, arms=10**6, horizon=10**10 + 1)


def short_phases_mended() -> Check:
    """2 log4 M = 1.44 log M is enough. Left: the largest excess over settings with K <= M < T."""
    worst = -math.inf
    for power in range(1, 11):
        for smaller in range(power + 1):
            check = short_phases(agents=10**power, arms=10**smaller, horizon=10**power + 1)
            worst = max(worst, check.left - 2 * math.log(10**power, 4))
    return at_most("phases of one step minus 2 log4 M, largest", worst, 0.0)


def missing_phase_is_one() -> Check:
    """Stage 1 falls short of l0 phases by one at most, so that gaps stay below 2^(-l0+2)."""
    return fact_1.one_phase_less()
