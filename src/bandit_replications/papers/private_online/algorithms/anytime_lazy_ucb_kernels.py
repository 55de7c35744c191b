"""Compiled, event-driven simulation of Anytime-Lazy-UCB (Algorithm 1).

Why whole runs of rounds can be skipped. Between two array fills the private means m and the array
sizes λ of all arms are frozen, and of the index (4) only x = ln t moves. For two arms k and b

    index_k - index_b = m_k - m_b + sqrt(c x) (λ_k^-1/2 - λ_b^-1/2) + (c x / ε) (1/λ_k - 1/λ_b)

Both brackets have the sign of λ_b - λ_k, and x increases with t. So the difference increases with
t if k's array is the smaller one, decreases if it is the larger one, and stands still if they are
equal: k, once ahead of b, falls behind only an arm with a smaller array, and the rounds on which k
beats b ("beats" with either order of ties: the difference is positive, or not negative) are all
those from some round on, all those up to some round, or all or none. Hence the leader b of a round
stays the leader until its array is full or until the first round on which a smaller array's arm
beats it, which bisection finds. The means enter only as constants: nothing changes when the first
pull is noised. A tie that lasts needs arrays of equal size with equal means; with the lowest index
as winner it is decided once, with a uniform winner these rounds are played one by one (with noise
drawn from a density they occur on unnoised first pulls only, at most twice for each arm).

With all arrays pooled, λ is the number of their rewards, and the part of the width that does not
depend on t is added to the mean: nothing else changes.

The bisection asks the same floating-point comparison that the round-by-round simulation makes. The
two differ only where one round moves the difference of two indices by less than its rounding
error.
"""

import math
from typing import NamedTuple

import numpy as np

from bandit_replications.bandits.arrays import Floats, Integers
from bandit_replications.bandits.compiled import kernel
from bandit_replications.bandits.rewards import RewardTable, draw_sum
from bandit_replications.bandits.runs import leader, record_first_pulls, record_run


class Widths(NamedTuple):
    """Constants of the index (4): that of both widths, ε, and the logarithm's base.

    With all arrays pooled, `epsilon` is h ε, see `anytime_lazy_ucb`.
    """

    constant: float
    epsilon: float
    base_2: bool


class NoiseScales(NamedTuple):
    """Scales of the Laplace noise on the first reward, 0 for none, and on an array's sum."""

    first_pull: float
    array: float


class Memory(NamedTuple):
    """Whether all full arrays are pooled, and then the width of each one's noise, apart from t."""

    all_arrays: bool
    per_array: float


@kernel
def simulate_run(
    rewards: RewardTable,
    widths: Widths,
    noise: NoiseScales,
    memory: Memory,
    uniform_ties: bool | None,
    checkpoints: Integers,
    generator: np.random.Generator,
) -> Integers:
    """Return pulls (checkpoints, arms) of one run; mutates the generator only."""
    kind, values, weights = rewards
    arms, horizon = values.shape[0], checkpoints[-1]
    pulls = np.zeros((checkpoints.size, arms), dtype=np.int64)
    point = record_first_pulls(pulls, checkpoints)
    played = np.ones(arms, dtype=np.int64)
    level = np.zeros(arms, dtype=np.int64)
    mean, size, indices = np.empty(arms), np.ones(arms), np.empty(arms)
    pooled = np.empty(arms)  # sums of all full arrays with their noise
    for arm in range(arms):
        pooled[arm] = draw_sum(kind, values, weights, arm, 1, generator)
        if noise.first_pull > 0.0:
            pooled[arm] += generator.laplace(0.0, noise.first_pull)
        mean[arm] = pooled[arm] + memory.per_array
    now = arms
    while now < horizon:
        for arm in range(arms):
            indices[arm] = index(mean[arm], size[arm], now + 1, widths)
        best = leader(indices, uniform_ties, generator)
        # arrays of sizes 1 (the first pull), 2, 4, …, 2^r are full after 2^(r+1) - 1 pulls
        full = (np.int64(4) << level[best]) - 1
        last = min(horizon, now + full - played[best])
        for arm in range(arms):
            if arm != best:
                wins_ties = arm < best or (uniform_ties is not None and uniform_ties)
                last = last_round_ahead(mean, size, best, arm, wins_ties, now + 1, last, widths)
        point = record_run(pulls, point, checkpoints, played, best, last - now)
        now = last
        if played[best] == full:
            level[best] += 1
            count = np.int64(1) << level[best]
            total = draw_sum(kind, values, weights, best, count, generator)
            total += generator.laplace(0.0, noise.array)
            if memory.all_arrays:
                pooled[best] += total
                mean[best] = (pooled[best] + memory.per_array * (level[best] + 1)) / full
                size[best] = full
            else:
                mean[best] = total / count
                size[best] = count
    return pulls


@kernel
def last_round_ahead(
    mean: Floats,
    size: Floats,
    best: int,
    arm: int,
    wins_ties: bool,
    first: int,
    last: int,
    widths: Widths,
) -> int:
    """Return the last of the rounds first, …, last before another arm beats the leader.

    The leader is played in the first round, even if a uniform draw among equals made it so.
    """
    if not beats(mean, size, arm, best, wins_ties, last, widths):
        return last
    low, high = first, last
    while high - low > 1:
        middle = (low + high) // 2
        if beats(mean, size, arm, best, wins_ties, middle, widths):
            high = middle
        else:
            low = middle
    return low


@kernel
def beats(
    mean: Floats, size: Floats, arm: int, other: int, wins_ties: bool, t: int, widths: Widths
) -> bool:
    """Return whether an arm's index in round t is above another's, or equal and it wins ties."""
    own = index(mean[arm], size[arm], t, widths)
    others = index(mean[other], size[other], t, widths)
    return own > others or (wins_ties and own == others)


@kernel
def index(mean: float, size: float, t: int, widths: Widths) -> float:
    """Return the upper confidence bound (4) of an arm in round t."""
    log_t = widths.constant * (math.log2(t) if widths.base_2 else math.log(t))
    return mean + math.sqrt(log_t / size) + log_t / (widths.epsilon * size)
