"""Multi-agent UCB without privacy: the non-private version of Algorithm 2 (Section 5).

Every agent plays UCB1's index on its own rewards and on all that has reached it. Without
communication (message life 0) it is UCB1 on each agent.
"""

import math
from typing import Literal

import numpy as np
from numba import njit
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field

from bandit_replications.bandits.rewards import RewardTable, draw_reward
from bandit_replications.bandits.runs import check_run
from bandit_replications.bandits.trajectories import Trajectory
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

Delay = Literal["distance", "distance-plus-one"]


class Options(BaseModel):
    """Constants and readings of multi-agent UCB."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    exploration_constant: float = Field(
        default=2.0, gt=0, allow_inf_nan=False, description="constant under the index's square root"
    )
    delay: Delay = Field(
        default="distance",
        description=(
            "rounds after which a message acts at distance d: d, so that neighbours know each "
            "other's last pull, or d + 1"
        ),
    )


def simulate(
    *,
    rewards: RewardTable,
    lengths: Distances,
    message_life: int,
    horizon: int,
    checkpoints: NDArray[np.int64],
    generator: np.random.Generator,
    options: Options = Options(),
) -> Trajectory:
    """Simulate all agents in compiled code: the same actions as `simulate_literal`.

    Source: Algorithm 2 with rewards instead of noisy means; UCB1's first round over all arms.

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
        Draws the rewards, round by round and within a round agent by agent.
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
    points = check_run(rewards=rewards, horizon=horizon, checkpoints=checkpoints)
    hoods = neighbourhoods(lengths, message_life=message_life)
    extra = int(options.delay == "distance-plus-one")
    return Trajectory(
        _simulate(
            *for_kernels(rewards),
            hoods,
            mail(hoods, cells=len(rewards.values), extra=extra),
            extra,
            options.exploration_constant,
            points,
            generator,
        )
    )


@njit(cache=True)
def _simulate(
    kind: int,
    values: Floats,
    weights: Floats | None,
    hoods: Neighbourhoods,
    post: Mail,
    extra: int,
    constant: float,
    checkpoints: Integers,
    generator: np.random.Generator,
) -> Integers:
    """Return pulls (checkpoints, arms) of all agents; mutates the generator and the mail."""
    agents, arms = hoods.rows.shape[0], values.shape[0]
    pulls = np.zeros((checkpoints.size, arms), dtype=np.int64)
    played = np.zeros(arms, dtype=np.int64)
    known = np.zeros((2, arms, agents))
    actions, drawn = np.empty(agents, dtype=np.int64), np.empty(agents)
    best, ones = np.empty(agents), np.ones(agents)
    point = 0
    for t in range(1, checkpoints[-1] + 1):
        if hoods.life:
            collect(t, post, known)
        if t > arms:
            choose(known, constant * math.log(t), best, actions)
        else:
            actions[:] = t - 1
        for agent in range(agents):
            arm = actions[agent]
            reward = draw(kind, values, weights, arm, generator)
            drawn[agent] = reward
            played[arm] += 1
            known[0, arm, agent] += 1.0
            known[1, arm, agent] += reward
        if hoods.life:
            spread(actions, ones, drawn, t, extra, hoods, post)
        if t == checkpoints[point]:
            pulls[point] = played
            point += 1
    return pulls


@njit(cache=True, error_model="numpy")
def choose(known: Floats, width: float, best: Floats, actions: Integers) -> None:
    """Set each agent's action to its lowest arm with the largest mean + sqrt(width / n).

    `known` (2, arms, agents) holds numbers n > 0 and sums. Mutates `actions` (agents,) and `best`
    (agents,), scratch. One arm after the other for all agents, several of them at once.
    """
    best[:] = -np.inf
    for arm in range(known.shape[1]):
        number, total = known[0, arm], known[1, arm]
        for agent in range(actions.size):
            n = number[agent]
            index = total[agent] / n + math.sqrt(width / n)
            better = index > best[agent]
            best[agent] = index if better else best[agent]
            actions[agent] = arm if better else actions[agent]


# --- The protocol, message by message -------------------------------------------------------


def simulate_literal(
    *,
    rewards: RewardTable,
    lengths: Distances,
    message_life: int,
    horizon: int,
    checkpoints: NDArray[np.int64],
    generator: np.random.Generator,
    options: Options = Options(),
) -> Trajectory:
    """Simulate agents that really pass messages; parameters as for `simulate`."""
    points = check_run(rewards=rewards, horizon=horizon, checkpoints=checkpoints)
    arms = len(rewards.values)
    extra = int(options.delay == "distance-plus-one")
    network = Network(lengths == 1, message_life=message_life, extra_rounds=extra)
    agents = [_Agent(arms=arms, options=options) for _ in lengths]
    played = np.zeros((horizon + 1, arms), dtype=np.int64)
    for t in range(1, horizon + 1):
        actions = [agent.choose(t) for agent in agents]
        drawn = [draw_reward.py_func(*rewards, arm, generator) for arm in actions]
        for m, (arm, reward) in enumerate(zip(actions, drawn, strict=True)):
            agents[m].learn(arm, reward)
            network.create(Message(sender=m, time=t, content=(arm, reward)))
            played[t, arm] += 1
        for m, messages in enumerate(network.deliver()):
            for message in messages:
                agents[m].learn(*message.content)
    return Trajectory(np.cumsum(played, axis=0)[points])


class _Agent:
    """One agent: its rewards and those it has heard of, nothing else."""

    def __init__(self, *, arms: int, options: Options) -> None:
        self.total, self.n = [0.0] * arms, [0] * arms
        self.options = options

    def choose(self, t: int) -> int:
        if t <= len(self.n):
            return t - 1
        width = self.options.exploration_constant * math.log(t)
        index = [s / n + math.sqrt(width / n) for s, n in zip(self.total, self.n, strict=True)]
        return index.index(max(index))

    def learn(self, arm: int, reward: float) -> None:
        self.total[arm] += reward
        self.n[arm] += 1
