"""M agents that each run UCB1 (Auer, Cesa-Bianchi, Fischer, 2002) alone: no communication."""

import math

import numpy as np
from pydantic import BaseModel, ConfigDict, Field

from bandit_replications.papers.distributed.algorithms.elimination import silent_run
from bandit_replications.papers.distributed.algorithms.index_kernels import ucb1_alone
from bandit_replications.papers.distributed.algorithms.runs import (
    ArmsRun,
    Floats,
    Integers,
    check_arms_run,
)
from bandit_replications.papers.distributed.environments.channel import History
from bandit_replications.papers.distributed.environments.reward_laws import (
    RewardLaws,
    reward_laws,
    reward_source,
)


class Options(BaseModel):
    """Constants of UCB1."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    exploration_constant: float = Field(
        default=2.0, gt=0, allow_inf_nan=False, description="constant under the index's square root"
    )


def simulate(
    *,
    means: Floats,
    agents: int,
    horizon: int,
    checkpoints: Integers,
    generator: np.random.Generator,
    law: str | RewardLaws = "bernoulli",
    options: Options = Options(),
) -> ArmsRun:
    """Simulate M agents that hear nothing of each other, pull by pull.

    Source: Figure 1 of Auer, Cesa-Bianchi and Fischer (2002): each arm once, then the highest
    mean + sqrt(2 ln n / n_arm), n the agent's pulls so far; of equal ones the lowest.

    Parameters
    ----------
    means : float64 array, shape (arms,), in [0, 1]
    agents : int
        M >= 1.
    horizon : int
        T >= 1; the time taken grows with M T, about 60 ns for each pull.
    checkpoints : int64 array, increasing, the last one the horizon
    generator : numpy.random.Generator
    law : str or RewardLaws
    options : Options

    Returns
    -------
    ArmsRun
        With `phases` 0.

    Raises
    ------
    TypeError, ValueError
        If an argument is of a wrong type or out of range.

    """
    values, points = check_arms_run(
        means=means, agents=agents, horizon=horizon, checkpoints=checkpoints
    )
    laws = reward_laws(law, values)
    constant = options.exploration_constant
    pulls = ucb1_alone(laws, len(values), agents, points, constant, generator)
    return silent_run(pulls, values, 0)


def simulate_literal(
    *,
    means: Floats,
    agents: int,
    horizon: int,
    checkpoints: Integers,
    generator: np.random.Generator,
    law: str | RewardLaws = "bernoulli",
    options: Options = Options(),
) -> ArmsRun:
    """Simulate UCB1 in plain Python; parameters as for `simulate`."""
    values, points = check_arms_run(
        means=means, agents=agents, horizon=horizon, checkpoints=checkpoints
    )
    history = History(reward_source(reward_laws(law, values), generator))
    arms = len(values)
    for agent in range(agents):
        counts, sums = [0] * arms, [0.0] * arms
        for time in range(horizon):
            arm = ucb1_choice(counts, sums, time, options.exploration_constant)
            sums[arm] += history.pull(agent, arm)
            counts[arm] += 1
    return silent_run(history.counts(points, arms), values, 0)


def ucb1_choice(counts: list[int], sums: list[float], pulls: int, constant: float) -> int:
    """Return the first arm never pulled, or the one with the highest index."""
    if 0 in counts:
        return counts.index(0)
    indices = [
        total / count + math.sqrt(constant * math.log(pulls) / count)
        for count, total in zip(counts, sums, strict=True)
    ]
    return indices.index(max(indices))
