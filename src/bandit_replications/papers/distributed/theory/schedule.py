"""Exact lengths of phases of Protocols 1, 3 and 4, for any rewards.

Where all arms but one are dropped after the first phase, or none ever is, nothing of a run is
random: those two cases settle most questions on constants.
"""

import math
from dataclasses import dataclass

from bandit_replications.papers.distributed.theory import bounds


def pulls(*, phase: int, agents: int, arms: int, horizon: int) -> int:
    """Return m_l = 4^(l+3) log(MKT), rounded up as in Protocol 3."""
    size = bounds.log_size(agents=agents, arms=arms, horizon=horizon)
    return math.ceil(4.0 ** (phase + bounds.PULLS_EXPONENT) * size)


def stage_1_length(*, phases: int, agents: int, arms: int, horizon: int) -> int:
    """Return the steps that an agent needs for these phases while it keeps all arms."""
    return sum(
        arms * pulls(phase=phase, agents=agents, arms=arms, horizon=horizon)
        for phase in range(1, phases + 1)
    )


def completed(*, steps: int, agents: int, arms: int, horizon: int) -> int:
    """Return the phases that an agent completes in this many steps while it keeps all arms.

    Protocol 4 stops at its D-th pull, before the elimination: a phase that ends there is not
    completed.
    """
    size = {"agents": agents, "arms": arms, "horizon": horizon}
    phases = 0
    while stage_1_length(phases=phases + 1, **size) < steps:
        phases += 1
    return phases


def least_horizon(*, phases: int, agents: int, arms: int) -> int:
    """Return the least T with l0 = `phases`, C2 = 256/3: stage 1 completes so many for certain."""
    horizon = max(agents, arms)
    while True:
        size = bounds.log_size(agents=agents, arms=arms, horizon=horizon)
        steps = math.ceil(bounds.C2_REPAIRED * arms * size * 4.0**phases)
        needed = agents * arms * (steps - 1) + 1  # D is T/(MK) rounded up
        if needed <= horizon:
            return horizon
        horizon = max(horizon + 1, needed)


@dataclass(frozen=True)
class Phase:
    """A centralised phase: m_l, its steps, and its end before the horizon."""

    pulls: int
    steps: int
    complete: bool


def centralised_phases(
    *, agents: int, arms: int, horizon: int, constant: float = bounds.C2
) -> list[Phase]:
    """Return the phases of stage 2 when one arm pays 1 and the others 0.

    Phases up to 0 eliminate nothing (averages differ by 1 at most, the threshold is 1 or more);
    the first later phase, in either stage, leaves one arm. Needs K <= M: centralised throughout.
    """
    left = horizon - bounds.burn_in(agents=agents, arms=arms, horizon=horizon)
    number = bounds.last_burn_in_phase(agents=agents, arms=arms, horizon=horizon, constant=constant)
    done = completed(steps=horizon - left, agents=agents, arms=arms, horizon=horizon)
    active = 1 if done >= 1 else arms
    found = []
    while left > 0:
        number += 1
        each = pulls(phase=number, agents=agents, arms=arms, horizon=horizon)
        steps = -(-each * active // agents)
        found.append(Phase(each, steps, steps <= left))
        left -= steps
        active = 1 if number >= 1 else active
    return found
