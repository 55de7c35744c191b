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

from bandit_replications.bandits.rewards import BERNOULLI, RewardTable, draw_reward
from bandit_replications.bandits.runs import (
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
from bandit_replications.bandits.trajectories import Trajectory
from bandit_replications.papers.private_online.algorithms.index_bounds import (
    BLOCK,
    highest_of_others,
    surest,
)


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
    options: Options = Options(),
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
    arms, horizon = values.shape[0], checkpoints[-1]
    pulls = np.zeros((checkpoints.size, arms), dtype=np.int64)
    point = record_first_pulls(pulls, checkpoints)
    played = np.ones(arms, dtype=np.int64)
    sums, lower, upper = np.empty(arms), np.empty(arms), np.empty(arms)
    for arm in range(arms):
        sums[arm] = draw_reward(kind, values, weights, arm, generator)
    law = (kind, values, weights)
    log_first, log_last = 0.0, 0.0
    now, last, arm = arms, arms, 0
    while now < horizon:
        if now == last:
            last = min(now + BLOCK, horizon)
            log_first, log_last = math.log(now + 1), math.log(last)
            for each in range(arms):
                lower[each] = _index(sums[each], played[each], log_first, constant)
                upper[each] = _index(sums[each], played[each], log_last, constant)
        else:
            lower[arm] = _index(sums[arm], played[arm], log_first, constant)
            upper[arm] = _index(sums[arm], played[arm], log_last, constant)
        arm, rival = surest(lower, upper)
        if lower[arm] <= rival:  # the bounds leave a doubt, and the indices none
            log_t = math.log(now + 1)
            for each in range(arms):
                lower[each] = _index(sums[each], played[each], log_t, constant)
            arm = leader(lower, uniform_ties, generator)
            rival = highest_of_others(upper, arm)
        most = min(last, checkpoints[point]) - now
        now += _play(arm, most, rival, log_first, constant, (played, sums), law, generator)
        if now == checkpoints[point]:
            pulls[point] = played
            point += 1
    return pulls


@njit(cache=True)
def _play(
    arm: int,
    most: int,
    rival: float,
    log_first: float,
    constant: float,
    state: tuple[Integers, Floats],
    law: tuple[int, Floats, Floats],
    generator: np.random.Generator,
) -> int:
    """Pull an arm once, and then while its index is surely above `rival`; return the pulls.

    There are at most `most` of them. The index is bounded with the logarithm of a round that is
    not later. Mutates the arm's state (pulls and sum of rewards) and the generator.
    """
    kind, values, weights = law
    played, sums = state
    pulls, total, rounds = played[arm], sums[arm], 0
    while rounds < most:
        rounds += 1
        pulls += 1
        if kind == BERNOULLI:  # calls would take longer than what they do in each round
            total += 1.0 if generator.random() < values[arm, 0] else 0.0
        else:
            total += draw_reward(kind, values, weights, arm, generator)
        if _index(total, pulls, log_first, constant) <= rival:
            break
    played[arm], sums[arm] = pulls, total
    return rounds


@njit(cache=True)
def _index(total: float, played: int, log_t: float, constant: float) -> float:
    """Return the index of an arm, given the logarithm of the round."""
    return total / played + math.sqrt(constant * log_t / played)


# --- The pseudo-code, round by round --------------------------------------------------------


def simulate_literal(
    *,
    rewards: RewardTable,
    horizon: int,
    checkpoints: NDArray[np.int64],
    generator: np.random.Generator,
    epsilon: None = None,
    options: Options = Options(),
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
