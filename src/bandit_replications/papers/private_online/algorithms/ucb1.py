"""UCB1 (Auer, Cesa-Bianchi, Fischer, 2002): the non-private baseline of Section 6.

Each round pulls the arm with the highest mean + sqrt(2 ln t / n), where n counts the arm's pulls
so far and t is the round; each arm is pulled once first.

    >>> import numpy as np
    >>> from bandit_replications.bandits.problems import BanditProblem
    >>> from bandit_replications.bandits.rewards import bernoulli_table
    >>> problem = BanditProblem(rewards=bernoulli_table([0.75, 0.5, 0.25]), horizon=10_000)
    >>> simulate(problem, generator=np.random.default_rng(1)).pulls
    array([[9767,  183,   50]])
"""

import itertools
import math

import numpy as np
from pydantic import Field

from bandit_replications.bandits.arguments import TieBreaking
from bandit_replications.bandits.arrays import Integers
from bandit_replications.bandits.compiled import kernel
from bandit_replications.bandits.interrupts import interruptible
from bandit_replications.bandits.literal import Player
from bandit_replications.bandits.options import AlgorithmOptions, Positive
from bandit_replications.bandits.problems import BanditProblem
from bandit_replications.bandits.rewards import BERNOULLI, RewardTable, draw_reward
from bandit_replications.bandits.runs import choose, leader, record_first_pulls, set_row
from bandit_replications.bandits.trajectories import Trajectory
from bandit_replications.papers.private_online.environments.literal_runs import run_bandit
from bandit_replications.papers.private_online.environments.problems import check_not_private

BLOCK = 256  # rounds for which the other arms' indices are bounded at once; 64 to 1024 do as well


class Options(AlgorithmOptions):
    """Constants and interpretations of UCB1."""

    exploration_constant: Positive = Field(
        default=2.0, description="constant under the square root of the index; printed: 2"
    )
    tie_breaking: TieBreaking = Field(
        default="lowest-index", description="which of equal indices wins"
    )


def simulate(
    problem: BanditProblem, *, generator: np.random.Generator, options: Options = Options()
) -> Trajectory:
    """Simulate UCB1 in compiled code: the pulls of `simulate_literal`, draw for draw.

    Source: Auer, Cesa-Bianchi, Fischer, "Finite-time Analysis of the Multiarmed Bandit Problem"
    (2002), Figure 1. The problem must be without ε.
    """
    check_not_private(problem)
    uniform_ties = options.tie_breaking == "uniform" or None
    pulls = simulate_run(
        problem.rewards, options.exploration_constant, uniform_ties, problem.points, generator
    )
    return Trajectory(pulls)


@kernel
def simulate_run(
    rewards: RewardTable,
    constant: float,
    uniform_ties: bool | None,
    checkpoints: Integers,
    generator: np.random.Generator,
) -> Integers:
    """Return pulls (checkpoints, arms) of one run; mutates the generator only.

    The index of an arm that waits only grows with the round, in floating point too. So the leader
    of a round stays the leader while its own index, at that round's logarithm, is above the others'
    at a later round's: ten times as fast as to compute all indices in each round.
    """
    kind, values, weights = rewards
    arms, horizon = values.shape[0], checkpoints[-1]
    pulls = np.zeros((checkpoints.size, arms), dtype=np.int64)
    point = record_first_pulls(pulls, checkpoints)
    played = np.ones(arms, dtype=np.int64)
    sums, indices = np.empty(arms), np.empty(arms)
    for arm in range(arms):
        sums[arm] = draw_reward(kind, values, weights, arm, generator)
    now, work = arms, 0
    while now < horizon:
        work = interruptible(work + BLOCK)
        log_t = math.log(now + 1)
        for arm in range(arms):
            indices[arm] = index(sums[arm], played[arm], log_t, constant)
        best = leader(indices, uniform_ties, generator)
        last = min(now + BLOCK, checkpoints[point])
        log_last, rival = math.log(last), -np.inf
        for arm in range(arms):
            if arm != best:
                rival = max(rival, index(sums[arm], played[arm], log_last, constant))
        total, count, ahead = sums[best], played[best], True
        while ahead and now < last:
            if kind == BERNOULLI:
                total += 1.0 if generator.random() < values[best, 0] else 0.0
            else:
                total += draw_reward(kind, values, weights, best, generator)
            count += 1
            now += 1
            ahead = index(total, count, log_t, constant) > rival
        sums[best], played[best] = total, count
        if now == checkpoints[point]:
            set_row(pulls, point, played)
            point += 1
    return pulls


@kernel
def index(total: float, played: int, log_t: float, constant: float) -> float:
    """Return the index of an arm, given the logarithm of the round."""
    return total / played + math.sqrt(constant * log_t / played)


# --- The pseudo-code, round by round --------------------------------------------------------


def simulate_literal(
    problem: BanditProblem, *, generator: np.random.Generator, options: Options = Options()
) -> Trajectory:
    """Simulate UCB1 round by round in plain Python."""
    player = play(problem, generator=generator, options=options)
    return run_bandit(player, problem, generator)


def play(
    problem: BanditProblem, *, generator: np.random.Generator, options: Options = Options()
) -> Player[int, float]:
    """Yield the arm of each round; be sent its reward."""
    check_not_private(problem)
    arms = problem.arms
    total, n = [0.0] * arms, [0] * arms
    for j in range(arms):
        total[j] = yield j
        n[j] = 1
    for t in itertools.count(arms + 1):
        width = [math.sqrt(options.exploration_constant * math.log(t) / n[j]) for j in range(arms)]
        index = [total[j] / n[j] + width[j] for j in range(arms)]
        j = choose(index, options.tie_breaking, generator)
        total[j] += yield j
        n[j] += 1
