"""Runs of the algorithms on a GIVEN reward sequence, many at once, for statistical audits.

A privacy audit compares runs on two fixed sequences of reward vectors, while the simulators draw
their rewards. So the algorithms stand here once more, with two arms where arms are pulled, and
vectorised over samples instead of rounds. Runs return one integer for each sample, a code of all
decisions.
"""

import math
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from bandit_replications.bandits.arrays import Floats
from bandit_replications.papers.private_online.theory.audits.hybrid_released_sums import (
    Name,
    noise_names,
    noise_scale,
)
from bandit_replications.papers.private_online.theory.audits.losses import FirstEpoch

Codes = NDArray[np.int64]


def noisy_leaders(
    *, sums: ArrayLike, scale: float, generator: np.random.Generator, samples: int
) -> Codes:
    """Return the action that Report Noisy Max (Algorithm 3) reports, Laplace noise."""
    best = np.full(samples, -math.inf)
    leader = np.zeros(samples, dtype=np.int64)
    for action, total in enumerate(np.asarray(sums, dtype=np.float64)):
        noisy = total + generator.laplace(0.0, scale, samples)
        leader[noisy > best] = action
        np.maximum(best, noisy, out=best)
    return leader


def ftnl_runs(
    *, rewards: ArrayLike, scale: float, generator: np.random.Generator, samples: int
) -> Codes:
    """Run FTNL (Algorithm 2): one digit for each epoch after the first."""
    vectors = np.asarray(rewards, dtype=np.float64)
    rounds, actions = vectors.shape
    code = np.zeros(samples, dtype=np.int64)
    start, length = 0, 1
    while start + length < rounds:
        sums = vectors[start : start + length].sum(axis=0)
        leader = noisy_leaders(sums=sums, scale=scale, generator=generator, samples=samples)
        code = code * actions + leader
        start, length = start + length, 2 * length
    return code


def lazy_runs(
    *,
    rewards: ArrayLike,
    epsilon: float,
    first_pull: Literal["as-printed", "noised"],
    generator: np.random.Generator,
    samples: int,
) -> Codes:
    """Run Anytime-Lazy-UCB (Algorithm 1) with two arms: one binary digit for each round."""
    table = np.asarray(rewards, dtype=np.float64)
    mean = np.stack([np.full(samples, table[0, 0]), np.full(samples, table[1, 1])])
    if first_pull == "noised":
        mean += generator.laplace(0.0, 1 / epsilon, (2, samples))
    size = np.ones((2, samples))
    total, count = np.zeros((2, samples)), np.zeros((2, samples))
    code = np.zeros(samples, dtype=np.int64)
    for t in range(3, len(table) + 1):
        index = mean + np.sqrt(3 * math.log(t) / size) + 3 * math.log(t) / (epsilon * size)
        second = index[1] > index[0]
        code = 2 * code + second
        if t == len(table):  # no decision is left
            break
        for arm, pulled in ((0, ~second), (1, second)):
            total[arm] += np.where(pulled, table[t - 1, arm], 0.0)
            count[arm] += pulled
            full = np.flatnonzero(pulled & (count[arm] == 2 * size[arm]))
            size[arm, full] *= 2
            noise = generator.laplace(0.0, 1 / epsilon, full.size)
            mean[arm, full] = (total[arm, full] + noise) / size[arm, full]
            total[arm, full] = count[arm, full] = 0.0
    return code


def hybrid_runs(
    *, rewards: ArrayLike, epsilon: float, generator: np.random.Generator, samples: int
) -> Codes:
    """Run Hybrid-UCB (Algorithm 4) with two arms: one binary digit for each round."""
    table = np.asarray(rewards, dtype=np.float64)
    noise = [
        released_noise(pulls=len(table) - 1, epsilon=epsilon, generator=generator, samples=samples)
        for _ in range(2)
    ]
    every_sample = np.arange(samples)
    levels = np.array([(count + 1).bit_length() - 1 for count in range(len(table))])
    total = np.stack([np.full(samples, table[0, 0]), np.full(samples, table[1, 1])])
    pulls = np.ones((2, samples), dtype=np.int64)
    code = np.zeros(samples, dtype=np.int64)
    for t in range(3, len(table) + 1):
        logarithm = math.log2(t)
        index = np.empty((2, samples))
        for arm in range(2):
            count = pulls[arm]
            width = np.sqrt(3 * logarithm / count)
            width += 6 * math.sqrt(8) * logarithm * levels[count] / (count * epsilon)
            index[arm] = (total[arm] + noise[arm][count - 1, every_sample]) / count + width
        second = index[1] > index[0]
        code = 2 * code + second
        if t == len(table):  # no decision is left
            break
        for arm, pulled in ((0, ~second), (1, second)):
            total[arm] += np.where(pulled, table[t - 1, arm], 0.0)
            pulls[arm] += pulled
    return code


def hybrid_sums(
    *, rewards: ArrayLike, epsilon: float, generator: np.random.Generator, samples: int
) -> Floats:
    """Return Hybrid-UCB's noisy sum after each pull of one arm, shape (pulls, samples)."""
    exact = np.cumsum(np.asarray(rewards, dtype=np.float64))
    noise = released_noise(pulls=exact.size, epsilon=epsilon, generator=generator, samples=samples)
    return exact[:, None] + noise


def released_noise(
    *, pulls: int, epsilon: float, generator: np.random.Generator, samples: int
) -> Floats:
    """Return the noise in Hybrid-UCB's sum after each pull of an arm, shape (pulls, samples)."""
    drawn: dict[Name, Floats] = {}
    released = np.zeros((pulls, samples))
    for pull in range(1, pulls + 1):
        for name in noise_names(pull=pull):
            if name not in drawn:
                scale = noise_scale(name, epsilon=epsilon)
                drawn[name] = generator.laplace(0.0, scale, samples)
            released[pull - 1] += drawn[name]
    return released


def dp_se_runs(
    *, sums: ArrayLike, epoch: FirstEpoch, generator: np.random.Generator, samples: int
) -> Codes:
    """Run DP-SE's first epoch with two arms: 1 where arm 1 is dropped, else 0."""
    means = np.asarray(sums, dtype=np.float64)[:, None]
    means = (means + generator.laplace(0.0, 1 / epoch.epsilon, (2, samples))) / epoch.pulls
    return (means[0] - means[1] > epoch.margin).astype(np.int64)
