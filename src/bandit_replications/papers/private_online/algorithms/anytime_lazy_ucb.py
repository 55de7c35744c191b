"""Anytime-Lazy-UCB (Algorithm 1): private, lazy and forgetful UCB.

Each arm has a sequence of arrays of sizes 2, 4, 8, …; its private mean is that of the last full
array alone, and is released once. Readings, each an option: whether the first pull, which no array
holds, is noised (the pseudo-code adds no noise; without it that reward is released in the clear),
which of equal indices wins, and the logarithm's base in (4).
"""

import itertools
import math
from collections.abc import Callable, Iterator
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field

from bandit_replications.bandits.arguments import check_positive
from bandit_replications.bandits.rewards import RewardTable
from bandit_replications.bandits.runs import (
    TieBreaking,
    check_run,
    choose,
    count_pulls,
    reward_source,
)
from bandit_replications.bandits.trajectories import Trajectory
from bandit_replications.papers.private_online.algorithms.anytime_lazy_ucb_kernels import (
    simulate_run,
)


class Options(BaseModel):
    """Constants and readings of Anytime-Lazy-UCB; the defaults are as printed."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    first_pull: Literal["as-printed", "noised"] = Field(
        default="as-printed",
        description="first private mean of an arm: its first reward as it is, or plus the noise",
    )
    noise_scale: float = Field(
        default=1.0,
        gt=0,
        allow_inf_nan=False,
        description="scale of the Laplace noise on an array's sum times epsilon; printed: 1",
    )
    width_constant: float = Field(
        default=3.0,
        gt=0,
        allow_inf_nan=False,
        description="constant in both widths of the index (4); printed: 3",
    )
    logarithm: Literal["natural", "base-2"] = Field(
        default="natural", description="logarithm of the round in the index (4); printed: natural"
    )
    tie_breaking: TieBreaking = Field(
        default="lowest-index", description="which of equal indices wins"
    )


def simulate(
    *,
    rewards: RewardTable,
    horizon: int,
    checkpoints: NDArray[np.int64],
    generator: np.random.Generator,
    epsilon: float,
    options: Options = Options(),
) -> Trajectory:
    """Simulate Anytime-Lazy-UCB by events: exact in distribution, some 10^2 events a run.

    Source: Algorithm 1. An event is a full array or an overtaken leader; the module of the
    compiled kernels says why nothing can happen between them.

    Parameters
    ----------
    rewards : RewardTable
        Laws of the K arms' rewards in [0, 1].
    horizon : int
        Rounds T >= K, the initial pull of each arm included.
    checkpoints : int64 array, increasing, the last one the horizon
        Rounds after which pulls are counted.
    generator : numpy.random.Generator
    epsilon : float
        Privacy parameter ε, > 0.
    options : Options

    Returns
    -------
    Trajectory

    Raises
    ------
    TypeError, ValueError
        If an argument is of a wrong type or out of range.

    """
    check_positive(epsilon=epsilon)
    points = check_run(rewards=rewards, horizon=horizon, checkpoints=checkpoints)
    scale = options.noise_scale / epsilon
    pulls = simulate_run(
        rewards.kind,
        rewards.values,
        rewards.weights,
        np.full((len(rewards.values), int(horizon).bit_length()), np.nan),
        scale,
        scale if options.first_pull == "noised" else 0.0,
        (options.width_constant, float(epsilon), options.logarithm == "base-2"),
        options.tie_breaking == "uniform",
        points,
        generator,
    )
    return Trajectory(pulls)


# --- The pseudo-code, round by round --------------------------------------------------------


def simulate_literal(
    *,
    rewards: RewardTable,
    horizon: int,
    checkpoints: NDArray[np.int64],
    generator: np.random.Generator,
    epsilon: float,
    options: Options = Options(),
) -> Trajectory:
    """Simulate Algorithm 1 as printed, round by round; parameters as for `simulate`."""
    check_positive(epsilon=epsilon)
    points = check_run(rewards=rewards, horizon=horizon, checkpoints=checkpoints)
    arms = len(rewards.values)
    played = play_literal(
        reward_source(rewards, generator),
        lambda arm: generator.laplace(0.0, options.noise_scale / epsilon),
        lambda indices: choose(indices, options.tie_breaking, generator),
        arms=arms,
        epsilon=epsilon,
        options=options,
    )
    return count_pulls(played, arms=arms, checkpoints=points)


def play_literal(
    pull: Callable[[int], float],
    noise: Callable[[int], float],
    argmax: Callable[[list[float]], int],
    *,
    arms: int,
    epsilon: float,
    options: Options,
) -> Iterator[int]:
    """Yield the arm of each round; `pull` and `noise` draw an arm's next reward and noise."""
    log = math.log if options.logarithm == "natural" else math.log2
    c = options.width_constant
    r, mean, pulls = [0] * arms, [0.0] * arms, [0] * arms
    array: list[list[float]] = [[] for _ in range(arms)]
    for j in range(arms):
        yield j
        mean[j] = pull(j) + (noise(j) if options.first_pull == "noised" else 0.0)
        pulls[j] = 1
    for t in itertools.count(arms + 1):
        index = [
            mean[j] + math.sqrt(c * log(t) / 2 ** r[j]) + c * log(t) / (epsilon * 2 ** r[j])
            for j in range(arms)
        ]
        j = argmax(index)
        yield j
        pulls[j] += 1
        array[j].append(pull(j))
        if pulls[j] == sum(2**s for s in range(r[j] + 2)):  # the array of size 2^(r + 1) is full
            r[j] += 1
            mean[j] = (math.fsum(array[j]) + noise(j)) / 2 ** r[j]
            array[j] = []
