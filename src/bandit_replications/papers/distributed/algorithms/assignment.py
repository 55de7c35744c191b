"""Appendix A, assignment strategy: the pulls of each agent in a centralised phase.

If N arms divide M agents, each arm goes to M / N agents of its own, p = ceil(m N / M) pulls each.
Otherwise arms are laid end to end, m pulls each, and every agent cuts off the next p pulls.

>>> plan = assign(arms=2, pulls=6, agents=3)
>>> plan.length, plan.agent.tolist(), plan.arm.tolist(), plan.pulls.tolist()
(4, [0, 1, 1, 2], [0, 0, 1, 1], [4, 2, 2, 4])
"""

from typing import NamedTuple

import numpy as np

from bandit_replications.bandits.arrays import Integers
from bandit_replications.bandits.compiled import kernel
from bandit_replications.runtime.errors import BadValue


class Assignment(NamedTuple):
    """Segments of pulls in the order of agents, and within an agent in that of pulling.

    Attributes
    ----------
    length : int
        p, the time steps of the phase.
    agent, arm, start, pulls : int64 arrays, shape (segments,)
        `arm` is a position among the remaining arms; `start` counts time steps from 0.

    """

    length: int
    agent: Integers
    arm: Integers
    start: Integers
    pulls: Integers


def assign(*, arms: int, pulls: int, agents: int) -> Assignment:
    """Return the assignment of a phase.

    Source: Appendix A, after Protocol 7.

    Parameters
    ----------
    arms : int
        N, from 1 to M.
    pulls : int
        m_l >= 1, with N m_l < 2^62.
    agents : int
        M.

    Raises
    ------
    ValueError
        If there are more arms than agents, or none.

    """
    if not 1 <= arms <= agents:
        raise BadValue(f"arms: {arms}; allowed: from 1 to the number of agents, {agents}")
    return plan(arms, pulls, agents)


@kernel
def plan(arms: int, pulls: int, agents: int) -> Assignment:
    """Return the assignment; see `assign`, which checks."""
    length = -(-pulls * arms // agents)
    if agents % arms == 0:
        pulls = length * (agents // arms)
    most = arms + agents - 1
    agent, arm = np.empty(most, dtype=np.int64), np.empty(most, dtype=np.int64)
    start, share = np.empty(most, dtype=np.int64), np.empty(most, dtype=np.int64)
    segments, receiver, done = 0, 0, 0
    for position in range(arms):
        left = pulls
        while left > 0:
            if done == length:
                receiver, done = receiver + 1, 0
            part = min(left, length - done)
            agent[segments], arm[segments] = receiver, position
            start[segments], share[segments] = done, part
            segments += 1
            done += part
            left -= part
    return Assignment(length, agent[:segments], arm[:segments], start[:segments], share[:segments])


def assign_literal(*, arms: int, pulls: int, agents: int) -> list[tuple[int, int, int]]:
    """Return (agent, arm, pulls) in the order in which Appendix A schedules them."""
    share = -(-pulls * arms // agents)
    if agents % arms == 0:
        group = agents // arms
        return [(arm * group + k, arm, share) for arm in range(arms) for k in range(group)]
    schedule = []
    agent, assigned = 0, 0
    for arm in range(arms):
        left = pulls
        while left > 0:
            if assigned == share:
                agent, assigned = agent + 1, 0
            take = min(left, share - assigned)
            schedule.append((agent, arm, take))
            assigned += take
            left -= take
    return schedule
