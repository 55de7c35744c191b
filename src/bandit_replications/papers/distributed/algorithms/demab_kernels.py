"""Compiled parts of DEMAB: one distributed and one centralised phase."""

import numpy as np

from bandit_replications.bandits.arrays import Floats, Integers
from bandit_replications.bandits.compiled import kernel
from bandit_replications.papers.distributed.algorithms.assignment import Assignment
from bandit_replications.papers.distributed.algorithms.elimination_kernels import (
    PullCounts,
    record,
    record_round_robin,
)
from bandit_replications.papers.distributed.algorithms.reallocate import Holdings
from bandit_replications.papers.distributed.environments.reward_laws import RewardLaws, block_sum


@kernel
def distributed_phase(
    counts: PullCounts,
    laws: RewardLaws,
    held: Holdings,
    pulls: int,
    time: int,
    length: int,
    round_robin: bool,
    generator: np.random.Generator,
) -> tuple[Floats, Floats]:
    """Pull each agent's arms in turn, then fill the phase up; mutates counts and generator.

    Parameters
    ----------
    pulls, time, length : int
        m_l, time steps before the phase, its length.
    round_robin : bool
        Whether the agent fills up with its arms in turn, or goes on with the last one.

    Returns
    -------
    float64 array, shape (arms held,)
        Average rewards; zero where the horizon ends first.
    float64 array
        The highest average of each agent that holds an arm.

    """
    first, horizon = held.first, counts.checkpoints[-1]
    averages, bests, holders = np.zeros(len(held.arms)), np.zeros(len(first) - 1), 0
    end = min(time + length, horizon)
    for agent in range(len(first) - 1):
        now = time
        for place in range(first[agent], first[agent + 1]):
            arm = held.arms[place]
            if now + pulls <= horizon:
                total = block_sum(laws, counts.pulled, agent, arm, pulls, generator)
                averages[place] = total / pulls
            record(counts, agent, arm, now, min(now + pulls, end))
            now = min(now + pulls, end)
            if place == first[agent]:
                bests[holders] = averages[place]
                holders += 1
            bests[holders - 1] = max(bests[holders - 1], averages[place])
        own = held.arms[first[agent] : first[agent + 1]]
        if round_robin and len(own) > 0:
            record_round_robin(counts, agent, own, now, end)
        else:
            record(counts, agent, counts.last_arm[agent], now, end)
    return averages, bests[:holders]


@kernel
def centralised_phase(
    counts: PullCounts,
    laws: RewardLaws,
    plan: Assignment,
    arms: Integers,
    time: int,
    drawn: Floats,
    generator: np.random.Generator,
) -> Floats:
    """Pull the segments of an assignment, then fill the phase up; mutates counts and generator.

    Parameters
    ----------
    arms : int64 array
        The remaining arms, to which the assignment's positions refer.
    time : int
        Time steps before the phase.
    drawn : float64 array, shape (arms,), or empty
        Averages of all agents' pulls in the phase, if they are drawn already.

    Returns
    -------
    float64 array, shape (segments,)
        Average rewards; zero where the horizon ends first.

    """
    horizon = counts.checkpoints[-1]
    averages = np.zeros(len(plan.arm))
    end = min(time + plan.length, horizon)
    busy_until = np.full(len(counts.last_arm), time)
    for segment in range(len(plan.arm)):
        agent, arm, pulls = plan.agent[segment], arms[plan.arm[segment]], plan.pulls[segment]
        begin = time + plan.start[segment]
        stop = begin + pulls
        if len(drawn) > 0:
            averages[segment] = drawn[plan.arm[segment]]
        elif stop <= horizon:
            averages[segment] = block_sum(laws, counts.pulled, agent, arm, pulls, generator) / pulls
        record(counts, agent, arm, begin, min(stop, end))
        busy_until[agent] = min(stop, end)
    for agent in range(len(counts.last_arm)):
        record(counts, agent, counts.last_arm[agent], busy_until[agent], end)
    return averages
