"""Compiled index policies: UCB1 with one or M pulls of the same arm at a time, and MOSS."""

import numpy as np
from numba import njit

from bandit_replications.distributed.reward_laws import RECORDED, RewardLaws, block_sum
from bandit_replications.distributed.runs import Floats, Integers
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
def highest_index(means: Floats, roots: Floats, width: float, scratch: Floats) -> float:
    """Return the highest mean + width / sqrt(pulls), roots 1 / sqrt(pulls); mutates scratch.

    Arms apart and maxima apart: a processor computes several at once. Scratch gets the indices.
    """
    arms = len(means)
    for arm in range(arms):
        scratch[arm] = means[arm] + width * roots[arm]
    first = second = third = fourth = scratch[0]
    for arm in range(0, arms - 3, 4):
        first = max(first, scratch[arm])
        second = max(second, scratch[arm + 1])
        third = max(third, scratch[arm + 2])
        fourth = max(fourth, scratch[arm + 3])
    for arm in range(arms - arms % 4, arms):
        first = max(first, scratch[arm])
    return float(max(first, second, third, fourth))


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
    counts, sums = np.zeros(arms, dtype=np.int64), np.zeros(arms)
    means, roots, scratch = np.empty(arms), np.empty(arms), np.empty(arms)
    horizon = checkpoints[-1]
    time, position, ahead, before = 0, 0, 1, -1
    while time < horizon:
        if time * agents < arms:
            for place in range(agents):
                arm = (time * agents + place) % arms
                sums[arm] += pull_together(laws, pulled, first_agent + place, 1, arm, generator)
                counts[arm] += 1
                means[arm] = sums[arm] / counts[arm]
                roots[arm] = 1.0 / np.sqrt(float(counts[arm]))
            time += 1
        else:
            until = min(time + ahead, checkpoints[position])
            start = time
            width = np.sqrt(constant * np.log(float(time * agents)))
            highest = highest_index(means, roots, width, scratch)
            best = 0
            while scratch[best] < highest:
                best += 1
            others = np.inf
            if until > time + 1:
                mean, means[best] = means[best], -np.inf
                later = np.sqrt(constant * np.log(float(until * agents)))
                others = highest_index(means, roots, later, scratch)
                means[best] = mean
            again = True
            while again:
                sums[best] += pull_together(laws, pulled, first_agent, agents, best, generator)
                counts[best] += agents
                time += 1
                means[best] = sums[best] / counts[best]
                roots[best] = 1.0 / np.sqrt(float(counts[best]))
                again = time < until and means[best] + width * roots[best] > others
            # How far to look ahead is a matter of speed alone.
            longer = time == until and best == before
            ahead = 2 * ahead if longer else max(1, min(ahead, time - start) // 2)
            before = best
        while position < len(checkpoints) and checkpoints[position] == time:
            seen[position] = counts
            position += 1
    return seen


@njit(cache=True)
def ucb1_alone(
    laws: RewardLaws,
    arms: int,
    agents: int,
    checkpoints: Integers,
    constant: float,
    generator: np.random.Generator,
) -> Integers:
    """Run UCB1 for agents one after the other that hear nothing of each other; see `ucb1`."""
    seen = np.zeros((len(checkpoints), arms), dtype=np.int64)
    for agent in range(agents):
        seen += ucb1(laws, arms, agent, 1, checkpoints, constant, generator)
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
