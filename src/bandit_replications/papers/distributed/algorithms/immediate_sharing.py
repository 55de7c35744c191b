"""Immediate sharing: every reward goes to every agent at once (the baseline of Table 1).

After each time step an agent sends the arm it pulled and the reward to the server, which passes the
pair on to the other agents: 2 M + 2 M (M - 1) = 2 M^2 numbers for each step. All agents then know
the same and follow one index policy, here UCB1 on the shared statistics, its logarithm that of all
pulls so far. They make their next choice at the same time, so that all M pull the same arm; before
that they pull all arms in turn, agent i the arm (M t + i) mod K.

Source: Section 1.2 and Table 1. A run has no `messages`, as each step sends the same.

>>> problem = ArmsProblem(means=np.array([0.9, 0.1]), agents=3, horizon=1000, law="constant")
>>> run = simulate(problem, generator=np.random.default_rng(0))
>>> run.pulls.tolist(), run.communication.tolist()
([[2978, 22]], [18000])
"""

from dataclasses import replace

import numpy as np

from bandit_replications.papers.distributed.algorithms.independent_ucb1 import Options, ucb1_choice
from bandit_replications.papers.distributed.algorithms.index_kernels import index_widths, ucb1
from bandit_replications.papers.distributed.algorithms.runs import Run, counted_run, even_run
from bandit_replications.papers.distributed.environments.channel import (
    RECEIVE,
    SERVER,
    Channel,
    Coroutine,
    play_network,
)
from bandit_replications.papers.distributed.environments.literal_environments import (
    GroupPlayer,
    pulls_of,
)
from bandit_replications.papers.distributed.environments.problems import ArmsProblem

__all__ = ["Options", "agent", "play", "simulate", "simulate_literal"]


def simulate(
    problem: ArmsProblem, *, generator: np.random.Generator, options: Options = Options()
) -> Run:
    """Simulate UCB1 on shared statistics step by step, about 0.15 µs for each.

    The M rewards of a step are drawn as one sum.
    """
    agents = problem.agents
    widths = index_widths(problem.horizon, agents, options.exploration_constant)
    pulls = ucb1(problem.laws, problem.arms, 0, agents, problem.points, widths, generator)
    regret = problem.regret(pulls)
    return even_run(problem, regret, pulls=pulls, purpose="reward", sent=2 * agents**2)


def play(
    problem: ArmsProblem,
    *,
    generator: np.random.Generator,
    options: Options = Options(),
    channel: Channel | None = None,
) -> GroupPlayer:
    """Play agents and a server that pass rewards on over the channel, by default a new one."""
    channel = Channel() if channel is None else channel
    setting = (problem.agents, problem.arms, options.exploration_constant)
    return play_network(
        server=server(channel, problem.agents),
        agents=[agent(channel, name, *setting) for name in range(problem.agents)],
        channel=channel,
        horizon=problem.horizon,
    )


def simulate_literal(
    problem: ArmsProblem, *, generator: np.random.Generator, options: Options = Options()
) -> Run:
    """Simulate agents and a server that pass rewards on, all numbers counted."""
    channel = Channel()
    player = play(problem, generator=generator, options=options, channel=channel)
    pulls = pulls_of(player, problem, generator)
    events = channel.events(("reward",))
    run = counted_run(problem, problem.regret(pulls), events, ("reward",), pulls=pulls)
    return replace(run, messages=None)  # each step sends the same


def agent(channel: Channel, name: int, agents: int, arms: int, constant: float) -> Coroutine:
    """Run UCB1 on the rewards of all agents."""
    counts, sums = [0] * arms, [0.0] * arms
    while True:
        time = channel.time
        if time * agents < arms:
            arm = (time * agents + name) % arms
        else:
            arm = ucb1_choice(counts, sums, time * agents, constant)
        reward = yield arm
        channel.send(name, SERVER, "reward", arm, reward)
        counts[arm] += 1
        sums[arm] += reward
        for _ in range(agents - 1):
            message = yield RECEIVE
            counts[int(message.content[0])] += 1
            sums[int(message.content[0])] += message.content[1]


def server(channel: Channel, agents: int) -> Coroutine:
    """Pass each reward on to all but its sender."""
    while True:
        message = yield RECEIVE
        for receiver in range(agents):
            if receiver != message.sender:
                channel.send(SERVER, receiver, "reward", *message.content)
