"""Compiled index policies: UCB1 with one or M pulls of the same arm at a time, and MOSS."""

import numpy as np

from bandit_replications.bandits.arrays import Floats, Integers
from bandit_replications.bandits.compiled import kernel
from bandit_replications.bandits.interrupts import interruptible
from bandit_replications.bandits.rewards import BERNOULLI, draw_reward
from bandit_replications.bandits.runs import set_row
from bandit_replications.papers.distributed.environments.reward_laws import (
    RECORDED,
    RewardLaws,
    block_sum,
)


@kernel
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


@kernel
def index_widths(horizon: int, agents: int, constant: float) -> Floats:
    """Return sqrt(constant ln n) for n = agents t pulls, t = 1 to horizon - 1; 0 at t = 0."""
    widths = np.zeros(horizon)
    work = 0
    for time in range(1, horizon):
        work = interruptible(work + 1)
        widths[time] = np.sqrt(constant * np.log(float(time * agents)))
    return widths


@kernel
def highest_index(means: Floats, roots: Floats, width: float) -> int:
    """Return the first arm with the highest mean + width / sqrt(pulls), roots 1 / sqrt(pulls)."""
    best, highest = 0, -np.inf
    for arm in range(len(means)):
        index = means[arm] + width * roots[arm]
        if index > highest:
            best, highest = arm, index
    return best


@kernel
def ucb1(
    laws: RewardLaws,
    arms: int,
    first_agent: int,
    agents: int,
    checkpoints: Integers,
    widths: Floats,
    generator: np.random.Generator,
) -> Integers:
    """Run UCB1 on statistics that some agents share; mutates the generator.

    Agents first pull all arms in turn, and then in each step all of them the arm with the highest
    mean + sqrt(constant ln n / n_arm), n pulls of all together so far, the lowest of equal ones.
    The square roots of constant ln n are `index_widths`.

    Returns
    -------
    int64 array, shape (checkpoints, arms)
        Pulls after each checkpoint.

    """
    seen = np.zeros((len(checkpoints), arms), dtype=np.int64)
    pulled = np.zeros((first_agent + agents, arms), dtype=np.int64)
    counts, sums = np.zeros(arms, dtype=np.int64), np.zeros(arms)
    means, roots = np.empty(arms), np.empty(arms)
    # Reading these from `laws` in each step, or passing it on, costs more than a draw.
    coins, chances = laws.kind == BERNOULLI, laws.values
    position = 0
    work = 0
    for time in range(checkpoints[-1]):
        work = interruptible(work + arms)
        if time * agents < arms:
            for place in range(agents):
                arm = (time * agents + place) % arms
                sums[arm] += pull_together(laws, pulled, first_agent + place, 1, arm, generator)
                counts[arm] += 1
                means[arm] = sums[arm] / counts[arm]
                roots[arm] = 1.0 / np.sqrt(float(counts[arm]))
        else:
            best = highest_index(means, roots, widths[time])
            if not coins:
                sums[best] += pull_together(laws, pulled, first_agent, agents, best, generator)
            elif agents > 1:
                sums[best] += generator.binomial(agents, chances[best, 0])
            elif generator.random() < chances[best, 0]:
                sums[best] += 1.0
            counts[best] += agents
            means[best] = sums[best] / counts[best]
            roots[best] = 1.0 / np.sqrt(float(counts[best]))
        if checkpoints[position] == time + 1:
            set_row(seen, position, counts)
            position += 1
    return seen


@kernel
def moss(
    laws: RewardLaws,
    arms: int,
    agent: int,
    checkpoints: Integers,
    factor: float,
    generator: np.random.Generator,
) -> Integers:
    """Run MOSS for one agent; mutates the generator. Returns pulls after each checkpoint."""
    horizon = checkpoints[-1]
    seen = np.zeros((len(checkpoints), arms), dtype=np.int64)
    pulled = np.zeros((agent + 1, arms), dtype=np.int64)
    counts = np.zeros(arms, dtype=np.int64)
    sums = np.zeros(arms)
    indices = np.full(arms, np.inf)
    position = 0
    work = 0
    for time in range(1, horizon + 1):
        work = interruptible(work + arms)
        best = int(np.argmax(indices))
        sums[best] += pull_together(laws, pulled, agent, 1, best, generator)
        counts[best] += 1
        bonus = factor * max(0.0, np.log(horizon / (arms * counts[best]))) / counts[best]
        indices[best] = sums[best] / counts[best] + np.sqrt(bonus)
        if checkpoints[position] == time:
            set_row(seen, position, counts)
            position += 1
    return seen
