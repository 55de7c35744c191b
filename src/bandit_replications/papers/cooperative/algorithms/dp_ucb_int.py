"""DP-UCB-INT (Tossou and Dimitrakakis, 2016) on each agent alone: the private baseline.

With f = ceil(1/ε): round robin while t <= K f; afterwards the index of an arm, mean +
Lap(n^(v/2 - 1)) + sqrt(2 ln t / n), is computed when its number of pulls n is a multiple of f and
kept in between. The algorithm is known to us from its description, not from its paper: whether an
arm that rests at a multiple of f is computed only once, or anew in each round with new noise, is a
reading.
"""

import math
from typing import Literal

import numpy as np
from numba import njit
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field

from bandit_replications.bandits.arguments import check_positive
from bandit_replications.bandits.rewards import RewardTable, draw_reward
from bandit_replications.bandits.runs import check_run
from bandit_replications.bandits.trajectories import Trajectory
from bandit_replications.papers.cooperative.algorithms.release_series import check_exponent
from bandit_replications.papers.cooperative.environments.delayed_messages import Floats, Integers
from bandit_replications.papers.cooperative.environments.reward_draws import draw, for_kernels


class Options(BaseModel):
    """Constants and readings of DP-UCB-INT."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    exploration_constant: float = Field(
        default=2.0, gt=0, allow_inf_nan=False, description="constant under the index's square root"
    )
    renewal: Literal["every-round", "once"] = Field(
        default="once",
        description="an arm that rests at a multiple of f: computed once, or anew each round",
    )


def simulate(
    *,
    rewards: RewardTable,
    agents: int,
    horizon: int,
    checkpoints: NDArray[np.int64],
    generator: np.random.Generator,
    epsilon: float,
    v: float,
    options: Options = Options(),
) -> Trajectory:
    """Simulate independent agents in compiled code: the same actions as `simulate_literal`.

    Source: Tossou and Dimitrakakis, "Algorithms for Differentially Private Multi-Armed Bandits"
    (2016), as the benchmark of Section 5.

    Parameters
    ----------
    rewards : RewardTable
        Laws of the K arms' rewards in [0, 1].
    agents : int
        M >= 1; one after the other uses the generator.
    horizon : int
        Rounds T >= K of each agent.
    checkpoints : int64 array, increasing, the last one the horizon
    generator : numpy.random.Generator
    epsilon : float
        ε > 0.
    v : float
        1 < v < 1.5.
    options : Options

    Returns
    -------
    Trajectory
        Pulls of all agents together.

    Raises
    ------
    TypeError, ValueError
        If an argument is of a wrong type or out of range.

    """
    points = _check(rewards, agents, horizon, checkpoints, epsilon, v)
    pulls = np.zeros((points.size, len(rewards.values)), dtype=np.int64)
    for _ in range(agents):
        _simulate(
            *for_kernels(rewards),
            math.ceil(1 / epsilon),
            v / 2 - 1,
            options.renewal == "every-round",
            options.exploration_constant,
            points,
            generator,
            pulls,
        )
    return Trajectory(pulls)


def _check(
    rewards: RewardTable,
    agents: int,
    horizon: int,
    checkpoints: Integers,
    epsilon: float,
    v: float,
) -> Integers:
    if agents < 1:
        raise ValueError(f"agents: {agents}; allowed: at least 1")
    check_positive(epsilon=epsilon)
    check_exponent(v)
    return check_run(rewards=rewards, horizon=horizon, checkpoints=checkpoints)


@njit(cache=True)
def _simulate(
    kind: int,
    values: Floats,
    weights: Floats | None,
    interval: int,
    power: float,
    renewed: bool,
    constant: float,
    checkpoints: Integers,
    generator: np.random.Generator,
    pulls: Integers,
) -> None:
    """Add one agent's pulls to `pulls` (checkpoints, arms), which it mutates beside generator."""
    arms = values.shape[0]
    n, total = np.zeros(arms), np.zeros(arms)
    index = np.zeros(arms)
    due = np.zeros(arms, dtype=np.bool_)
    point = 0
    for t in range(1, checkpoints[-1] + 1):
        arm = (t - 1) % arms
        if t > arms * interval:
            width = constant * math.log(t)
            for other in range(arms):
                if due[other]:
                    noise = n[other] ** power * generator.laplace(0.0, 1.0)
                    index[other] = total[other] / n[other] + noise + math.sqrt(width / n[other])
                    due[other] = renewed
            arm = 0
            for other in range(1, arms):
                if index[other] > index[arm]:
                    arm = other
        n[arm] += 1
        total[arm] += draw(kind, values, weights, arm, generator)
        due[arm] = n[arm] % interval == 0
        if t == checkpoints[point]:
            for other in range(arms):
                pulls[point, other] += np.int64(n[other])
            point += 1


# --- The pseudo-code, round by round --------------------------------------------------------


def simulate_literal(
    *,
    rewards: RewardTable,
    agents: int,
    horizon: int,
    checkpoints: NDArray[np.int64],
    generator: np.random.Generator,
    epsilon: float,
    v: float,
    options: Options = Options(),
) -> Trajectory:
    """Simulate independent agents in plain Python; parameters as for `simulate`."""
    points = _check(rewards, agents, horizon, checkpoints, epsilon, v)
    arms, f = len(rewards.values), math.ceil(1 / epsilon)
    played = np.zeros((horizon + 1, arms), dtype=np.int64)
    for _ in range(agents):
        s, n, u = [0.0] * arms, [0] * arms, [0.0] * arms
        computed_at = [0] * arms
        for t in range(1, horizon + 1):
            if t <= arms * f:
                k = (t - 1) % arms
            else:
                for j in range(arms):
                    once = options.renewal == "once" and computed_at[j] == n[j]
                    if n[j] % f == 0 and not once:
                        noise = n[j] ** (v / 2 - 1) * generator.laplace(0.0, 1.0)
                        width = math.sqrt(options.exploration_constant * math.log(t) / n[j])
                        u[j] = s[j] / n[j] + noise + width
                        computed_at[j] = n[j]
                k = u.index(max(u))
            s[k] += draw_reward.py_func(*rewards, k, generator)
            n[k] += 1
            played[t, k] += 1
    return Trajectory(np.cumsum(played, axis=0)[points])
