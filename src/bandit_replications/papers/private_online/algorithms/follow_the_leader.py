"""Follow the Leader: full information without privacy, the anchor of Section 5.

Each round plays the action with the highest mean reward over all rounds so far.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field

from bandit_replications.bandits.rewards import RewardTable, draw_sum
from bandit_replications.bandits.runs import TieBreaking, leader
from bandit_replications.bandits.trajectories import Trajectory, check_checkpoints
from bandit_replications.papers.private_online.algorithms.ftnl import (
    check_first_action,
    reward_vectors,
)


class Options(BaseModel):
    """Readings of Follow the Leader."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    tie_breaking: TieBreaking = Field(
        default="lowest-index", description="which of the actions with the highest mean is played"
    )
    first_action: int = Field(
        default=0, ge=0, description="action of the first round, before any reward was seen"
    )


def simulate(
    *,
    rewards: RewardTable,
    horizon: int,
    checkpoints: NDArray[np.int64],
    generator: np.random.Generator,
    epsilon: None = None,
    options: Options = Options(),
) -> Trajectory:
    """Simulate Follow the Leader in blocks of rounds: exact in distribution.

    Source: Section 5's description. A leader whose sum is d ahead of all others stays in front
    for floor(d) rounds at least, since rewards lie in [0, 1]; the actions' sums over these rounds
    are drawn at once. The lead grows in proportion to time, so blocks do too.

    Parameters
    ----------
    rewards : RewardTable
        Laws of the actions' rewards in [0, 1].
    horizon : int
        Rounds T.
    checkpoints : int64 array, increasing, the last one the horizon
        Rounds after which plays are counted.
    generator : numpy.random.Generator
    epsilon : None
        There is no privacy; the argument exists so that all algorithms are called alike.
    options : Options
        Ties are those of floating-point sums: exact for Bernoulli rewards.

    Returns
    -------
    Trajectory

    Raises
    ------
    ValueError
        If an argument is out of range.

    """
    _check(rewards, epsilon, options)
    points = check_checkpoints(checkpoints, horizon=horizon)
    pulls = _simulate(
        rewards.kind,
        rewards.values,
        rewards.weights,
        options.tie_breaking == "uniform",
        options.first_action,
        points,
        generator,
    )
    return Trajectory(pulls)


@njit(cache=True)
def _simulate(
    kind: int,
    values: NDArray[np.float64],
    weights: NDArray[np.float64],
    uniform_ties: bool,
    first_action: int,
    checkpoints: NDArray[np.int64],
    generator: np.random.Generator,
) -> NDArray[np.int64]:
    """Return plays (checkpoints, arms) of one run; mutates the generator only."""
    arms = values.shape[0]
    pulls = np.zeros((checkpoints.size, arms), dtype=np.int64)
    played = np.zeros(arms, dtype=np.int64)
    sums = np.zeros(arms)
    action, now, point = first_action, 0, 0
    while True:
        length = holding_rounds(sums, action)
        while point < checkpoints.size and checkpoints[point] <= now + length:
            pulls[point] = played
            pulls[point, action] += checkpoints[point] - now
            point += 1
        if point == checkpoints.size:
            return pulls
        now += length
        played[action] += length
        for arm in range(arms):
            sums[arm] += draw_sum(kind, values, weights, arm, length, generator)
        action = leader(sums, uniform_ties, generator)


@njit(cache=True)
def holding_rounds(sums: NDArray[np.float64], action: int) -> int:
    """Return for how many rounds from now on `action` is played whatever the rewards are.

    One at least, the decision just made. With a lead d over all others the lead is still positive
    after floor(d) - 1 further rounds, so that no tie can occur before.
    """
    lead = np.inf
    for arm in range(sums.size):
        if arm != action:
            lead = min(lead, sums[action] - sums[arm])
    return int(max(1.0, np.floor(min(lead, 2.0**62))))


def simulate_literal(
    *,
    rewards: RewardTable,
    horizon: int,
    checkpoints: NDArray[np.int64],
    generator: np.random.Generator,
    epsilon: None = None,
    options: Options = Options(),
) -> Trajectory:
    """Simulate Follow the Leader round by round; parameters as for `simulate`."""
    _check(rewards, epsilon, options)
    points = check_checkpoints(checkpoints, horizon=horizon)
    arms = len(rewards.values)
    vectors = reward_vectors(rewards, generator)
    sums, pulls = np.zeros(arms), np.zeros(arms, dtype=np.int64)
    action, recorded = options.first_action, []
    for t in range(1, horizon + 1):
        if t > 1:
            means = sums / (t - 1)
            leaders = np.flatnonzero(means == means.max())
            uniform = options.tie_breaking == "uniform"
            action = int(generator.choice(leaders) if uniform else leaders[0])
        pulls[action] += 1
        sums += next(vectors)
        if t in points:
            recorded.append(pulls.copy())
    return Trajectory(np.array(recorded))


def _check(rewards: RewardTable, epsilon: None, options: Options) -> None:
    if epsilon is not None:
        raise ValueError(f"epsilon: {epsilon!r}; allowed: None, as nothing is private")
    check_first_action(options.first_action, len(rewards.values))
