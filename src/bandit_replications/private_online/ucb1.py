"""UCB1 (Auer, Cesa-Bianchi, Fischer, 2002): the non-private anchor of Section 6.

Each round plays the arm with the highest mean + sqrt(2 ln t / n), where n counts the arm's pulls
so far and t is the round; each arm is pulled once first.
"""

import itertools
import math
from collections.abc import Callable, Iterator

import numpy as np
from numba import njit
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field

from bandit_replications.bandit_runs import (
    Floats,
    Integers,
    TieBreaking,
    check_run,
    choose,
    count_pulls,
    leader,
    record_first_pulls,
    reward_source,
)
from bandit_replications.rewards import BERNOULLI, RewardTable, draw_reward
from bandit_replications.trajectories import Trajectory


class Options(BaseModel):
    """Constants and readings of UCB1."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    exploration_constant: float = Field(
        default=2.0,
        gt=0,
        allow_inf_nan=False,
        description="constant under the square root of the index; printed: 2",
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
    epsilon: None = None,
    options: Options = Options(),  # noqa: B008 - frozen
) -> Trajectory:
    """Simulate UCB1 round by round in compiled code: the same pulls as `simulate_literal`.

    Source: Auer, Cesa-Bianchi, Fischer, "Finite-time Analysis of the Multiarmed Bandit Problem"
    (2002), Figure 1.

    Parameters
    ----------
    rewards : RewardTable
        Laws of the K arms' rewards in [0, 1].
    horizon : int
        Rounds T >= K, the initial pull of each arm included.
    checkpoints : int64 array, increasing, the last one the horizon
        Rounds after which pulls are counted.
    generator : numpy.random.Generator
    epsilon : None
        There is no privacy; the argument exists so that all algorithms are called alike.
    options : Options

    Returns
    -------
    Trajectory

    Raises
    ------
    TypeError, ValueError
        If an argument is of a wrong type or out of range.

    """
    points = _check(rewards, horizon, checkpoints, epsilon)
    pulls = _simulate(
        rewards.kind,
        rewards.values,
        rewards.weights,
        options.exploration_constant,
        options.tie_breaking == "uniform",
        points,
        generator,
    )
    return Trajectory(pulls)


@njit(cache=True)
def _simulate(
    kind: int,
    values: Floats,
    weights: Floats,
    constant: float,
    uniform_ties: bool,
    checkpoints: Integers,
    generator: np.random.Generator,
) -> Integers:
    """Return pulls (checkpoints, arms) of one run; mutates the generator only."""
    arms = values.shape[0]
    pulls = np.zeros((checkpoints.size, arms), dtype=np.int64)
    point = record_first_pulls(pulls, checkpoints)
    played = np.ones(arms, dtype=np.int64)
    sums, means, indices = np.empty(arms), np.empty(arms), np.empty(arms)
    for arm in range(arms):
        sums[arm] = draw_reward(kind, values, weights, arm, generator)
        means[arm] = sums[arm]
    for t in range(arms + 1, checkpoints[-1] + 1):
        log_t = math.log(t)
        for arm in range(arms):
            indices[arm] = means[arm] + math.sqrt(constant * log_t / played[arm])
        arm = 0
        for other in range(1, arms):
            if indices[other] > indices[arm]:
                arm = other
        if uniform_ties:
            arm = leader(indices, uniform_ties, generator)
        played[arm] += 1
        if kind == BERNOULLI:  # calls would take longer than what they do in each round
            sums[arm] += 1.0 if generator.random() < values[arm, 0] else 0.0
        else:
            sums[arm] += draw_reward(kind, values, weights, arm, generator)
        means[arm] = sums[arm] / played[arm]
        if t == checkpoints[point]:
            pulls[point] = played
            point += 1
    return pulls


# --- The pseudo-code, round by round --------------------------------------------------------


def simulate_literal(
    *,
    rewards: RewardTable,
    horizon: int,
    checkpoints: NDArray[np.int64],
    generator: np.random.Generator,
    epsilon: None = None,
    options: Options = Options(),  # noqa: B008 - frozen
) -> Trajectory:
    """Simulate UCB1 round by round in plain Python; parameters as for `simulate`."""
    points = _check(rewards, horizon, checkpoints, epsilon)
    arms = len(rewards.values)
    played = play_literal(
        reward_source(rewards, generator),
        lambda indices: choose(indices, options.tie_breaking, generator),
        arms=arms,
        options=options,
    )
    return count_pulls(played, arms=arms, checkpoints=points)


def play_literal(
    pull: Callable[[int], float],
    argmax: Callable[[list[float]], int],
    *,
    arms: int,
    options: Options,
) -> Iterator[int]:
    """Yield the arm of each round; `pull` draws an arm's next reward."""
    total, n = [0.0] * arms, [0] * arms
    for j in range(arms):
        yield j
        total[j], n[j] = pull(j), 1
    for t in itertools.count(arms + 1):
        width = [math.sqrt(options.exploration_constant * math.log(t) / n[j]) for j in range(arms)]
        j = argmax([total[j] / n[j] + width[j] for j in range(arms)])
        yield j
        total[j] += pull(j)
        n[j] += 1


def _check(rewards: RewardTable, horizon: int, checkpoints: Integers, epsilon: None) -> Integers:
    if epsilon is not None:
        raise ValueError(f"epsilon: {epsilon!r}; allowed: None, as nothing is private")
    return check_run(rewards=rewards, horizon=horizon, checkpoints=checkpoints)
