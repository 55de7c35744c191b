"""Private Multi-Agent UCB (Algorithm 2) with Private Message-Passing (Algorithm 1).

An agent counts its own rewards as they are and those of others as n times the noisy mean that
their latest message carries. A sender renews an arm's noisy mean only after the pulls of the
release series, with Laplace noise of scale n^(v/2 - 1).
"""

import math
from typing import Literal

import numpy as np
from numba import njit
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field

from bandit_replications.bandits.arguments import check_positive
from bandit_replications.bandits.rewards import RewardTable, draw_reward
from bandit_replications.bandits.runs import check_run
from bandit_replications.bandits.trajectories import Trajectory
from bandit_replications.papers.cooperative.algorithms.multi_agent_ucb import Delay, choose
from bandit_replications.papers.cooperative.algorithms.release_series import Series, release_pulls
from bandit_replications.papers.cooperative.environments.delayed_messages import (
    Floats,
    Integers,
    Mail,
    Neighbourhoods,
    collect,
    mail,
    neighbourhoods,
    spread,
)
from bandit_replications.papers.cooperative.environments.message_passing import Message, Network
from bandit_replications.papers.cooperative.environments.networks import Distances
from bandit_replications.papers.cooperative.environments.reward_draws import draw, for_kernels


class Options(BaseModel):
    """Constants and readings of Private Multi-Agent UCB."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    exploration_constant: float = Field(
        default=2.0, gt=0, allow_inf_nan=False, description="constant under the index's square root"
    )
    noise_factor: float = Field(
        default=1.0,
        ge=0,
        allow_inf_nan=False,
        description="factor on the printed noise scale n^(v/2 - 1); 0 is no noise",
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
    *,
    rewards: RewardTable,
    lengths: Distances,
    message_life: int,
    horizon: int,
    checkpoints: NDArray[np.int64],
    generator: np.random.Generator,
    epsilon: float,
    v: float,
    options: Options = Options(),
) -> Trajectory:
    """Simulate all agents in compiled code: the same actions as `simulate_literal`.

    Source: Algorithms 1 and 2.

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
        Draws, round by round and agent by agent, the reward and, at a release, the noise.
    epsilon : float
        ε > 0: the first K ceil(1/ε) rounds go round all arms, and releases follow from it.
    v : float
        1 < v < 1.5: exponent of the noise.
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
    points, forced, releases = _check(rewards, horizon, checkpoints, epsilon, v, options)
    hoods = neighbourhoods(lengths, message_life=message_life)
    extra = int(options.delay == "distance-plus-one")
    pulls = _simulate(
        *for_kernels(rewards),
        hoods,
        mail(hoods, cells=len(rewards.values), extra=extra),
        extra,
        forced,
        releases,
        v / 2 - 1,
        options.noise_factor,
        options.unreleased == "silent",
        options.own_message == "counted",
        options.exploration_constant,
        points,
        generator,
    )
    return Trajectory(pulls)


def _check(
    rewards: RewardTable,
    horizon: int,
    checkpoints: Integers,
    epsilon: float,
    v: float,
    options: Options,
) -> tuple[Integers, int, Integers]:
    points = check_run(rewards=rewards, horizon=horizon, checkpoints=checkpoints)
    check_positive(epsilon=epsilon)
    releases = release_pulls(epsilon=epsilon, v=v, horizon=horizon, series=options.series)
    forced = len(rewards.values) * math.ceil(1 / epsilon)
    return points, forced, np.append(releases, horizon + 1)


@njit(cache=True)
def _simulate(
    kind: int,
    values: Floats,
    weights: Floats | None,
    hoods: Neighbourhoods,
    post: Mail,
    extra: int,
    forced: int,
    releases: Integers,
    power: float,
    noise_factor: float,
    silent: bool,
    own_counted: bool,
    constant: float,
    checkpoints: Integers,
    generator: np.random.Generator,
) -> Integers:
    """Return pulls (checkpoints, arms) of all agents; mutates the generator and the mail."""
    agents, arms = hoods.rows.shape[0], values.shape[0]
    pulls = np.zeros((checkpoints.size, arms), dtype=np.int64)
    played = np.zeros(arms, dtype=np.int64)
    known = np.zeros((2, arms, agents))
    own, sums = np.zeros((agents, arms)), np.zeros((agents, arms))
    released = np.zeros((agents, arms))
    release = np.zeros((agents, arms), dtype=np.int64)
    actions, best = np.empty(agents, dtype=np.int64), np.empty(agents)
    counts, news = np.empty(agents), np.empty(agents)
    scales = noise_factor * releases.astype(np.float64) ** power  # of the noise at each release
    point = 0
    for t in range(1, checkpoints[-1] + 1):
        if hoods.life:
            collect(t, post, known)
        if t > forced:
            choose(known, constant * math.log(t), best, actions)
        else:
            actions[:] = t % arms
        for agent in range(agents):
            arm = actions[agent]
            reward = draw(kind, values, weights, arm, generator)
            played[arm] += 1
            n = own[agent, arm] + 1
            own[agent, arm] = n
            sums[agent, arm] += reward
            known[0, arm, agent] += 1.0
            known[1, arm, agent] += reward
            before = (n - 1) * released[agent, arm]
            first = False
            if n == releases[release[agent, arm]]:
                first = release[agent, arm] == 0
                scale = scales[release[agent, arm]]
                noise = generator.laplace(0.0, 1.0) if noise_factor > 0 else 0.0
                released[agent, arm] = sums[agent, arm] / n + scale * noise
                release[agent, arm] += 1
            counts[agent] = 1.0
            if silent and release[agent, arm] == 0:
                counts[agent] = 0.0
            elif silent and first:
                counts[agent] = n
            news[agent] = n * released[agent, arm] - before
        if own_counted:
            for agent in range(agents):
                known[0, actions[agent], agent] += counts[agent]
                known[1, actions[agent], agent] += news[agent]
        if hoods.life:
            spread(actions, counts, news, t, extra, hoods, post)
        if t == checkpoints[point]:
            pulls[point] = played
            point += 1
    return pulls


# --- The protocol, message by message -------------------------------------------------------


def simulate_literal(
    *,
    rewards: RewardTable,
    lengths: Distances,
    message_life: int,
    horizon: int,
    checkpoints: NDArray[np.int64],
    generator: np.random.Generator,
    epsilon: float,
    v: float,
    options: Options = Options(),
) -> Trajectory:
    """Simulate agents that really pass messages; parameters as for `simulate`."""
    points, forced, releases = _check(rewards, horizon, checkpoints, epsilon, v, options)
    arms = len(rewards.values)
    network = Network(
        lengths == 1,
        message_life=message_life,
        extra_rounds=int(options.delay == "distance-plus-one"),
    )
    agents = [
        _Agent(arms, forced, releases.tolist(), v, options, generator) for _ in range(len(lengths))
    ]
    played = np.zeros((horizon + 1, arms), dtype=np.int64)
    for t in range(1, horizon + 1):
        for m, agent in enumerate(agents):
            arm = agent.choose(t)
            message = agent.update(arm, draw_reward.py_func(*rewards, arm, generator))
            network.create(Message(sender=m, time=t, content=message))
            if options.own_message == "counted":
                agent.latest[m] = message
            played[t, arm] += 1
        for m, messages in enumerate(network.deliver()):
            for one in sorted(messages, key=lambda message: message.time):
                agents[m].latest[one.sender] = one.content
    return Trajectory(np.cumsum(played, axis=0)[points])


class _Agent:
    """One agent: its own rewards, and of each other agent the latest message."""

    def __init__(
        self,
        arms: int,
        forced: int,
        releases: list[int],
        v: float,
        options: Options,
        generator: np.random.Generator,
    ) -> None:
        self.s, self.n = [0.0] * arms, [0] * arms
        self.released: list[float | None] = [None] * arms
        self.i = [0] * arms
        self.latest: dict[int, tuple[list[float | None], list[int]]] = {}
        self.forced, self.releases, self.v = forced, releases, v
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

    def update(self, k: int, reward: float) -> tuple[list[float | None], list[int]]:
        """Algorithm 1, lines 3 to 13: the message of this round."""
        self.s[k] += reward
        self.n[k] += 1
        if self.n[k] == self.releases[self.i[k]]:
            scale = self.options.noise_factor * self.n[k] ** (self.v / 2 - 1)
            noise = self.generator.laplace(0.0, 1.0) if self.options.noise_factor > 0 else 0.0
            self.released[k] = self.s[k] / self.n[k] + scale * noise
            self.i[k] += 1
        return list(self.released), list(self.n)
