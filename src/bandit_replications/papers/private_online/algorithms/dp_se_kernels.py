"""Compiled simulation of DP-SE by epochs."""

import math
from typing import NamedTuple

import numpy as np

from bandit_replications.bandits.arrays import Integers
from bandit_replications.bandits.compiled import kernel
from bandit_replications.bandits.rewards import RewardTable, draw_sum
from bandit_replications.bandits.runs import record_run, set_row

LONGEST = 2.0**62  # longer than any run, and an int64


class EpochRule(NamedTuple):
    """How long an epoch is and whom it drops: ε, beta, the logarithms' base, constants.

    `rounding` is 0 up, 1 down, 2 nearest.
    """

    epsilon: float
    beta: float
    base_2: bool
    rounding: int
    sampling_constant: float
    privacy_constant: float
    width_constant: float


@kernel
def simulate_run(
    rewards: RewardTable,
    rule: EpochRule,
    scale: float,
    checkpoints: Integers,
    generator: np.random.Generator,
) -> Integers:
    """Return pulls (checkpoints, arms) of one run; `scale` is that of the noise on each sum.

    Mutates the generator only.
    """
    kind, values, weights = rewards
    arms, horizon = values.shape[0], int(checkpoints[-1])
    pulls = np.zeros((checkpoints.size, arms), dtype=np.int64)
    played = np.zeros(arms, dtype=np.int64)
    mean = np.empty(arms)
    alive = np.arange(arms)
    now, point, epoch = 0, 0, 0
    while alive.size > 1 and now < horizon:
        epoch += 1
        log_8 = logarithm(8.0 * alive.size * epoch**2 / rule.beta, rule.base_2)
        log_4 = logarithm(4.0 * alive.size * epoch**2 / rule.beta, rule.base_2)
        length = epoch_length(epoch, log_8, log_4, rule)
        if length * alive.size > horizon - now:  # cut short: releases nothing
            record_round_robin(pulls, point, checkpoints, played, alive, horizon - now)
            return pulls
        count = int(length)
        rounds = count * alive.size
        point = record_round_robin(pulls, point, checkpoints, played, alive, rounds)
        now += rounds
        for arm in alive:
            total = draw_sum(kind, values, weights, int(arm), count, generator)
            total += generator.laplace(0.0, scale)
            mean[arm] = total / length
        width = math.sqrt(log_8 / (2.0 * length)) + log_4 / (length * rule.epsilon)
        highest, kept = -np.inf, 0
        for arm in alive:
            highest = max(highest, mean[arm])
        for arm in alive:
            if highest - mean[arm] <= rule.width_constant * width:
                alive[kept] = arm
                kept += 1
        alive = alive[:kept]
    record_run(pulls, point, checkpoints, played, alive[0], horizon - now)
    return pulls


@kernel
def logarithm(x: float, base_2: bool) -> float:
    """Return the logarithm to base 2, or the natural one."""
    return math.log2(x) if base_2 else math.log(x)


@kernel
def epoch_length(epoch: int, log_8: float, log_4: float, rule: EpochRule) -> float:
    """Return R_e, the pulls of each arm alive: an integer as a float, at most `LONGEST`."""
    gap = 2.0**-epoch
    for_sampling = rule.sampling_constant * log_8 / gap**2
    for_privacy = rule.privacy_constant * log_4 / (rule.epsilon * gap)
    length = min(max(for_sampling, for_privacy) + 1.0, LONGEST)
    if rule.rounding == 0:
        return math.ceil(length)
    return math.floor(length) if rule.rounding == 1 else np.round(length)


@kernel
def record_round_robin(
    pulls: Integers,
    point: int,
    checkpoints: Integers,
    played: Integers,
    alive: Integers,
    rounds: int,
) -> int:
    """Pull the arms alive in turn, by index; return the first checkpoint after these rounds.

    `played` (arms,) holds the pulls so far. Mutates played and pulls (checkpoints, arms).
    """
    start = played.sum()
    while point < checkpoints.size and checkpoints[point] <= start + rounds:
        cycles, extra = divmod(checkpoints[point] - start, alive.size)
        set_row(pulls, point, played)
        for turn in range(alive.size):
            pulls[point, alive[turn]] += cycles + (turn < extra)
        point += 1
    cycles, extra = divmod(rounds, alive.size)
    for turn in range(alive.size):
        played[alive[turn]] += cycles + (turn < extra)
    return point
