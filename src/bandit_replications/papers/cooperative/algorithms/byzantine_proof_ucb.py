"""Byzantine-Proof Multi-Agent UCB (Algorithm 3) with the robust trimmed mean.

Every agent keeps all rewards it has drawn or heard of, estimates each arm by the trimmed mean and
plays the arm with the largest estimate + σ sqrt(ε) + sqrt(σ ln(1/δ) / n), δ = 1/t². Rewards travel
one by one, and those of Byzantine agents may be false.

Which samples are the X and which the Y of the trimmed mean is left open; here a sender's pulls of
an arm go by turns into X and Y, the first into X. A false reward that is neither 0 nor 1 is a value
of its own, the others are counted.
"""

import math
from collections.abc import Sequence
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field

from bandit_replications.bandits.rewards import RewardTable, draw_reward
from bandit_replications.bandits.runs import check_run
from bandit_replications.bandits.trajectories import Trajectory
from bandit_replications.papers.cooperative.algorithms.byzantine_proof_ucb_kernels import (
    simulate_agents,
)
from bandit_replications.papers.cooperative.algorithms.multi_agent_ucb import Delay
from bandit_replications.papers.cooperative.algorithms.trimmed_mean import (
    check_contamination,
    trimmed_mean,
)
from bandit_replications.papers.cooperative.environments.contamination import Contamination
from bandit_replications.papers.cooperative.environments.contamination_kernels import report
from bandit_replications.papers.cooperative.environments.delayed_messages import (
    Integers,
    mail,
    neighbourhoods,
)
from bandit_replications.papers.cooperative.environments.message_passing import Message, Network
from bandit_replications.papers.cooperative.environments.networks import Distances
from bandit_replications.papers.cooperative.environments.reward_draws import for_kernels


class Options(BaseModel):
    """Constants and readings of Byzantine-Proof Multi-Agent UCB."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    sigma: float = Field(
        default=0.5, gt=0, allow_inf_nan=False, title="σ", description="bound on the rewards' s.d."
    )
    delta_exponent: float = Field(
        default=2.0, gt=0, allow_inf_nan=False, description="c in δ = 1/t^c; printed: 2"
    )
    assumed_factor: float = Field(
        default=1.0,
        ge=0,
        allow_inf_nan=False,
        description="factor on the contamination that the algorithm is given",
    )
    estimator: Literal["trimmed-mean", "mean"] = Field(
        default="trimmed-mean", description="how an arm's samples are averaged"
    )
    own_samples: Literal["true", "reported"] = Field(
        default="true",
        description="whether an agent uses its own rewards or what it reports of them",
    )
    delay: Delay = Field(
        default="distance", description="rounds after which a message acts at distance d: d or d+1"
    )


def simulate(
    *,
    rewards: RewardTable,
    lengths: Distances,
    message_life: int,
    horizon: int,
    checkpoints: NDArray[np.int64],
    generator: np.random.Generator,
    contamination: Contamination,
    assumed_contamination: float,
    byzantine: Sequence[int] | None = None,
    noise_scale: float = 0.0,
    options: Options = Options(),
) -> Trajectory:
    """Simulate all agents in compiled code: the same actions as `simulate_literal`.

    Source: Algorithm 3.

    Parameters
    ----------
    rewards : RewardTable
        Laws of the K arms' rewards in [0, 1], the same for all agents.
    lengths : int64 array, shape (agents, agents)
        Distances in the network.
    message_life : int
        γ >= 0.
    horizon : int
        Rounds T >= K of each agent.
    checkpoints : int64 array, increasing, the last one the horizon
    generator : numpy.random.Generator
        Draws, round by round and agent by agent, the reward and what is reported of it.
    contamination : Contamination
        What Byzantine agents do.
    assumed_contamination : float
        ε that the algorithm is given, 0 <= ε < 1/2.
    byzantine : sequence of int, optional
        The Byzantine agents; default all.
    noise_scale : float
        Scale of Laplace noise on every reported reward, >= 0: privacy besides robustness, which
        the paper leaves open. 0 is the paper's algorithm.
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
    assumed = assumed_contamination * options.assumed_factor
    points, false = _check(
        rewards, lengths, horizon, checkpoints, contamination, assumed, byzantine
    )
    hoods = neighbourhoods(lengths, message_life=message_life)
    extra = int(options.delay == "distance-plus-one")
    pulls = simulate_agents(
        *for_kernels(rewards),
        hoods,
        mail(hoods, cells=2 * len(rewards.values), extra=extra),
        lengths,
        extra,
        contamination,
        false,
        noise_scale,
        assumed,
        options.sigma,
        options.delta_exponent,
        options.estimator == "trimmed-mean",
        options.own_samples == "reported",
        points,
        generator,
    )
    return Trajectory(pulls)


def _check(
    rewards: RewardTable,
    lengths: Distances,
    horizon: int,
    checkpoints: Integers,
    contamination: Contamination,
    assumed_contamination: float,
    byzantine: Sequence[int] | None,
) -> tuple[Integers, NDArray[np.bool_]]:
    check_contamination(contamination.probability)
    check_contamination(assumed_contamination)
    agents = len(lengths)
    false = np.full(agents, byzantine is None)
    for agent in byzantine or ():
        if not 0 <= agent < agents:
            raise ValueError(f"byzantine: {agent}; allowed: agents 0 to {agents - 1}")
        false[agent] = True
    return check_run(rewards=rewards, horizon=horizon, checkpoints=checkpoints), false


# --- The protocol, message by message -------------------------------------------------------


def simulate_literal(
    *,
    rewards: RewardTable,
    lengths: Distances,
    message_life: int,
    horizon: int,
    checkpoints: NDArray[np.int64],
    generator: np.random.Generator,
    contamination: Contamination,
    assumed_contamination: float,
    byzantine: Sequence[int] | None = None,
    noise_scale: float = 0.0,
    options: Options = Options(),
) -> Trajectory:
    """Simulate agents that really pass messages; parameters as for `simulate`."""
    assumed = assumed_contamination * options.assumed_factor
    points, false = _check(
        rewards, lengths, horizon, checkpoints, contamination, assumed, byzantine
    )
    arms = len(rewards.values)
    network = Network(
        lengths == 1,
        message_life=message_life,
        extra_rounds=int(options.delay == "distance-plus-one"),
    )
    agents = [_Agent(arms, assumed, options) for _ in range(len(lengths))]
    played = np.zeros((horizon + 1, arms), dtype=np.int64)
    for t in range(1, horizon + 1):
        for m, agent in enumerate(agents):
            arm = agent.choose(t)
            reward = draw_reward.py_func(*rewards, arm, generator)
            told = report.py_func(contamination, arm, reward, generator) if false[m] else reward
            if noise_scale > 0:
                told += noise_scale * generator.laplace(0.0, 1.0)
            half = agent.pulls[arm] % 2
            agent.pulls[arm] += 1
            kept = told if options.own_samples == "reported" else reward
            agent.samples[arm][half].append(kept)
            network.create(Message(sender=m, time=t, content=(arm, half, told)))
            played[t, arm] += 1
        for m, messages in enumerate(network.deliver()):
            for message in messages:
                arm, half, told = message.content
                agents[m].samples[arm][half].append(told)
    return Trajectory(np.cumsum(played, axis=0)[points])


class _Agent:
    """One agent: the samples X and Y of each arm that it has drawn or heard of."""

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
        width = sigma * math.sqrt(self.contamination) + math.sqrt(sigma * log_inverse_delta / n)
        if self.options.estimator == "mean":
            return math.fsum([*x, *y]) / n + width
        estimate = trimmed_mean(
            x, y, log_inverse_delta=log_inverse_delta, contamination=self.contamination
        )
        return estimate + width
