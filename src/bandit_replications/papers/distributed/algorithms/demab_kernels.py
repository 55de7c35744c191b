"""Compiled parts of DEMAB: one distributed and one centralised phase."""

import numpy as np
from numba import njit

from bandit_replications.papers.distributed.algorithms.elimination_kernels import (
    Ledger,
    record,
    record_round_robin,
)
from bandit_replications.papers.distributed.algorithms.runs import Floats, Integers
from bandit_replications.papers.distributed.environments.reward_laws import RewardLaws, block_sum


@njit(cache=True)
def distributed_phase(
    ledger: Ledger,
    laws: RewardLaws,
    held: Integers,
    first: Integers,
    pulls: int,
    time: int,
    length: int,
    horizon: int,
    round_robin: bool,
    generator: np.random.Generator,
) -> tuple[Floats, Floats]:
    """Pull each agent's arms in turn, then fill the phase up; mutates ledger and generator.

    Parameters
    ----------
    held : int64 array
        Arms in the order of agents; agent i has held[first[i]:first[i + 1]].
    pulls, time, length, horizon : int
        m_l, time steps before the phase, its length, T.
    round_robin : bool
        Whether the agent fills up with its arms in turn, or goes on with the last one.

    Returns
    -------
    float64 array, shape (len(held),)
        Average rewards; zero where the horizon ends first.
    float64 array
        The highest average of each agent that holds an arm.

    """
    averages, bests, holders = np.zeros(len(held)), np.zeros(len(first) - 1), 0
    end = min(time + length, horizon)
    for agent in range(len(first) - 1):
        now = time
        for place in range(first[agent], first[agent + 1]):
            arm = held[place]
            if now + pulls <= horizon:
                total = block_sum(laws, ledger.pulled, agent, arm, pulls, generator)
                averages[place] = total / pulls
            record(ledger, agent, arm, now, min(now + pulls, end))
            now = min(now + pulls, end)
            if place == first[agent]:
                bests[holders] = averages[place]
                holders += 1
            bests[holders - 1] = max(bests[holders - 1], averages[place])
        mine = held[first[agent] : first[agent + 1]]
        if round_robin and len(mine) > 0:
            record_round_robin(ledger, agent, mine, now, end)
        else:
            record(ledger, agent, ledger.last_arm[agent], now, end)
    return averages, bests[:holders]


@njit(cache=True)
def centralised_phase(
    ledger: Ledger,
    laws: RewardLaws,
    agent: Integers,
    arm: Integers,
    start: Integers,
    count: Integers,
    time: int,
    length: int,
    horizon: int,
    generator: np.random.Generator,
) -> Floats:
    """Pull the segments of an assignment, then fill the phase up; mutates ledger and generator.

    Parameters
    ----------
    agent, arm, start, count : int64 arrays, shape (segments,)
        As in `assignment.Assignment`, but with the arms' own numbers.
    time, length, horizon : int
        Time steps before the phase, its length, T.

    Returns
    -------
    float64 array, shape (segments,)
        Average rewards; zero where the horizon ends first.

    """
    averages = np.zeros(len(arm))
    end = min(time + length, horizon)
    busy_until = np.full(len(ledger.last_arm), time)
    for segment in range(len(arm)):
        who = agent[segment]
        begin = time + start[segment]
        stop = begin + count[segment]
        if stop <= horizon:
            total = block_sum(laws, ledger.pulled, who, arm[segment], count[segment], generator)
            averages[segment] = total / count[segment]
        record(ledger, who, arm[segment], begin, min(stop, end))
        busy_until[who] = min(stop, end)
    for who in range(len(ledger.last_arm)):
        record(ledger, who, ledger.last_arm[who], busy_until[who], end)
    return averages
