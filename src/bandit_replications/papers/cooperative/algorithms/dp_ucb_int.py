"""DP-UCB-INT (Tossou and Dimitrakakis, 2016) on each agent alone: the private baseline.

With f = ceil(1/ε): round robin while t <= K f; afterwards the index of an arm, mean +
Lap(n^(v/2 - 1)) + sqrt(2 ln t / n), is computed when its number of pulls n is a multiple of f and
kept in between. The algorithm is known to us from its description, not from its paper: whether an
arm that rests at a multiple of f is computed only once, or anew in each round with new noise, or
keeps mean and noise while its width grows, is a matter of interpretation. Computed once, or with a
new width alone, the expected regret is not logarithmic (`theory.kept_index`).

>>> from bandit_replications.bandits.rewards import bernoulli_table
>>> problem = PrivateProblem(
...     rewards=bernoulli_table([0.8, 0.3]), horizon=100, epsilon=0.5, v=1.1,
...     distances=1 - np.eye(3, dtype=int),
... )
>>> simulate(problem, generator=np.random.default_rng(3)).pulls
array([[264,  36]])
"""

import math
from typing import Literal, NamedTuple

import numpy as np
from pydantic import Field

from bandit_replications.bandits.arrays import Integers
from bandit_replications.bandits.compiled import kernel
from bandit_replications.bandits.interrupts import interruptible
from bandit_replications.bandits.literal import Player, drive
from bandit_replications.bandits.rewards import RewardTable
from bandit_replications.bandits.runs import count_pulls, reward_source
from bandit_replications.bandits.trajectories import Trajectory
from bandit_replications.papers.cooperative.algorithms.options import UcbOptions
from bandit_replications.papers.cooperative.environments.problems import PrivateProblem
from bandit_replications.papers.cooperative.environments.reward_draws import draw


class Options(UcbOptions):
    """Constants and interpretations of DP-UCB-INT."""

    renewal: Literal["every-round", "once", "width"] = Field(
        default="once",
        description="an arm that rests at a multiple of f: computed once, or anew each round, or "
        "mean and noise once and the width anew in every round",
    )


class _Rule(NamedTuple):
    """The interval f, the noise's power v/2 - 1, what each round renews, the constant."""

    interval: int
    power: float
    renewed: bool
    new_width: bool
    constant: float


def simulate(
    problem: PrivateProblem, *, generator: np.random.Generator, options: Options = Options()
) -> Trajectory:
    """Simulate independent agents in compiled code: the same actions as `simulate_literal`.

    Source: Tossou and Dimitrakakis, "Algorithms for Differentially Private Multi-Armed Bandits"
    (2016), as the benchmark of Section 5. One agent after the other uses the generator.
    """
    rule = _Rule(
        interval=math.ceil(1 / problem.private_epsilon),
        power=problem.v / 2 - 1,
        renewed=options.renewal == "every-round",
        new_width=options.renewal == "width",
        constant=options.exploration_constant,
    )
    pulls = np.zeros((problem.points.size, problem.arms), dtype=np.int64)
    for _ in range(problem.agents):
        _simulate_agent(problem.rewards, rule, problem.points, generator, pulls)
    return Trajectory(pulls)


@kernel
def _simulate_agent(
    laws: RewardTable,
    rule: _Rule,
    checkpoints: Integers,
    generator: np.random.Generator,
    pulls: Integers,
) -> None:
    """Add one agent's pulls to `pulls` (checkpoints, arms); mutates these and the generator."""
    arms = laws.values.shape[0]
    n, total = np.zeros(arms), np.zeros(arms)
    mean, index = np.zeros(arms), np.zeros(arms)
    due = np.zeros(arms, dtype=np.bool_)
    point = 0
    work = 0
    for t in range(1, checkpoints[-1] + 1):
        work = interruptible(work + arms)
        arm = (t - 1) % arms
        if t > arms * rule.interval:
            width = rule.constant * math.log(t)
            for other in range(arms):
                if due[other]:
                    noise = n[other] ** rule.power * generator.laplace(0.0, 1.0)
                    mean[other] = total[other] / n[other] + noise
                if due[other] or rule.new_width:
                    index[other] = mean[other] + math.sqrt(width / n[other])
                due[other] = due[other] and rule.renewed
            arm = 0
            for other in range(1, arms):
                if index[other] > index[arm]:
                    arm = other
        n[arm] += 1
        total[arm] += draw(laws, arm, generator)
        due[arm] = n[arm] % rule.interval == 0
        if t == checkpoints[point]:
            for other in range(arms):
                pulls[point, other] += np.int64(n[other])
            point += 1


# --- The pseudo-code, round by round --------------------------------------------------------


def simulate_literal(
    problem: PrivateProblem, *, generator: np.random.Generator, options: Options = Options()
) -> Trajectory:
    """Simulate independent agents in plain Python."""
    source = reward_source(problem.rewards, generator)
    pulls = np.zeros((problem.points.size, problem.arms), dtype=np.int64)
    for _ in range(problem.agents):
        player = play(problem, generator=generator, options=options)
        played = list(drive(player, source, rounds=problem.horizon))
        source(played[-1])  # the last reward, on which no action depends
        pulls += count_pulls(iter(played), arms=problem.arms, checkpoints=problem.points).pulls
    return Trajectory(pulls)


def play(
    problem: PrivateProblem, *, generator: np.random.Generator, options: Options = Options()
) -> Player[int, float]:
    """Yield the arms of one of the agents; is sent their rewards. Draws the noise."""
    arms, f = problem.arms, math.ceil(1 / problem.private_epsilon)
    s, n, u = [0.0] * arms, [0] * arms, [0.0] * arms
    means, computed_at = [0.0] * arms, [0] * arms
    for t in range(1, problem.horizon + 1):
        if t <= arms * f:
            k = (t - 1) % arms
        else:
            for j in range(arms):
                kept = options.renewal != "every-round" and computed_at[j] == n[j]
                due = n[j] % f == 0 and not kept
                if due:
                    noise = n[j] ** (problem.v / 2 - 1) * generator.laplace(0.0, 1.0)
                    means[j], computed_at[j] = s[j] / n[j] + noise, n[j]
                if due or options.renewal == "width":
                    u[j] = means[j] + math.sqrt(options.exploration_constant * math.log(t) / n[j])
            k = u.index(max(u))
        s[k] += yield k
        n[k] += 1
