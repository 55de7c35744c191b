"""Immediate sharing: every reward goes to every agent at once (the baseline of Table 1).

After each time step an agent sends the arm it pulled and the reward to the server, which passes the
pair on to the other agents: 2 M + 2 M (M - 1) = 2 M^2 numbers for each step. All agents then know
the same and follow one index policy, here UCB1 on the shared statistics, its logarithm that of all
pulls so far. They make their next choice at the same time, so that all M pull the same arm; before
that they pull all arms in turn, agent i the arm (M t + i) mod K.
"""

import math

import numpy as np
from pydantic import BaseModel, ConfigDict, Field

from bandit_replications.papers.distributed.algorithms.index_kernels import index_widths, ucb1
from bandit_replications.papers.distributed.algorithms.runs import (
    ArmsRun,
    Floats,
    Integers,
    check_arms_run,
    regret_of_pulls,
)
from bandit_replications.papers.distributed.environments.channel import (
    RECEIVE,
    SERVER,
    Channel,
    Coroutine,
    History,
    run_network,
)
from bandit_replications.papers.distributed.environments.reward_laws import (
    RewardLaws,
    reward_laws,
    reward_source,
)


class Options(BaseModel):
    """Constants of the shared UCB1."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    exploration_constant: float = Field(
        default=2.0, gt=0, allow_inf_nan=False, description="constant under the index's square root"
    )


def simulate(
    *,
    means: Floats,
    agents: int,
    horizon: int,
    checkpoints: Integers,
    generator: np.random.Generator,
    law: str | RewardLaws = "bernoulli",
    options: Options = Options(),
) -> ArmsRun:
    """Simulate UCB1 on shared statistics step by step; the M rewards of a step are one sum.

    Source: Section 1.2 and Table 1.

    Parameters
    ----------
    means : float64 array, shape (arms,), in [0, 1]
    agents : int
        M >= 1.
    horizon : int
        T >= 1; the time taken grows with T, about 0.15 µs for each step.
    checkpoints : int64 array, increasing, the last one the horizon
    generator : numpy.random.Generator
    law : str or RewardLaws
    options : Options

    Returns
    -------
    ArmsRun
        With `phases` 0 and without `messages`, as each step sends the same.

    Raises
    ------
    TypeError, ValueError
        If an argument is of a wrong type or out of range.

    """
    values, points = check_arms_run(
        means=means, agents=agents, horizon=horizon, checkpoints=checkpoints
    )
    pulls = ucb1(
        reward_laws(law, values),
        len(values),
        0,
        agents,
        points,
        index_widths(horizon, agents, options.exploration_constant),
        generator,
    )
    return ArmsRun(
        regret=regret_of_pulls(pulls, values),
        communication=2 * agents**2 * points,
        phases=0,
        purposes={"reward": 2 * agents**2 * int(points[-1])},
        pulls=pulls,
    )


def simulate_literal(
    *,
    means: Floats,
    agents: int,
    horizon: int,
    checkpoints: Integers,
    generator: np.random.Generator,
    law: str | RewardLaws = "bernoulli",
    options: Options = Options(),
) -> ArmsRun:
    """Simulate agents and a server that pass rewards on; parameters as for `simulate`."""
    values, points = check_arms_run(
        means=means, agents=agents, horizon=horizon, checkpoints=checkpoints
    )
    channel = Channel()
    arms = len(values)
    history = History(reward_source(reward_laws(law, values), generator))
    run_network(
        server=_server(channel, agents),
        agents=[
            _agent(channel, name, agents, arms, options.exploration_constant)
            for name in range(agents)
        ],
        channel=channel,
        horizon=horizon,
        pull=history.pull,
    )
    pulls = history.counts(points, arms)
    # All of it has one purpose; a message list as long as T M^2 would be of no use.
    times = np.array([message.time for message in channel.sent])
    numbers = np.array([len(message.content) for message in channel.sent])
    return ArmsRun(
        regret=regret_of_pulls(pulls, values),
        communication=np.array([numbers[times <= point].sum() for point in points]),
        phases=0,
        purposes={"reward": int(numbers.sum())},
        pulls=pulls,
    )


def _agent(channel: Channel, name: int, agents: int, arms: int, constant: float) -> Coroutine:
    counts, sums = [0] * arms, [0.0] * arms
    while True:
        time = channel.time
        if time * agents < arms:
            arm = (time * agents + name) % arms
        else:
            log = constant * math.log(time * agents)
            indices = [
                total / count + math.sqrt(log / count)
                for count, total in zip(counts, sums, strict=True)
            ]
            arm = indices.index(max(indices))
        reward = yield arm
        channel.send(name, SERVER, "reward", arm, reward)
        counts[arm] += 1
        sums[arm] += reward
        for _ in range(agents - 1):
            message = yield RECEIVE
            counts[int(message.content[0])] += 1
            sums[int(message.content[0])] += message.content[1]


def _server(channel: Channel, agents: int) -> Coroutine:
    while True:
        message = yield RECEIVE
        for agent in range(agents):
            if agent != message.sender:
                channel.send(SERVER, agent, "reward", *message.content)
