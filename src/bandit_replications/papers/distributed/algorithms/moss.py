"""MOSS: the single-agent algorithm whose worst-case regret has no logarithm (Lemma D.1).

The index of an arm pulled n times is its mean + sqrt(max(0, ln(T / (K n))) / n). The paper takes
the algorithm from Theorem 9.1 of Lattimore and Szepesvari, where the bonus is
sqrt((4 / n) max(0, ln(T / (K n)))); the index here, without the 4, is that of Audibert and Bubeck
(2009). `bonus_factor` chooses.
"""

import math

import numpy as np
from pydantic import BaseModel, ConfigDict, Field

from bandit_replications.papers.distributed.algorithms.elimination import silent_run
from bandit_replications.papers.distributed.algorithms.index_kernels import moss
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
    """Constants of MOSS."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    bonus_factor: float = Field(
        default=1.0, gt=0, allow_inf_nan=False, description="factor under the index's square root"
    )


def simulate(
    *,
    means: Floats,
    agents: int = 1,
    horizon: int,
    checkpoints: Integers,
    generator: np.random.Generator,
    law: str | RewardLaws = "bernoulli",
    options: Options = Options(),
) -> ArmsRun:
    """Simulate MOSS, for one agent or for several that hear nothing of each other.

    Source: Lemma D.1 (which the reduction of Theorem 2 switches to); Audibert and Bubeck (2009).

    Parameters
    ----------
    means : float64 array, shape (arms,), in [0, 1]
    agents : int
        Independent copies, M >= 1.
    horizon : int
        T >= 1, also in the index.
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
    pulls = np.zeros((len(points), len(values)), dtype=np.int64)
    for agent in range(agents):
        pulls += moss(laws, len(values), agent, points, options.bonus_factor, generator)
    return silent_run(pulls, values, 0)


def simulate_literal(
    *,
    means: Floats,
    agents: int = 1,
    horizon: int,
    checkpoints: Integers,
    generator: np.random.Generator,
    law: str | RewardLaws = "bernoulli",
    options: Options = Options(),
) -> ArmsRun:
    """Simulate MOSS in plain Python; parameters as for `simulate`."""
    values, points = check_arms_run(
        means=means, agents=agents, horizon=horizon, checkpoints=checkpoints
    )
    history = History(reward_source(reward_laws(law, values), generator))
    arms = len(values)

    def index(count: int, total: float) -> float:
        if count == 0:
            return math.inf
        bonus = options.bonus_factor * max(0.0, math.log(horizon / (arms * count)))
        return total / count + math.sqrt(bonus / count)

    for agent in range(agents):
        counts, sums = [0] * arms, [0.0] * arms
        for _ in range(horizon):
            indices = [index(count, total) for count, total in zip(counts, sums, strict=True)]
            arm = indices.index(max(indices))
            sums[arm] += history.pull(agent, arm)
            counts[arm] += 1
    return silent_run(history.counts(points, arms), values, 0)
