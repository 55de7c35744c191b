"""DP-SE: private successive elimination (Sajed and Sheffet, 2019), the baseline of Section 6.

Epoch e = 1, 2, … pulls each arm that is alive R_e times, adds noise to each arm's sum of this epoch
alone and drops the arms that are clearly below the best. An epoch that the horizon cuts short
releases nothing, and so decides nothing. Readings, each an option: which integer R_e is, and the
failure probability beta (Section 6 takes 1/T).
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
from bandit_replications.bandits.runs import check_run, count_pulls, reward_source
from bandit_replications.bandits.trajectories import Trajectory
from bandit_replications.papers.private_online.algorithms.dp_se_kernels import simulate_run

Rounding = Literal["up", "down", "nearest"]
ROUNDING_CODES: dict[Rounding, int] = {"up": 0, "down": 1, "nearest": 2}


class Options(BaseModel):
    """Constants and readings of DP-SE; the defaults are as defined and as Section 6 sets them."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    beta: float | None = Field(
        default=None,
        gt=0,
        lt=1,
        description="failure probability of the confidence bounds; null is 1 / horizon",
    )
    rounding: Rounding = Field(
        default="up", description="how the number of pulls R_e of an epoch becomes an integer"
    )
    noise_scale: float = Field(
        default=1.0,
        gt=0,
        allow_inf_nan=False,
        description="scale of the Laplace noise on each arm's sum times epsilon; defined: 1",
    )
    sampling_constant: float = Field(
        default=32.0,
        gt=0,
        allow_inf_nan=False,
        description="constant of R_e's term for the sampling error, 32 ln(.) / gap^2",
    )
    privacy_constant: float = Field(
        default=8.0,
        gt=0,
        allow_inf_nan=False,
        description="constant of R_e's term for the noise, 8 ln(.) / (epsilon gap)",
    )
    width_constant: float = Field(
        default=2.0,
        gt=0,
        allow_inf_nan=False,
        description="how many times h_e + c_e an arm may be below the best; defined: 2",
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
    """Simulate DP-SE by epochs: exact in distribution, one sum for each arm and epoch.

    Source: Sajed and Sheffet, "An Optimal Private Stochastic-MAB Algorithm Based on an Optimal
    Private Stopping Rule" (2019). Nothing is decided within an epoch, whose order of pulls is
    round robin over the arms alive, by index.

    Parameters
    ----------
    rewards : RewardTable
        Laws of the K arms' rewards in [0, 1].
    horizon : int
        Rounds T >= K.
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
    pulls = simulate_run(
        rewards.kind,
        rewards.values,
        rewards.weights,
        np.empty((0, len(rewards.values))),
        float(epsilon),
        options.noise_scale / epsilon,
        1 / horizon if options.beta is None else options.beta,
        ROUNDING_CODES[options.rounding],
        (options.sampling_constant, options.privacy_constant, options.width_constant),
        points,
        generator,
    )
    return Trajectory(pulls)


# --- The definition, round by round ---------------------------------------------------------


def simulate_literal(
    *,
    rewards: RewardTable,
    horizon: int,
    checkpoints: NDArray[np.int64],
    generator: np.random.Generator,
    epsilon: float,
    options: Options = Options(),
) -> Trajectory:
    """Simulate DP-SE round by round; parameters as for `simulate`."""
    check_positive(epsilon=epsilon)
    points = check_run(rewards=rewards, horizon=horizon, checkpoints=checkpoints)
    arms = len(rewards.values)
    played = play_literal(
        reward_source(rewards, generator),
        lambda arm: generator.laplace(0.0, options.noise_scale / epsilon),
        arms=arms,
        epsilon=epsilon,
        beta=1 / horizon if options.beta is None else options.beta,
        options=options,
    )
    return count_pulls(played, arms=arms, checkpoints=points)


def play_literal(
    pull: Callable[[int], float],
    noise: Callable[[int], float],
    *,
    arms: int,
    epsilon: float,
    beta: float,
    options: Options,
) -> Iterator[int]:
    """Yield the arm of each round; `pull` and `noise` draw an arm's next reward and noise."""
    roundings: dict[str, Callable[[float], int]] = {
        "up": math.ceil,
        "down": math.floor,
        "nearest": round,
    }
    alive = list(range(arms))
    for e in itertools.count(1):
        if len(alive) == 1:
            break
        gap = 2.0**-e
        log_8 = math.log(8 * len(alive) * e**2 / beta)
        log_4 = math.log(4 * len(alive) * e**2 / beta)
        for_sampling = options.sampling_constant * log_8 / gap**2
        for_privacy = options.privacy_constant * log_4 / (epsilon * gap)
        pulls = roundings[options.rounding](max(for_sampling, for_privacy) + 1)
        total = dict.fromkeys(alive, 0.0)  # each epoch starts afresh
        for _ in range(pulls):
            for j in alive:
                yield j
                total[j] += pull(j)
        mean = {j: (total[j] + noise(j)) / pulls for j in alive}
        h = math.sqrt(log_8 / (2 * pulls))
        c = log_4 / (pulls * epsilon)
        best = max(mean.values())  # of the arms alive only
        alive = [j for j in alive if best - mean[j] <= options.width_constant * (h + c)]
    while True:
        yield alive[0]
