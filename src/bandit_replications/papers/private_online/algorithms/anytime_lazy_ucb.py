"""Anytime-Lazy-UCB (Algorithm 1): private, lazy and forgetful UCB.

Each arm has a sequence of arrays of sizes 2, 4, 8, …; its private mean is that of the last full
array alone, and is released once. Interpretations, each an option: whether the first pull, which is
array 0, is noised as (3) defines (the pseudo-code names no noise; without it that reward is
released in the clear), which of equal indices wins, and the logarithm's base in (4).

With `memory` "all-arrays" this is Remembering-Lazy-UCB, which is ours: the mean of all full arrays,
each with the noise that it was published with. With r + 1 arrays, n = 2^(r+1) - 1 rewards, the
width is sqrt(3 ln t / n) + ((r + 1) ln(1/(1-h²)) + 3 ln t) / (h ε n), h = 0.8: a sum of m Laplace
variables of scale b exceeds (m ln(1/(1-h²)) + x) b / h with probability at most e^-x.

    >>> import numpy as np
    >>> from bandit_replications.bandits.rewards import bernoulli_table
    >>> rewards = bernoulli_table([0.75, 0.5, 0.25])
    >>> problem = BanditProblem(rewards=rewards, horizon=10_000, epsilon=1.0)
    >>> simulate(problem, generator=np.random.default_rng(1)).pulls
    array([[8466, 1023,  511]])
"""

import itertools
import math
from typing import Literal

import numpy as np
from pydantic import Field

from bandit_replications.bandits.literal import Player
from bandit_replications.bandits.options import AlgorithmOptions, Positive
from bandit_replications.bandits.problems import BanditProblem
from bandit_replications.bandits.runs import TieBreaking, choose
from bandit_replications.bandits.trajectories import Trajectory
from bandit_replications.papers.private_online.algorithms.anytime_lazy_ucb_kernels import (
    Memory,
    NoiseScales,
    Widths,
    simulate_run,
)
from bandit_replications.papers.private_online.environments.literal_runs import run_bandit

TILT = 0.8  # h, where the moment generating function of a sum of Laplace variables is taken
PER_ARRAY = -math.log(1 - TILT**2)


class Options(AlgorithmOptions):
    """Constants and interpretations of Anytime-Lazy-UCB, by default as printed in (3) and (4)."""

    first_pull: Literal["noised", "as-printed"] = Field(
        default="noised",
        description="first private mean of an arm: with the noise of (3), or as Algorithm 1 prints",
    )
    noise_scale: Positive = Field(
        default=1.0,
        description="scale of the Laplace noise on an array's sum times epsilon; printed: 1",
    )
    width_constant: Positive = Field(
        default=3.0,
        description="constant in both widths of the index (4); printed: 3",
    )
    logarithm: Literal["natural", "base-2"] = Field(
        default="natural", description="logarithm of the round in the index (4); printed: natural"
    )
    tie_breaking: TieBreaking = Field(
        default="lowest-index", description="which of equal indices wins"
    )
    memory: Literal["last-array", "all-arrays"] = Field(
        default="last-array",
        description="arrays of the private mean; printed: the last one. With all of them this is "
        "Remembering-Lazy-UCB (ours)",
    )


def simulate(
    problem: BanditProblem, *, generator: np.random.Generator, options: Options = Options()
) -> Trajectory:
    """Simulate Anytime-Lazy-UCB by events: exact in distribution, some 10^2 events a run.

    Source: Algorithm 1. An event is a full array or an overtaken leader; the module of the
    compiled kernels says why nothing can happen between them.
    """
    epsilon = problem.private_epsilon
    scale = options.noise_scale / epsilon
    pooled = options.memory == "all-arrays"
    divisor = TILT * epsilon if pooled else epsilon
    pulls = simulate_run(
        problem.rewards,
        Widths(options.width_constant, divisor, options.logarithm == "base-2"),
        NoiseScales(first_pull=scale if options.first_pull == "noised" else 0.0, array=scale),
        Memory(pooled, PER_ARRAY / divisor if pooled else 0.0),
        options.tie_breaking == "uniform" or None,
        problem.points,
        generator,
    )
    return Trajectory(pulls)


# --- The pseudo-code, round by round --------------------------------------------------------


def simulate_literal(
    problem: BanditProblem, *, generator: np.random.Generator, options: Options = Options()
) -> Trajectory:
    """Simulate Algorithm 1 round by round."""
    player = play(problem, generator=generator, options=options)
    return run_bandit(player, problem, generator)


def play(
    problem: BanditProblem, *, generator: np.random.Generator, options: Options = Options()
) -> Player[int, float]:
    """Yield the arm of each round; be sent its reward."""
    if options.memory == "all-arrays":
        yield from play_remembering(problem, generator=generator, options=options)
    arms, epsilon, c = problem.arms, problem.private_epsilon, options.width_constant
    log = math.log if options.logarithm == "natural" else math.log2
    r, mean, pulls = [0] * arms, [0.0] * arms, [0] * arms
    array: list[list[float]] = [[] for _ in range(arms)]

    def noise() -> float:
        return generator.laplace(0.0, options.noise_scale / epsilon)

    for j in range(arms):
        mean[j] = yield j
        mean[j] += noise() if options.first_pull == "noised" else 0.0
        pulls[j] = 1
    for t in itertools.count(arms + 1):
        index = [
            mean[j] + math.sqrt(c * log(t) / 2 ** r[j]) + c * log(t) / (epsilon * 2 ** r[j])
            for j in range(arms)
        ]
        j = choose(index, options.tie_breaking, generator)
        array[j].append((yield j))
        pulls[j] += 1
        if pulls[j] == sum(2**s for s in range(r[j] + 2)):  # the array of size 2^(r + 1) is full
            r[j] += 1
            mean[j] = (math.fsum(array[j]) + noise()) / 2 ** r[j]
            array[j] = []


def play_remembering(
    problem: BanditProblem, *, generator: np.random.Generator, options: Options = Options()
) -> Player[int, float]:
    """Yield the arm of each round as Remembering-Lazy-UCB; be sent its reward."""
    arms, epsilon, c = problem.arms, problem.private_epsilon, options.width_constant
    log = math.log if options.logarithm == "natural" else math.log2
    published: list[list[float]] = [[] for _ in range(arms)]  # noisy sums of the full arrays
    array: list[list[float]] = [[] for _ in range(arms)]

    def index(j: int, t: int) -> float:
        m = len(published[j])
        n = 2**m - 1
        noise_width = (m * PER_ARRAY + c * log(t)) / (TILT * epsilon * n)
        return math.fsum(published[j]) / n + math.sqrt(c * log(t) / n) + noise_width

    for t in itertools.count(1):
        if t <= arms:
            j = t - 1
        else:
            indices = [index(j, t) for j in range(arms)]
            j = choose(indices, options.tie_breaking, generator)
        array[j].append((yield j))
        if len(array[j]) == 2 ** len(published[j]):  # full: published once, and kept
            noised = published[j] or options.first_pull == "noised"
            noise = generator.laplace(0.0, options.noise_scale / epsilon) if noised else 0.0
            published[j].append(math.fsum(array[j]) + noise)
            array[j] = []
