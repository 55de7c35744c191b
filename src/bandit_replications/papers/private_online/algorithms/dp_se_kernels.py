"""Compiled simulation of DP-SE by epochs."""

import math

import numpy as np
from numba import njit

from bandit_replications.bandits.rewards import draw_sum
from bandit_replications.bandits.runs import Floats, Integers, record_run


@njit(cache=True)
def simulate_run(
    kind: int,
    values: Floats,
    weights: Floats,
    sums: Floats,
    epsilon: float,
    scale: float,
    beta: float,
    rounding: int,
    constants: tuple[float, float, float],
    checkpoints: Integers,
    generator: np.random.Generator,
) -> Integers:
    """Return pulls (checkpoints, arms) of one run.

    `sums` (epochs, arms) may give noisy sums of the first epochs; entries that are NaN are drawn
    when an epoch ends and written there. `rounding` is 0 up, 1 down, 2 nearest; `constants` are
    those of R_e's two terms and of the width. Mutates sums and the generator.
    """
    arms, horizon = values.shape[0], int(checkpoints[-1])
    pulls = np.zeros((checkpoints.size, arms), dtype=np.int64)
    played = np.zeros(arms, dtype=np.int64)
    mean = np.empty(arms)
    alive = np.arange(arms)
    now, point, epoch = 0, 0, 0
    while alive.size > 1 and now < horizon:
        epoch += 1
        log_8 = math.log(8.0 * alive.size * epoch**2 / beta)
        log_4 = math.log(4.0 * alive.size * epoch**2 / beta)
        length = epoch_length(epoch, log_8, log_4, epsilon, rounding, constants)
        if length * alive.size > horizon - now:  # cut short: releases nothing
            record_round_robin(pulls, point, checkpoints, played, alive, horizon - now)
            return pulls
        count = int(length)
        rounds = count * alive.size
        point = record_round_robin(pulls, point, checkpoints, played, alive, rounds)
        now += rounds
        for arm in alive:
            total = sums[epoch - 1, arm] if epoch <= sums.shape[0] else np.nan
            if math.isnan(total):
                total = draw_sum(kind, values, weights, int(arm), count, generator)
                total += generator.laplace(0.0, scale)
            if epoch <= sums.shape[0]:
                sums[epoch - 1, arm] = total
            mean[arm] = total / length
        width = math.sqrt(log_8 / (2.0 * length)) + log_4 / (length * epsilon)
        below = mean[alive].max() - mean[alive]
        alive = alive[below <= constants[2] * width]
    record_run(pulls, point, checkpoints, played, alive[0], horizon - now)
    return pulls


@njit(cache=True)
def epoch_length(
    epoch: int,
    log_8: float,
    log_4: float,
    epsilon: float,
    rounding: int,
    constants: tuple[float, float, float],
) -> float:
    """Return R_e, the pulls of each arm alive: an integer, as a float since it has no bound."""
    gap = 2.0**-epoch
    for_sampling = constants[0] * log_8 / gap**2
    for_privacy = constants[1] * log_4 / (epsilon * gap)
    length = max(for_sampling, for_privacy) + 1.0
    if rounding == 0:
        return math.ceil(length)
    return math.floor(length) if rounding == 1 else np.round(length)


@njit(cache=True)
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
        pulls[point] = played
        pulls[point, alive] += cycles
        pulls[point, alive[:extra]] += 1
        point += 1
    cycles, extra = divmod(rounds, alive.size)
    played[alive] += cycles
    played[alive[:extra]] += 1
    return point
