"""Lemma B.2: arms that outlive a phase of stage 1."""

import math

import numpy as np
from scipy.stats import binom

from bandit_replications.inference.checks import Check, at_most, erratum
from bandit_replications.papers.distributed.theory import bounds, schedule

GOOD = 0.9  # mean of the better coin where a probability is computed


def survives(*, gap: float, phase: int, agents: int = 2, horizon: int = 10**6) -> float:
    """Return P{an arm of this gap outlives phases 1 to `phase` of stage 1}, from below.

    Two arms that pay coins of means 0.9 and 0.9 - Δ, one agent's own elimination (Protocol 4). The
    phases' averages are independent; an arm stays if its average exceeds the best minus 2^-l.
    The good arm is in all phases whenever it outlives them, so that what is returned - the product
    over phases, minus the chance that the good arm is the one dropped - is a lower bound.
    """
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


@erratum("alive-at-phase-start")
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


@erratum("burn-in-constant")
def gap_entering_stage_2(*, gap: float = 0.51, horizon: int = 40_000) -> Check:
    """Lemma B.2.4: arms that enter stage 2 have gaps of at most 2^(-l0+1); M = K = 2, T = 40000.

    l0 = 2 with the printed 67/3, but D has room for phase 1 only. Left: the probability that an arm
    of gap 0.51 > 1/2 outlives phase 1, and so is in the B of the agent it is given to; right: the
    lemma's 2 l_D/(MKT), infinite if stage 1 completes l0 phases after all.
    """
    size = {"agents": 2, "arms": 2, "horizon": horizon}
    done = schedule.completed(steps=bounds.burn_in(**size), **size)
    first = bounds.last_burn_in_phase(**size)
    short = done < first and gap > 2.0 ** (-first + 1)
    return at_most(
        f"Lemma B.2.4: P{{gap {gap:g} enters stage 2}}, M = K = 2, T = {horizon}, l0 = {first}, "
        "against 2 l_D/(MKT)",
        survives(gap=gap, phase=done, horizon=horizon),
        allowed(horizon=horizon) if short else math.inf,
    )


@erratum("dropped-one-phase-later")
def dropped_in_phase(*, gap: float = 0.13) -> Check:
    """Lemma B.2.5: an arm of gap Δ is dropped by the end of phase l_a = ⌈log2(1/Δ)⌉.

    Left: the probability that it outlives phase l_a, exactly, at M = K = 2 and T = 10^6; right:
    2 l_D/(MKT). Phase l_a + 1, as in Lemma B.4, is certain to drop it as long as all errors are at
    most 2^(-l-1), for it drops gaps of 2^(-l+1) = 2^(-l_a) <= Δ and more.
    """
    last = math.ceil(-math.log2(gap))
    return at_most(
        f"P{{gap {gap:g} outlives phase l_a = {last}}}, M = K = 2, T = 1e6, against 2 l_D/(MKT)",
        survives(gap=gap, phase=last),
        allowed(),
    )
