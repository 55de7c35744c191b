"""UCB1 (Auer, Cesa-Bianchi, Fischer, 2002) on each agent alone: no communication at all."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field

from bandit_replications.bandits.rewards import RewardTable
from bandit_replications.bandits.runs import check_run
from bandit_replications.bandits.trajectories import Trajectory
from bandit_replications.papers.cooperative.algorithms import multi_agent_ucb


class Options(BaseModel):
    """Constants of UCB1."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    exploration_constant: float = Field(
        default=2.0, gt=0, allow_inf_nan=False, description="constant under the index's square root"
    )


def simulate(
    *,
    rewards: RewardTable,
    agents: int,
    horizon: int,
    checkpoints: NDArray[np.int64],
    generator: np.random.Generator,
    options: Options = Options(),
) -> Trajectory:
    """Simulate M agents that hear nothing of each other.

    Source: the benchmark of Section 5; Figure 1 of Auer, Cesa-Bianchi and Fischer.

    Parameters
    ----------
    rewards : RewardTable
    agents : int
        M >= 1.
    horizon : int
        Rounds T >= K.
    checkpoints : int64 array, increasing, the last one the horizon
    generator : numpy.random.Generator
    options : Options

    Returns
    -------
    Trajectory

    Raises
    ------
    TypeError, ValueError
        If an argument is of a wrong type or out of range.

    """
    return _run(multi_agent_ucb.simulate, rewards, agents, horizon, checkpoints, generator, options)


def simulate_literal(
    *,
    rewards: RewardTable,
    agents: int,
    horizon: int,
    checkpoints: NDArray[np.int64],
    generator: np.random.Generator,
    options: Options = Options(),
) -> Trajectory:
    """Simulate UCB1 in plain Python; parameters as for `simulate`."""
    literal = multi_agent_ucb.simulate_literal
    return _run(literal, rewards, agents, horizon, checkpoints, generator, options)


def _run(
    simulator: Callable[..., Trajectory],
    rewards: RewardTable,
    agents: int,
    horizon: int,
    checkpoints: NDArray[np.int64],
    generator: np.random.Generator,
    options: Options,
) -> Trajectory:
    if agents < 1:
        raise ValueError(f"agents: {agents}; allowed: at least 1")
    points = check_run(rewards=rewards, horizon=horizon, checkpoints=checkpoints)
    return simulator(
        rewards=rewards,
        lengths=np.zeros((agents, agents), dtype=np.int64),  # nobody is at a distance
        message_life=0,
        horizon=horizon,
        checkpoints=points,
        generator=generator,
        options=multi_agent_ucb.Options(exploration_constant=options.exploration_constant),
    )
