"""Fact 1 and Lemma B.4 (Appendix B): Reallocate, phases of stage 1, of stage 2 and of one step."""

import itertools
import math

from bandit_replications.inference.checks import Check, at_least, at_most, equal, erratum
from bandit_replications.papers.distributed.theory import bounds, schedule


def reallocated(counts: tuple[int, ...]) -> tuple[list[int], int]:
    """Return Reallocate's receivers, and the arms left before its last line.

    Protocol 5 to line 5: those above the rounded average give, those below are filled up.
    """
    mean = sum(counts) // len(counts)
    receivers = [agent for agent, count in enumerate(counts) if count < mean]
    return receivers, sum(counts) - mean * len(counts)


@erratum("reallocate-waiting")
def deadlocks(*, agents: int = 3, most: int = 5) -> Check:
    """Protocol 6: an agent with no more than the average waits for arms that need not come.

    Left: the vectors of counts in which some agent waits in vain, or gets an arm although it gave
    some and does not wait. With (5, 1, 1) the last arm goes back to agent 1, who gave three.
    """
    wrong = 0
    for counts in itertools.product(range(most + 1), repeat=agents):
        if sum(counts) > agents:
            receivers, left = reallocated(counts)
            waits = {name for name, count in enumerate(counts) if count <= sum(counts) // agents}
            wrong += set(receivers) | set(range(left)) != waits
    return equal(
        "Protocol 6: count vectors in which those who wait are not those who get", wrong, 0
    )


@erratum("burn-in-constant")
def completed_phases(
    *,
    agents: int = 2,
    arms: int = 2,
    horizon: int = 8000,
    constant: float = bounds.C2,
    with_log_horizon: bool = False,
) -> Check:
    """Fact 1.3 in a case: the phases that every agent has completed after D steps, at least l0.

    While no arm is dropped the phases last as long as they can. With C2 = 67/3, M = K = 2 and
    T = 8000, l0 is 1, but D is 2000 and phase 1, which always pulls all arms, lasts 5312 steps.
    Section 3.2's l0 has log T in place of log(MKT) (`with_log_horizon`): it is 1 there, too.
    """
    size = {"agents": agents, "arms": arms, "horizon": horizon}
    steps = bounds.burn_in(**size)
    logarithm = math.log(horizon) if with_log_horizon else bounds.log_size(**size)
    return at_least(
        f"phases completed at M = {agents}, K = {arms}, T = {horizon:g}, against l0"
        + (" with log T" if with_log_horizon else ""),
        schedule.completed(steps=steps, **size),
        math.floor(math.log(steps / (constant * arms * logarithm), 4)),
    )


@erratum("burn-in-logarithm")
def burn_in_logarithm() -> Check:
    """Section 3.2 has log T in l0 where the protocols have log(MKT): l0 may be one larger.

    Left: the phases completed, right: l0 with log T, both with the repaired 256/3.
    """
    return completed_phases(
        agents=64, arms=20, horizon=4 * 10**9, constant=bounds.C2_REPAIRED, with_log_horizon=True
    )


@erratum("phase-within-horizon")
def fits(*, agents: int = 16, arms: int = 2, horizon: int = 10_000) -> Check:
    """Fact 1.4: a completed phase has 4^(l+3) log(MKT) <= T. One arm alone is pulled by all agents.

    Arms that pay 1 and 0. Left: m_l of the last completed phase; MT bounds it.
    """
    phases = schedule.centralised_phases(agents=agents, arms=arms, horizon=horizon)
    return at_most(
        f"Fact 1.4: m_l of the last completed phase, M = {agents}, against T",
        max(phase.pulls for phase in phases if phase.complete),
        horizon,
    )


@erratum("short-phases")
def short_phases(*, agents: int = 10**10, arms: int = 10**6) -> Check:
    """Lemma B.4: Σ η <= M log M, η(a) the pulls of an arm in phases of one step, M in each.

    Where l0 is far below 0 there are more such phases than log M: T = M + 1, arms that pay 1 and 0.
    Left: the phases of one step; right: log M.
    """
    phases = schedule.centralised_phases(agents=agents, arms=arms, horizon=agents + 1)
    return at_most(
        f"phases of one step at M = {agents:g}, K = {arms:g}, T = M + 1, against log M",
        sum(phase.steps == 1 for phase in phases),
        math.log(agents),
    )
