"""Follow the Noisy Leader, FTNL (Algorithm 2): full information, private, lazy and forgetful.

Epoch s = 0, 1, … has 2^s rounds, in which one action is played; at its end Report Noisy Max picks
the action of the next epoch from the rewards of this epoch alone.
"""

from collections.abc import Callable, Iterator

import numpy as np
from numba import njit
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field

from bandit_replications.bandits.arguments import TieBreaking, check_positive
from bandit_replications.bandits.rewards import RewardTable, draw_reward
from bandit_replications.bandits.trajectories import Trajectory, check_checkpoints
from bandit_replications.papers.private_online.algorithms.ftnl_kernels import (
    NOISE_CODES,
    simulate_run,
)
from bandit_replications.papers.private_online.algorithms.report_noisy_max import (
    Noise,
    report_noisy_max,
)

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]


class Options(BaseModel):
    """Constants and readings of FTNL; the defaults are as printed."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    noise: Noise = Field(
        default="laplace", description="law of the noise on each action's sum; printed: laplace"
    )
    noise_scale: float = Field(
        default=1.0,
        gt=0,
        allow_inf_nan=False,
        description="scale of the noise times epsilon; printed: 1. 2 makes FTNL epsilon-private "
        "when a whole reward vector is substituted (Definition 1)",
    )
    tie_breaking: TieBreaking = Field(
        default="lowest-index",
        description="which of equal noisy sums wins; matters only where noise is lost in rounding",
    )
    first_action: int = Field(
        default=0,
        ge=0,
        description="action of epoch 0, one round long: moves the regret by its gap, at most 1",
    )


def simulate(
    *,
    rewards: RewardTable,
    horizon: int,
    checkpoints: Integers,
    generator: np.random.Generator,
    epsilon: float,
    options: Options = Options(),
) -> Trajectory:
    """Simulate FTNL by epochs: exact in distribution, time arms · log2(horizon).

    Source: Algorithm 2. Within an epoch nothing is decided, so each action's sum of rewards over
    it is drawn at once; actions' rewards are independent.

    Parameters
    ----------
    rewards : RewardTable
        Laws of the K actions' rewards in [0, 1].
    horizon : int
        Rounds T; the last epoch may be cut short.
    checkpoints : int64 array, increasing, the last one the horizon
        Rounds after which plays are counted.
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
    return simulate_epochs(
        rewards=rewards,
        checkpoints=check_checkpoints(checkpoints, horizon=horizon),
        generator=generator,
        noise=options.noise,
        scale=options.noise_scale / epsilon,
        tie_breaking=options.tie_breaking,
        first_action=options.first_action,
    )


def simulate_epochs(
    *,
    rewards: RewardTable,
    checkpoints: Integers,
    generator: np.random.Generator,
    noise: Noise,
    scale: float,
    tie_breaking: TieBreaking,
    first_action: int,
) -> Trajectory:
    """Simulate any algorithm with FTNL's epochs, whose noise on each sum has this scale."""
    check_first_action(first_action, len(rewards.values))
    pulls = simulate_run(
        rewards.kind,
        rewards.values,
        rewards.weights,
        NOISE_CODES[noise],
        scale,
        tie_breaking == "uniform",
        first_action,
        checkpoints,
        generator,
    )
    return Trajectory(pulls)


# --- The pseudo-code, round by round --------------------------------------------------------


def simulate_literal(
    *,
    rewards: RewardTable,
    horizon: int,
    checkpoints: Integers,
    generator: np.random.Generator,
    epsilon: float,
    options: Options = Options(),
) -> Trajectory:
    """Simulate Algorithm 2 as printed, round by round; parameters as for `simulate`."""
    check_positive(epsilon=epsilon)
    arms = len(rewards.values)
    check_first_action(options.first_action, arms)

    def select(sums: Floats) -> int:
        return report_noisy_max(
            sums=sums,
            epsilon=epsilon,
            generator=generator,
            noise=options.noise,
            noise_scale=options.noise_scale,
            tie_breaking=options.tie_breaking,
        )

    return play_literal(
        reward_vectors(rewards, generator),
        select,
        arms=arms,
        first_action=options.first_action,
        checkpoints=check_checkpoints(checkpoints, horizon=horizon),
    )


def play_literal(
    vectors: Iterator[Floats],
    select: Callable[[Floats], int],
    *,
    arms: int,
    first_action: int,
    checkpoints: Integers,
) -> Trajectory:
    """Play Algorithm 2 on a stream of reward vectors; `select` is Report Noisy Max."""
    pulls = np.zeros(arms, dtype=np.int64)
    recorded = []
    t, epoch, action = 0, 0, first_action
    while True:
        epoch_sums = np.zeros(arms)
        for _ in range(2**epoch):
            t += 1
            pulls[action] += 1
            epoch_sums += next(vectors)
            if t in checkpoints:
                recorded.append(pulls.copy())
            if t == checkpoints[-1]:
                return Trajectory(np.array(recorded))
        action = select(epoch_sums)
        epoch += 1


def reward_vectors(rewards: RewardTable, generator: np.random.Generator) -> Iterator[Floats]:
    """Yield one complete reward vector (arms,) for each round."""
    while True:
        yield _draw_vector(rewards.kind, rewards.values, rewards.weights, generator)


@njit(cache=True)
def _draw_vector(
    kind: int, values: Floats, weights: Floats, generator: np.random.Generator
) -> Floats:
    # compiled as entering compiled code with a generator costs 10 µs, whatever is drawn
    vector = np.empty(values.shape[0])
    for arm in range(values.shape[0]):
        vector[arm] = draw_reward(kind, values, weights, arm, generator)
    return vector


def check_first_action(first_action: int, arms: int) -> None:
    """Raise ValueError unless this is one of the actions."""
    if first_action >= arms:
        raise ValueError(f"first_action: {first_action}; allowed: 0 to {arms - 1}")
