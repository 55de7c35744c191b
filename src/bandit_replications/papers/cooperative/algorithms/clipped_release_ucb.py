"""Private and robust UCB on clipped means of constant batches. Ours, not in the paper.

An answer to the remark on simultaneous privacy and robustness, in the paper's model, where each
message is false with a small probability. An agent releases the sum of each f rewards of an arm
with Laplace noise of scale 1/ε, and acts on releases alone, its own included; each reward is in one
release. A receiver clips the mean of a release to [-b, 1 + b]; with r of them an arm has the

    index = mean of the clipped means + W(r, 1/t²).

All messages and all pulls of a whole run are ε-private, and the regret has a bound
(`theory.private_and_robust`, with s, b and W). A false message carries another mean, its arm and
round are true: the law Q of false rewards is here one of false means.

>>> from bandit_replications.bandits.rewards import bernoulli_table
>>> from bandit_replications.papers.cooperative.environments import contamination
>>> ones = contamination.ContaminationEntry(probability=0.02, source="point-mass", value=1.0)
>>> problem = ByzantineProblem(
...     rewards=bernoulli_table([0.8, 0.3]), horizon=1000, distances=1 - np.eye(3, dtype=int),
...     message_life=1, epsilon=0.5, contamination=ones.for_arms([0.8, 0.3]),
...     assumed_contamination=0.02,
... )
>>> simulate(problem, generator=np.random.default_rng(0)).pulls
array([[2436,  564]])
"""

import math
from collections.abc import Iterable

import numpy as np
from pydantic import Field

from bandit_replications.bandits.literal import Player
from bandit_replications.bandits.options import AlgorithmOptions
from bandit_replications.bandits.trajectories import Trajectory
from bandit_replications.papers.cooperative.algorithms.options import Factor
from bandit_replications.papers.cooperative.algorithms.release_kernels import Rule, simulate_group
from bandit_replications.papers.cooperative.algorithms.widths import (
    STEP,
    Batches,
    NoiseWidths,
    batch_widths,
    row_of,
)
from bandit_replications.papers.cooperative.environments.contamination import Reports, report
from bandit_replications.papers.cooperative.environments.message_passing import (
    Arms,
    Message,
    play_against,
    play_together,
)
from bandit_replications.papers.cooperative.environments.problems import ByzantineProblem
from bandit_replications.papers.cooperative.environments.reward_draws import reward_source
from bandit_replications.runtime.errors import BadValue


class Options(AlgorithmOptions):
    """Constants of private and robust UCB on clipped means."""

    batch: int | None = Field(
        default=None, ge=1, description="rewards of a release f, at least 1/ε; default ceil(1/ε²)"
    )
    width_factor: Factor = Field(default=1.0, description="factor on the width W")


def simulate(
    problem: ByzantineProblem, *, generator: np.random.Generator, options: Options = Options()
) -> Trajectory:
    """Simulate all agents in compiled code: the same actions as `simulate_literal`.

    The first K f rounds are a round robin. The generator draws, round by round and agent by agent,
    the reward and, at a release, the noise, then whether it is false, and its false value.

    Raises
    ------
    ValueError
        If a batch has less than 1/ε rewards, or the assumed contamination is 0.

    """
    batches = batches_of(problem, options)
    rule = Rule(
        interval=batches.size,
        growth=1.0,
        scale=1 / batches.epsilon,
        width=options.width_factor,
        means=True,
        reach=batches.reach,
    )
    reports, widths = _reports(problem), _widths(problem, batches)
    return simulate_group(problem, rule, widths, generator=generator, reports=reports)


def batches_of(problem: ByzantineProblem, options: Options = Options()) -> Batches:
    """Return the batches that agents release."""
    epsilon, false = problem.private_epsilon, problem.assumed_contamination
    size = math.ceil(1 / epsilon**2) if options.batch is None else options.batch
    if size * epsilon < 1:
        raise BadValue(f"batch: {size}; allowed: at least 1/ε, {1 / epsilon:g}")
    if not false:
        raise BadValue("assumed_contamination: 0; allowed: a number above 0, at which means end")
    return Batches(size, epsilon, false)


def _reports(problem: ByzantineProblem) -> Reports:
    return Reports(problem.contamination, problem.is_byzantine, 0.0)


def _widths(problem: ByzantineProblem, batches: Batches) -> NoiseWidths:
    """Return the widths for all releases of an arm that an agent may know."""
    releases = max(1, problem.agents * problem.horizon // batches.size)
    return batch_widths(batches, releases, row_of.py_func(2 * math.log(problem.horizon)))


# --- The protocol, message by message -------------------------------------------------------


def simulate_literal(
    problem: ByzantineProblem, *, generator: np.random.Generator, options: Options = Options()
) -> Trajectory:
    """Simulate agents that really pass messages."""
    player = play(problem, generator=generator, options=options)
    return play_against(problem, player, reward_source(problem.rewards, generator))


def play(
    problem: ByzantineProblem, *, generator: np.random.Generator, options: Options = Options()
) -> Player[Arms, Iterable[float]]:
    """Yield the arms of all agents; is sent their rewards. Draws noise and false messages."""
    agents = [_Agent(number, problem, options, generator) for number in range(problem.agents)]
    return play_together(problem, agents)


class _Agent:
    """One agent: rewards not yet released, and the clipped means of all releases it knows."""

    def __init__(
        self,
        number: int,
        problem: ByzantineProblem,
        options: Options,
        generator: np.random.Generator,
    ) -> None:
        self.number, self.options, self.generator = number, options, generator
        self.batches, self.reports = batches_of(problem, options), _reports(problem)
        self.places, self.rows = _widths(problem, self.batches)
        self.unreleased: list[list[float]] = [[] for _ in range(problem.arms)]
        self.known: list[list[float]] = [[] for _ in range(problem.arms)]

    def choose(self, t: int) -> int:
        if t <= len(self.known) * self.batches.size:
            return t % len(self.known)
        row = self.rows[math.ceil(2 * math.log(t) / STEP)]
        width = [self.options.width_factor * row[self.places[len(one)]] for one in self.known]
        index = [
            (math.fsum(means) + own) / len(means)
            for means, own in zip(self.known, width, strict=True)
        ]
        return index.index(max(index))

    def observe(self, k: int, reward: float) -> tuple[int, float] | None:
        """Keep the reward; release the arm's mean when the batch is full."""
        self.unreleased[k].append(reward)
        if len(self.unreleased[k]) < self.batches.size:
            return None
        noise = self.generator.laplace(0.0, 1.0) / self.batches.epsilon
        mean = (math.fsum(self.unreleased[k]) + noise) / self.batches.size
        self.unreleased[k] = []
        release = k, report.py_func(self.reports, self.number, k, mean, self.generator)
        self._keep(release)
        return release

    def receive(self, messages: list[Message]) -> None:
        for message in messages:
            if message.content is not None:
                self._keep(message.content)

    def _keep(self, release: tuple[int, float]) -> None:
        k, mean = release
        self.known[k].append(min(max(mean, -self.batches.reach), 1 + self.batches.reach))
