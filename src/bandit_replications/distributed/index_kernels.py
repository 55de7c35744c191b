"""Compiled index policies: UCB1 with one or M pulls of the same arm at a time, and MOSS."""

import numpy as np
from numba import njit

from bandit_replications.distributed.reward_laws import RECORDED, RewardLaws, block_sum
from bandit_replications.distributed.runs import Integers
from bandit_replications.rewards import draw_reward


@njit(cache=True)
def pull_together(
    laws: RewardLaws,
    pulled: Integers,
    first_agent: int,
    agents: int,
    arm: int,
    generator: np.random.Generator,
) -> float:
    """Return the sum of one reward of an arm for each of some agents; mutates `pulled`."""
    total = 0.0
    if laws.kind == RECORDED:
        for agent in range(first_agent, first_agent + agents):
            total += block_sum(laws, pulled, agent, arm, 1, generator)
            pulled[agent, arm] += 1
        return total
    if agents == 1:
        return draw_reward(laws.kind, laws.values, laws.weights, arm, generator)
    return block_sum(laws, pulled, first_agent, arm, agents, generator)


@njit(cache=True)
def ucb1(
    laws: RewardLaws,
    arms: int,
    first_agent: int,
    agents: int,
    checkpoints: Integers,
    constant: float,
    generator: np.random.Generator,
) -> Integers:
    """Run UCB1 on statistics that some agents share; mutates the generator.

    Agents first pull all arms in turn, and then in each step all of them the arm with the highest
    mean + sqrt(constant ln n / n_arm), n pulls of all together so far, the lowest of equal ones.

    While an arm's index, with the logarithm of an earlier time, lies above all others with that of
    a later time, it is pulled again without looking at the others: the choices are the same.

    Returns
    -------
    int64 array, shape (checkpoints, arms)
        Pulls after each checkpoint.

    """
    seen = np.zeros((len(checkpoints), arms), dtype=np.int64)
    pulled = np.zeros((first_agent + agents, arms), dtype=np.int64)
    counts = np.zeros(arms, dtype=np.int64)
    sums = np.zeros(arms)
    horizon = checkpoints[-1]
    time, position, ahead = 0, 0, 1
    while time < horizon:
        if time * agents < arms:
            for place in range(agents):
                arm = (time * agents + place) % arms
                sums[arm] += pull_together(laws, pulled, first_agent + place, 1, arm, generator)
                counts[arm] += 1
            time += 1
        else:
            until = min(time + ahead, checkpoints[position])
            start = time
            now = constant * np.log(float(time * agents))
            later = constant * np.log(float(until * agents))
            best, best_index = 0, -np.inf
            for arm in range(arms):
                index = sums[arm] / counts[arm] + np.sqrt(now / counts[arm])
                if index > best_index:
                    best, best_index = arm, index
            others = -np.inf
            for arm in range(arms):
                if arm != best:
                    others = max(others, sums[arm] / counts[arm] + np.sqrt(later / counts[arm]))
            again = True
            while again:
                sums[best] += pull_together(laws, pulled, first_agent, agents, best, generator)
                counts[best] += agents
                time += 1
                index = sums[best] / counts[best] + np.sqrt(now / counts[best])
                again = time < until and index > others
            # How far to look ahead is a matter of speed alone.
            ahead = 2 * ahead if time == until else max(1, min(ahead, time - start) // 2)
        while position < len(checkpoints) and checkpoints[position] == time:
            seen[position] = counts
            position += 1
    return seen


@njit(cache=True)
def moss(
    laws: RewardLaws,
    arms: int,
    agent: int,
    checkpoints: Integers,
    factor: float,
    generator: np.random.Generator,
) -> Integers:
    """Run MOSS for one agent; mutates the generator. Returns pulls after each checkpoint.

    The index of an arm changes only when it is pulled, so the leader is compared with the highest
    of the others, which stays until the leader changes.
    """
    horizon = checkpoints[-1]
    seen = np.zeros((len(checkpoints), arms), dtype=np.int64)
    pulled = np.zeros((agent + 1, arms), dtype=np.int64)
    counts = np.zeros(arms, dtype=np.int64)
    sums = np.zeros(arms)
    indices = np.full(arms, np.inf)
    time, position = 0, 0
    while time < horizon:
        best = int(np.argmax(indices))
        others = -np.inf
        first = best  # the lowest arm among the highest of the others
        for arm in range(arms):
            if arm != best and indices[arm] > others:
                others, first = indices[arm], arm
        again = True
        while again:
            sums[best] += pull_together(laws, pulled, agent, 1, best, generator)
            counts[best] += 1
            time += 1
            bonus = factor * max(0.0, np.log(horizon / (arms * counts[best]))) / counts[best]
            indices[best] = sums[best] / counts[best] + np.sqrt(bonus)
            if checkpoints[position] == time:
                seen[position] = counts
                position += 1
            leads = indices[best] > others or (indices[best] == others and best < first)
            again = bool(leads and time < horizon)
    return seen
