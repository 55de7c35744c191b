"""Byzantine-Proof Multi-Agent UCB (Algorithm 3) with the robust trimmed mean.

Every agent keeps all rewards it has drawn or received, estimates each arm by the trimmed mean and
plays the arm with the largest estimate + σ sqrt(ε) + sqrt(σ ln(1/δ) / n), δ = 1/t². Rewards travel
one by one, and those of Byzantine agents may be false.

Lines 8, 14 and 27 take the trimmed mean of one set, the receiver's, and (8) names its samples X and
Y by turns: each receiver puts its samples by turns into X and Y as they arrive, its own first, the
others by sender. The other interpretation has a turn for each sender: its pulls of an arm go by
turns into X and Y, the first into X.

The repair with a theorem (`theory.repaired_regret`), ours, has the estimator `clipped-mean` and the
width `anytime`.

>>> from bandit_replications.bandits.rewards import bernoulli_table
>>> from bandit_replications.papers.cooperative.environments import contamination
>>> flip = contamination.ContaminationEntry(probability=0.1, source="flip")
>>> problem = ByzantineProblem(
...     rewards=bernoulli_table([0.8, 0.3]), horizon=100, distances=1 - np.eye(3, dtype=int),
...     message_life=1, contamination=flip.for_arms([0.8, 0.3]),
...     assumed_contamination=0.1,
... )
>>> simulate(problem, generator=np.random.default_rng(0)).pulls
array([[293,   7]])
"""

import math
from collections.abc import Iterable
from typing import Literal

import numpy as np
from pydantic import Field

from bandit_replications.bandits.literal import Player
from bandit_replications.bandits.options import AlgorithmOptions, Positive
from bandit_replications.bandits.quantities import Corruption, check_quantity
from bandit_replications.bandits.trajectories import Trajectory
from bandit_replications.papers.cooperative.algorithms.byzantine_proof_ucb_kernels import (
    Rule,
    simulate_agents,
)
from bandit_replications.papers.cooperative.algorithms.options import Factor
from bandit_replications.papers.cooperative.algorithms.trimmed_mean import TIES, Ties, trimmed_mean
from bandit_replications.papers.cooperative.environments.contamination import Reports, report
from bandit_replications.papers.cooperative.environments.message_passing import (
    Arms,
    Message,
    play_against,
    play_together,
)
from bandit_replications.papers.cooperative.environments.problems import ByzantineProblem, Delay
from bandit_replications.papers.cooperative.environments.reward_draws import reward_source

Observed = tuple[float, float]


class Options(AlgorithmOptions):
    """Constants and interpretations of Byzantine-Proof Multi-Agent UCB."""

    sigma: Positive = Field(default=0.5, title="σ", description="bound on the rewards' s.d.")
    delta_exponent: Positive = Field(default=2.0, description="c in δ = 1/t^c; printed: 2")
    assumed_factor: Factor = Field(
        default=1.0, description="factor on the contamination that the algorithm is given"
    )
    estimator: Literal["trimmed-mean", "mean", "clipped-mean"] = Field(
        default="trimmed-mean",
        description="how an arm's samples are averaged; clipped to [0, 1] is ours",
    )
    width: Literal["printed", "anytime"] = Field(
        default="printed",
        description="sqrt(σ ln(1/δ)/n), or ours, which holds for a random number of samples",
    )
    own_samples: Literal["true", "reported"] = Field(
        default="true",
        description="whether an agent uses its own rewards or what it reports of them",
    )
    delay: Delay = Field(
        default="distance", description="rounds after which a message acts at distance d: d or d+1"
    )
    ties: Ties = Field(
        default="most-points",
        description="which of several shortest intervals the trimmed mean takes",
    )
    halves: Literal["sender-turns", "receiver-turns"] = Field(
        default="receiver-turns", description="who puts an arm's samples by turns into X and Y"
    )


def simulate(
    problem: ByzantineProblem, *, generator: np.random.Generator, options: Options = Options()
) -> Trajectory:
    """Simulate all agents in compiled code: the same actions as `simulate_literal`.

    Source: Algorithm 3. The generator draws, round by round and agent by agent, the reward and what
    is reported of it.
    """
    rule = Rule(
        assumed=_assumed(problem, options),
        sigma=options.sigma,
        delta_exponent=options.delta_exponent,
        trimmed=options.estimator == "trimmed-mean",
        own_reported=options.own_samples == "reported",
        ties=TIES.index(options.ties),
        own_turns=options.halves == "receiver-turns" and options.estimator == "trimmed-mean",
        clipped=options.estimator == "clipped-mean",
        anytime=options.width == "anytime",
    )
    reports = Reports(problem.contamination, problem.is_byzantine, problem.noise_scale)
    life = min(problem.message_life, int(problem.distances.max(initial=0)))
    extra = int(options.delay == "distance-plus-one")
    pulls = simulate_agents(
        problem.rewards, rule, reports, problem.distances, life, extra, problem.points, generator
    )
    return Trajectory(pulls)


def _assumed(problem: ByzantineProblem, options: Options) -> float:
    """Return the contamination that the algorithm is given."""
    assumed = problem.assumed_contamination * options.assumed_factor
    check_quantity(Corruption, contamination=assumed)
    return assumed


# --- The protocol, message by message -------------------------------------------------------


def simulate_literal(
    problem: ByzantineProblem, *, generator: np.random.Generator, options: Options = Options()
) -> Trajectory:
    """Simulate agents that really pass messages."""
    source = reward_source(problem.rewards, generator)
    reports = Reports(problem.contamination, problem.is_byzantine, problem.noise_scale)

    def observation(agent: int, arm: int) -> Observed:
        reward = source(agent, arm)
        return reward, report.py_func(reports, agent, arm, reward, generator)

    player = play(problem, generator=generator, options=options)
    return play_against(problem, player, observation)


def play(
    problem: ByzantineProblem, *, generator: np.random.Generator, options: Options = Options()
) -> Player[Arms, Iterable[Observed]]:
    """Yield the arms of all agents; is sent their rewards and reports. Draws nothing.

    The environment corrupts: it decides what the message about a reward reports.
    """
    assumed = _assumed(problem, options)
    agents = [_Agent(problem.arms, assumed, options) for _ in range(problem.agents)]
    return play_together(problem, agents, delay=options.delay)


class _Agent:
    """One agent: the samples X and Y of each arm that it has drawn or received."""

    def __init__(self, arms: int, contamination: float, options: Options) -> None:
        self.samples: list[tuple[list[float], list[float]]] = [([], []) for _ in range(arms)]
        self.pulls = [0] * arms
        self.contamination, self.options = contamination, options

    def choose(self, t: int) -> int:
        arms = range(len(self.pulls))
        if t <= len(self.pulls):
            return t - 1
        index = [self._index(k, self.options.delta_exponent * math.log(t)) for k in arms]
        return index.index(max(index))

    def _index(self, k: int, log_inverse_delta: float) -> float:
        x, y = self.samples[k]
        n, sigma = len(x) + len(y), self.options.sigma
        width = math.sqrt(sigma * log_inverse_delta / n)
        if self.options.width == "anytime":
            width = math.sqrt((1 + 1 / n) * (math.log(n + 1) / 2 + log_inverse_delta) / (2 * n))
        width += sigma * math.sqrt(self.contamination)
        if self.options.estimator == "mean":
            return math.fsum([*x, *y]) / n + width
        if self.options.estimator == "clipped-mean":
            return math.fsum(min(max(one, 0.0), 1.0) for one in [*x, *y]) / n + width
        estimate = trimmed_mean(
            x,
            y,
            log_inverse_delta=log_inverse_delta,
            contamination=self.contamination,
            ties=self.options.ties,
        )
        return estimate + width

    def observe(self, arm: int, observed: Observed) -> tuple[int, int, float]:
        reward, reported = observed
        half = self.pulls[arm] % 2
        self.pulls[arm] += 1
        kept = reported if self.options.own_samples == "reported" else reward
        self._keep(arm, half, kept)
        return arm, half, reported

    def receive(self, messages: list[Message]) -> None:
        for message in sorted(messages, key=lambda message: message.sender):
            self._keep(*message.content)

    def _keep(self, arm: int, half: int, sample: float) -> None:
        if self.options.halves == "receiver-turns":
            half = sum(map(len, self.samples[arm])) % 2
        self.samples[arm][half].append(sample)
