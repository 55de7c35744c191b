"""Private Multi-Agent UCB (Algorithm 2) with Private Message-Passing (Algorithm 1).

An agent counts its own rewards as they are and those of others as n times the noisy mean that
their latest message carries. A sender renews an arm's noisy mean only after the pulls of the
release series, with Laplace noise of scale n^(v/2 - 1).

>>> from bandit_replications.bandits.rewards import bernoulli_table
>>> problem = PrivateProblem(
...     rewards=bernoulli_table([0.8, 0.3]), horizon=100, epsilon=0.5, v=1.1,
...     distances=1 - np.eye(3, dtype=int), message_life=1,
... )
>>> simulate(problem, generator=np.random.default_rng(0)).pulls
array([[266,  34]])
"""

import math
from collections.abc import Iterable
from typing import Literal

import numpy as np
from pydantic import Field

from bandit_replications.bandits.arrays import Integers
from bandit_replications.bandits.literal import Player
from bandit_replications.bandits.trajectories import Trajectory
from bandit_replications.papers.cooperative.algorithms.multi_agent_ucb import simulate_group
from bandit_replications.papers.cooperative.algorithms.options import Factor, UcbOptions
from bandit_replications.papers.cooperative.algorithms.release_series import Series, release_pulls
from bandit_replications.papers.cooperative.algorithms.ucb_kernels import Releases, Rule
from bandit_replications.papers.cooperative.environments.message_passing import (
    Arms,
    Message,
    play_against,
    play_together,
)
from bandit_replications.papers.cooperative.environments.problems import Delay, PrivateProblem
from bandit_replications.papers.cooperative.environments.reward_draws import reward_source


class Options(UcbOptions):
    """Constants and interpretations of Private Multi-Agent UCB."""

    noise_factor: Factor = Field(
        default=1.0, description="factor on the printed noise scale n^(v/2 - 1); 0 is no noise"
    )
    series: Series = Field(
        default="constant-interval", description="pulls after which a mean is released"
    )
    delay: Delay = Field(
        default="distance", description="rounds after which a message acts at distance d: d or d+1"
    )
    unreleased: Literal["silent", "zero"] = Field(
        default="silent",
        description="an arm's entry before its first release: left out, or counted with mean 0",
    )
    own_message: Literal["left-out", "counted"] = Field(
        default="left-out",
        description="whether the agent's own message, which is in its set, counts beside its sums",
    )


def simulate(
    problem: PrivateProblem, *, generator: np.random.Generator, options: Options = Options()
) -> Trajectory:
    """Simulate all agents in compiled code: the same actions as `simulate_literal`.

    Source: Algorithms 1 and 2. The first K ceil(1/ε) rounds go round all arms. The generator draws,
    round by round and agent by agent, the reward and, at a release, the noise.
    """
    pulls, state = _releases(problem, options), (problem.agents, problem.arms)
    releases = Releases(
        pulls=pulls,
        scales=options.noise_factor * pulls.astype(np.float64) ** (problem.v / 2 - 1),
        noisy=options.noise_factor > 0,
        silent=options.unreleased == "silent",
        own_counted=options.own_message == "counted",
        n=np.zeros(state),
        sums=np.zeros(state),
        means=np.zeros(state),
        number=np.zeros(state, dtype=np.int64),
    )
    rule = Rule(forced=_forced_rounds(problem), first=1, constant=options.exploration_constant)
    return simulate_group(
        problem, rule, generator=generator, releases=releases, delay=options.delay
    )


def _releases(problem: PrivateProblem, options: Options) -> Integers:
    """Return the numbers of pulls at releases of a mean and, last, one that is never reached."""
    pulls = release_pulls(
        epsilon=problem.private_epsilon, v=problem.v, horizon=problem.horizon, series=options.series
    )
    return np.append(pulls, problem.horizon + 1)


def _forced_rounds(problem: PrivateProblem) -> int:
    return problem.arms * math.ceil(1 / problem.private_epsilon)


# --- The protocol, message by message -------------------------------------------------------


def simulate_literal(
    problem: PrivateProblem, *, generator: np.random.Generator, options: Options = Options()
) -> Trajectory:
    """Simulate agents that really pass messages."""
    player = play(problem, generator=generator, options=options)
    return play_against(problem, player, reward_source(problem.rewards, generator))


def play(
    problem: PrivateProblem, *, generator: np.random.Generator, options: Options = Options()
) -> Player[Arms, Iterable[float]]:
    """Yield the arms of all agents; is sent their rewards. Draws the noise of releases."""
    agents = [Agent(problem, options, generator) for _ in range(problem.agents)]
    return play_together(problem, agents, delay=options.delay)


class Agent:
    """One agent: its own rewards, and of each sender the latest message."""

    def __init__(
        self, problem: PrivateProblem, options: Options, generator: np.random.Generator
    ) -> None:
        arms = problem.arms
        self.s, self.n, self.i = [0.0] * arms, [0] * arms, [0] * arms
        self.released: list[float | None] = [None] * arms
        self.latest: dict[int, tuple[list[float | None], list[int]]] = {}
        self.forced, self.power = _forced_rounds(problem), problem.v / 2 - 1
        self.releases = _releases(problem, options).tolist()
        self.options, self.generator = options, generator

    def choose(self, t: int) -> int:
        """Algorithm 2, with the group means of Algorithm 1, lines 22 to 33."""
        arms = range(len(self.n))
        if t <= self.forced:
            return t % len(self.n)
        total, number = list(self.s), [float(n) for n in self.n]
        for means, pulls in self.latest.values():
            for k in arms:
                mean = means[k]
                if mean is None and self.options.unreleased == "silent":
                    continue
                number[k] += pulls[k]
                total[k] += pulls[k] * (mean or 0.0)
        width = self.options.exploration_constant * math.log(t)
        index = [total[k] / number[k] + math.sqrt(width / number[k]) for k in arms]
        return index.index(max(index))

    def observe(self, k: int, reward: float) -> tuple[list[float | None], list[int]]:
        """Algorithm 1, lines 3 to 13: the message of this round."""
        self.s[k] += reward
        self.n[k] += 1
        if self.n[k] == self.releases[self.i[k]]:
            scale = self.options.noise_factor * self.n[k] ** self.power
            noise = self.generator.laplace(0.0, 1.0) if self.options.noise_factor > 0 else 0.0
            self.released[k] = self.s[k] / self.n[k] + scale * noise
            self.i[k] += 1
        message = list(self.released), list(self.n)
        if self.options.own_message == "counted":
            self.latest[-1] = message  # beside those of the others, who are 0, 1, ...
        return message

    def receive(self, messages: list[Message]) -> None:
        """Algorithm 1, lines 14 to 21: the latest message of each sender counts."""
        for message in sorted(messages, key=lambda message: message.time):
            self.latest[message.sender] = message.content
