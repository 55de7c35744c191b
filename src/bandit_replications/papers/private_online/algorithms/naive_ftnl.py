"""Naive Follow the Noisy Leader (Section 5): each of the K actions' means gets the budget ε/K.

Epochs, laziness and forgetfulness are FTNL's. Substituting one reward vector moves each of the K
sums by at most 1: Lap(K/ε) on each makes each (ε/K)-private, and all together, with everything
played from them, ε-private by basic composition. Here Definition 1 needs no repair. With two
actions this is FTNL with `noise_scale` 2; from three actions on it has more noise.
"""

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field

from bandit_replications.bandits.arguments import TieBreaking, check_positive
from bandit_replications.bandits.rewards import RewardTable
from bandit_replications.bandits.trajectories import Trajectory, check_checkpoints
from bandit_replications.papers.private_online.algorithms.ftnl import (
    check_first_action,
    play_literal,
    reward_vectors,
    simulate_epochs,
)


class Options(BaseModel):
    """Constants and readings of naive FTNL; the defaults are as described in Section 5."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    noise_scale: float = Field(
        default=1.0,
        gt=0,
        allow_inf_nan=False,
        description="scale of the noise on each sum times epsilon / K; described: 1",
    )
    tie_breaking: TieBreaking = Field(
        default="lowest-index",
        description="which of equal noisy means wins; matters only where noise is lost in rounding",
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
    checkpoints: NDArray[np.int64],
    generator: np.random.Generator,
    epsilon: float,
    options: Options = Options(),
) -> Trajectory:
    """Simulate naive FTNL by epochs: exact in distribution, time arms · log2(horizon).

    Source: Section 5. The paper gives no pseudo-code and states regret of order
    max(log(K)/Δ, K log(K)/ε).

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
        Privacy parameter ε of all actions together, > 0.
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
        noise="laplace",
        scale=options.noise_scale * len(rewards.values) / epsilon,
        tie_breaking=options.tie_breaking,
        first_action=options.first_action,
    )


def simulate_literal(
    *,
    rewards: RewardTable,
    horizon: int,
    checkpoints: NDArray[np.int64],
    generator: np.random.Generator,
    epsilon: float,
    options: Options = Options(),
) -> Trajectory:
    """Simulate Section 5's description round by round; parameters as for `simulate`."""
    check_positive(epsilon=epsilon)
    arms = len(rewards.values)
    check_first_action(options.first_action, arms)

    def select(sums: NDArray[np.float64]) -> int:
        budget = epsilon / arms
        private = sums + generator.laplace(0.0, options.noise_scale / budget, arms)
        leaders = np.flatnonzero(private == private.max())
        return int(generator.choice(leaders) if options.tie_breaking == "uniform" else leaders[0])

    return play_literal(
        reward_vectors(rewards, generator),
        select,
        arms=arms,
        first_action=options.first_action,
        checkpoints=check_checkpoints(checkpoints, horizon=horizon),
    )
