"""Protocols 5 and 6, Reallocate: arms move until all agents hold about as many.

Each agent with more than the average (rounded down) gives its surplus to the server, which fills up
the others to the average and deals what is left, one each, to the first agents.

Interpretations. Protocol 5 prints the number sent to an agent in want with the sign reversed; a
negative number of arms is none, and all donated arms are then dealt to the first agents, in rounds,
since they can be more than M. Which arms an agent gives is open: here those of the highest numbers.

>>> owner, donated = move_arms(np.array([0, 0, 0, 0, 1]), agents=2, repaired=True)
>>> owner.tolist(), donated.tolist()
([0, 0, 1, 0, 1], [2, 0])
"""

from typing import Literal, NamedTuple

import numpy as np

from bandit_replications.bandits.arrays import Integers
from bandit_replications.bandits.compiled import kernel

DeficitSign = Literal["repaired", "printed"]


def is_balanced(sizes: Integers) -> bool:
    """Return whether the largest number of arms is at most twice the smallest (footnote 6)."""
    return bool(sizes.max() <= 2 * sizes.min())


class Holdings(NamedTuple):
    """The arms of each agent.

    Attributes
    ----------
    sizes : int64 array, shape (agents,)
        How many arms each agent holds.
    arms : int64 array, shape (arms held,)
        Their numbers in the order of agents, and of an agent in increasing order.
    first : int64 array, shape (agents + 1,)
        Agent i has arms[first[i]:first[i + 1]].

    """

    sizes: Integers
    arms: Integers
    first: Integers


@kernel
def holdings(owner: Integers, agents: int) -> Holdings:
    """Return the arms of each agent, given the owner of each arm, -1 if it is eliminated."""
    sizes = np.zeros(agents, dtype=np.int64)
    for arm in range(len(owner)):
        if owner[arm] >= 0:
            sizes[owner[arm]] += 1
    first = np.zeros(agents + 1, dtype=np.int64)
    for agent in range(agents):
        first[agent + 1] = first[agent] + sizes[agent]
    held, place = np.empty(first[-1], dtype=np.int64), first.copy()
    for arm in range(len(owner)):
        if owner[arm] >= 0:
            held[place[owner[arm]]] = arm
            place[owner[arm]] += 1
    return Holdings(sizes, held, first)


@kernel
def move_arms(owner: Integers, agents: int, repaired: bool) -> tuple[Integers, Integers]:
    """Move arms so that all agents hold the average or one more.

    Source: Protocols 5 and 6; Fact 1, items 1 and 2.

    Parameters
    ----------
    owner : int64 array, shape (arms,)
        The agent that holds an arm, -1 if it is eliminated.
    agents : int
        M >= 1.
    repaired : bool
        Whether the number sent to an agent in want has its sign repaired.

    Returns
    -------
    int64 array, shape (arms,)
        The new owners.
    int64 array, shape (agents,)
        Arms that each agent sends to the server; each is sent on, so twice as many numbers travel.

    """
    sizes, held, first = holdings(owner, agents)
    average = len(held) // agents
    moved, donated, wants = owner.copy(), np.zeros_like(sizes), np.zeros_like(sizes)
    for agent in range(agents):
        donated[agent] = max(sizes[agent] - average, 0)
        # With the printed sign nobody is in want.
        wants[agent] = max(average - sizes[agent], 0) if repaired else 0
    receiver, dealt = 0, 0
    for agent in range(agents):
        for place in range(first[agent + 1] - donated[agent], first[agent + 1]):
            while receiver < agents and wants[receiver] == 0:
                receiver += 1
            if receiver < agents:
                wants[receiver] -= 1
                moved[held[place]] = receiver
            else:
                moved[held[place]] = dealt % agents
                dealt += 1
    return moved, donated
