"""Non-anonymous UCB (Appendix B): every user runs UCB over the K arms, alone and in parallel.

Each user plays each arm once, then the arm with the highest mean + sqrt(2 ln t / n). It violates
anonymity: the model runs it with groups of one user.

>>> import numpy as np
>>> means = np.tile([0.9, 0.5, 0.1], (4, 1))  # every user's best arm is the first
>>> problem = AnonymousProblem(means=means, group_size=1, horizon=500)
>>> run = simulate(problem, generator=np.random.default_rng(0))
>>> uniform = 0.4 * 500 * 4  # regret of playing all arms equally often
>>> bool(0 < run.regret[-1] < uniform)
True

"""

import dataclasses
import itertools
import math

import numpy as np
from pydantic import Field

from bandit_replications.bandits.arrays import Floats, Integers
from bandit_replications.bandits.compiled import kernel
from bandit_replications.bandits.interrupts import interruptible
from bandit_replications.bandits.options import AlgorithmOptions
from bandit_replications.papers.anonymous.environments.anonymity import Run, simulate_with
from bandit_replications.papers.anonymous.environments.anonymity_kernels import BERNOULLI
from bandit_replications.papers.anonymous.environments.problems import LAWS, AnonymousProblem
from bandit_replications.papers.anonymous.environments.requests import Algorithm, Round
from bandit_replications.papers.anonymous.environments.sizes import Sizes
from bandit_replications.runtime.errors import BadValue


class Options(AlgorithmOptions):
    """The constant of UCB."""

    exploration_constant: float = Field(
        default=2.0,
        gt=0,
        allow_inf_nan=False,
        description="constant under the square root of the index; usual: 2",
    )


def check_problem(sizes: Sizes, options: Options) -> None:
    """Raise ValueError unless there are two arms and a round for each."""
    if sizes.arms < 2:
        raise BadValue(f"arms: {sizes.arms}; allowed: at least 2")
    if sizes.horizon < sizes.arms:
        raise BadValue(
            f"horizon: {sizes.horizon}; allowed: at least the number of arms, {sizes.arms}"
        )


def simulate(
    problem: AnonymousProblem, *, generator: np.random.Generator, options: Options = Options()
) -> Run:
    """Simulate UCB of all users round by round in compiled code, whatever C.

    Raises
    ------
    ValueError
        If T < K.

    """
    check_problem(problem.sizes, options)
    rewards, _ = generator.spawn(2)  # as the environment spawns them
    constant, law = options.exploration_constant, LAWS[problem.law]
    return Run(_simulate(problem.means, constant, problem.points, law, rewards))


@kernel
def _simulate(
    means: Floats,
    constant: float,
    checkpoints: Integers,
    law: int,
    generator: np.random.Generator,
) -> Floats:
    """Return the regret at the checkpoints, summed over users; mutates the generator only.

    While an arm is not played its index only grows with ln t. So what the other arms can reach
    until a later round is computed once (`_ceiling`), and as long as the arm last played stays
    above it no other index is looked at: the same choices, several times faster.
    """
    users, arms = means.shape
    regret = np.zeros(checkpoints.size)
    played = np.zeros((users, arms), dtype=np.int64)
    sums, averages = np.zeros((users, arms)), np.zeros((users, arms))
    # The ceiling of each user holds up to and including round `until`, `stride` rounds away.
    leader, until = np.zeros(users, dtype=np.int64), np.zeros(users, dtype=np.int64)
    ceiling, stride = np.zeros(users), np.ones(users, dtype=np.int64)
    point = 0
    work = 0
    for t in range(1, checkpoints[-1] + 1):
        work = interruptible(work + users)
        scale = constant * math.log(t)
        for user in range(users):
            arm = leader[user]
            if t <= arms:
                arm = t - 1
            elif (
                t > until[user]
                or averages[user, arm] + math.sqrt(scale / played[user, arm]) <= ceiling[user]
            ):
                arm = _highest(averages[user], played[user], scale)
                stride[user] = 2 * stride[user] if t > until[user] else max(1, stride[user] // 2)
                leader[user], until[user] = arm, t + stride[user]
                ceiling[user] = _ceiling(
                    averages[user], played[user], constant * math.log(until[user]), arm
                )
            if law == BERNOULLI:
                sums[user, arm] += 1.0 if generator.random() < means[user, arm] else 0.0
            else:
                sums[user, arm] += generator.normal(means[user, arm], 1.0)
            played[user, arm] += 1
            averages[user, arm] = sums[user, arm] / played[user, arm]
        if t == checkpoints[point]:
            for user in range(users):
                best = means[user].max()
                for arm in range(arms):
                    regret[point] += played[user, arm] * (best - means[user, arm])
            point += 1
    return regret


@kernel
def _highest(averages: Floats, played: Integers, scale: float) -> int:
    """Return the arm with the highest index, the first among equals; mutates nothing."""
    best, highest = 0, -math.inf
    for arm in range(averages.size):
        index = averages[arm] + math.sqrt(scale / played[arm])
        if index > highest:
            best, highest = arm, index
    return best


@kernel
def _ceiling(averages: Floats, played: Integers, scale: float, leader: int) -> float:
    """Return the highest index of the arms but the leader at this `scale`; mutates nothing."""
    highest = -math.inf
    for arm in range(averages.size):
        if arm != leader:
            highest = max(highest, averages[arm] + math.sqrt(scale / played[arm]))
    return highest


# --- The pseudo-code, round by round --------------------------------------------------------


def simulate_literal(
    problem: AnonymousProblem, *, generator: np.random.Generator, options: Options = Options()
) -> Run:
    """Simulate UCB in the model itself, with groups of one user."""
    alone = dataclasses.replace(problem, group_size=1)
    return simulate_with(play, alone, generator=generator, options=options)


def play(
    sizes: Sizes, *, generator: np.random.Generator, options: Options = Options()
) -> Algorithm:
    """Yield the rounds of UCB; be sent every user's reward."""
    alone = [[i] for i in range(sizes.users)]
    n = [[0] * sizes.arms for _ in alone]
    total = [[0.0] * sizes.arms for _ in alone]
    for t in itertools.count(1):
        arms = []
        for i in range(sizes.users):
            if t <= sizes.arms:
                arms.append(t - 1)
                continue
            index = [
                total[i][j] / n[i][j]
                + math.sqrt(options.exploration_constant * math.log(t) / n[i][j])
                for j in range(sizes.arms)
            ]
            arms.append(index.index(max(index)))
        rewards = yield Round(arms, alone)
        for i, j in enumerate(arms):
            total[i][j] += rewards[i]
            n[i][j] += 1
