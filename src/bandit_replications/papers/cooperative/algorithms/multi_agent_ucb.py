"""Multi-agent UCB without privacy: the non-private version of Algorithm 2 (Section 5).

Every agent plays UCB1's index on its own rewards and on all that has reached it. Without
communication (message life 0) it is UCB1 on each agent.

>>> from bandit_replications.bandits.rewards import bernoulli_table
>>> problem = GroupProblem(
...     rewards=bernoulli_table([0.8, 0.3]), horizon=100,
...     distances=1 - np.eye(3, dtype=int), message_life=1,
... )
>>> simulate(problem, generator=np.random.default_rng(0)).pulls
array([[282,  18]])
"""

import math
from collections.abc import Iterable
from typing import Literal

import numpy as np
from pydantic import Field

from bandit_replications.bandits.literal import Player
from bandit_replications.bandits.trajectories import Trajectory
from bandit_replications.papers.cooperative.algorithms.options import UcbOptions
from bandit_replications.papers.cooperative.algorithms.ucb_kernels import (
    Releases,
    Rule,
    simulate_agents,
)
from bandit_replications.papers.cooperative.environments.delayed_messages import (
    neighbourhoods,
    no_messages,
)
from bandit_replications.papers.cooperative.environments.message_passing import (
    Arms,
    Message,
    play_against,
    play_together,
)
from bandit_replications.papers.cooperative.environments.problems import Delay, GroupProblem
from bandit_replications.papers.cooperative.environments.reward_draws import reward_source


class Options(UcbOptions):
    """Constants and interpretations of multi-agent UCB."""

    delay: Delay = Field(
        default="distance",
        description=(
            "rounds after which a message acts at distance d: d, so that neighbours know each "
            "other's last pull, or d + 1"
        ),
    )
    own_rewards: Literal["once", "twice"] = Field(
        default="once", description="how often an agent counts its own rewards"
    )

    @property
    def weight(self) -> int:
        """How often an agent counts a reward of its own."""
        return 2 if self.own_rewards == "twice" else 1


def simulate(
    problem: GroupProblem, *, generator: np.random.Generator, options: Options = Options()
) -> Trajectory:
    """Simulate all agents in compiled code: the same actions as `simulate_literal`.

    Source: Algorithm 2 with rewards instead of noisy means; UCB1's first round over all arms.
    The generator draws the rewards, round by round and within a round agent by agent.
    """
    rule = Rule(forced=problem.arms, constant=options.exploration_constant, own=options.weight)
    return simulate_group(problem, rule, generator=generator, delay=options.delay)


def simulate_group(
    problem: GroupProblem,
    rule: Rule,
    *,
    generator: np.random.Generator,
    releases: Releases | None = None,
    delay: Delay = "distance",
) -> Trajectory:
    """Simulate agents with one rule in compiled code; messages carry rewards, or releases."""
    hoods = neighbourhoods(problem.distances, message_life=problem.message_life)
    messages = no_messages(hoods, cells=problem.arms, delay=delay)
    laws, points = problem.rewards, problem.points
    return Trajectory(simulate_agents(laws, rule, releases, hoods, messages, points, generator))


# --- The protocol, message by message -------------------------------------------------------


def simulate_literal(
    problem: GroupProblem, *, generator: np.random.Generator, options: Options = Options()
) -> Trajectory:
    """Simulate agents that really pass messages."""
    player = play(problem, generator=generator, options=options)
    return play_against(problem, player, reward_source(problem.rewards, generator))


def play(
    problem: GroupProblem, *, generator: np.random.Generator, options: Options = Options()
) -> Player[Arms, Iterable[float]]:
    """Yield the arms of all agents; is sent their rewards. Draws nothing."""
    agents = [Agent(problem.arms, options) for _ in range(problem.agents)]
    return play_together(problem, agents, delay=options.delay)


class Agent:
    """One agent: its rewards and those it has received."""

    def __init__(self, arms: int, options: Options) -> None:
        self.total, self.n = [0.0] * arms, [0] * arms
        self.options = options

    def choose(self, t: int) -> int:
        """Return the lowest arm with the largest index; a round robin at first."""
        if t <= len(self.n):
            return t - 1
        width = self.width(t)
        index = [s / n + math.sqrt(width / n) for s, n in zip(self.total, self.n, strict=True)]
        return index.index(max(index))

    def width(self, t: int) -> float:
        """Return the numerator over n under the root of the index."""
        return self.options.exploration_constant * math.log(t)

    def observe(self, arm: int, reward: float) -> tuple[int, float]:
        """Count a reward of its own; return it as the message."""
        for _ in range(self.options.weight):
            self._count(arm, reward)
        return arm, reward

    def receive(self, messages: list[Message]) -> None:
        """Count rewards of others."""
        for message in messages:
            self._count(*message.content)

    def _count(self, arm: int, reward: float) -> None:
        self.total[arm] += reward
        self.n[arm] += 1
