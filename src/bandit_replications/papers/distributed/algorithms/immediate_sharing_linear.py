"""Immediate sharing for linear bandits: LinUCB on the samples of all agents.

After each time step every agent sends its sample to every other via the server. All agents then
know the same and, with ties broken alike, play the same action: M samples of it in each step.
Source: Section 1.2 and Table 1.

>>> problem = LinearProblem(
...     action_set=np.eye(3), parameter=np.array([0.9, 0.1, 0.1]), agents=3, horizon=300
... )
>>> run = simulate(problem, generator=np.random.default_rng(0))
>>> run.regret.round(1).tolist(), run.communication.tolist()
([74.4], [5400])
"""

import math
from collections.abc import Callable
from typing import Literal

import numpy as np
from pydantic import Field

from bandit_replications.bandits.arrays import Floats
from bandit_replications.bandits.compiled import kernel
from bandit_replications.bandits.interrupts import interruptible
from bandit_replications.papers.distributed.algorithms.linucb import (
    LinUCBOptions,
    Statistics,
    optimistic_action,
)
from bandit_replications.papers.distributed.algorithms.linucb_kernels import (
    confidence_width,
    enter_set,
    evaluate,
    learn,
    optimistic,
    update_evaluation,
)
from bandit_replications.papers.distributed.algorithms.runs import Run, counted_run, even_run
from bandit_replications.papers.distributed.environments.channel import SERVER, Channel
from bandit_replications.papers.distributed.environments.linear_environments import (
    LinearArrays,
    draw_noise,
    take_set,
)
from bandit_replications.papers.distributed.environments.literal_environments import (
    GroupPlayer,
    LinearEnvironment,
    play_all_rounds,
)
from bandit_replications.papers.distributed.environments.problems import LinearProblem

PURPOSES = ("sample",)


class Options(LinUCBOptions):
    """Constants and interpretations of immediate sharing."""

    delta_agents = 1

    message: Literal["index", "vector"] = Field(
        default="index",
        description=(
            "a sample's numbers: index and reward, as all know the set; or the action's vector "
            "and the reward, as Table 1 counts"
        ),
    )


def simulate(
    problem: LinearProblem, *, generator: np.random.Generator, options: Options = Options()
) -> Run:
    """Simulate in compiled code: the same actions as `simulate_literal`.

    A step costs 2 M² numbers, or (d + 1) M² if vectors are sent: M samples go to the server and
    M - 1 to each agent.
    """
    regret = _simulate(
        problem.arrays, options.regularisation, -math.log(options.delta_of(problem)), generator
    )
    each = 2 if options.message == "index" else problem.dimension + 1
    return even_run(problem, regret, purpose="sample", sent=each * problem.agents**2)


@kernel
def _simulate(
    problem: LinearArrays,
    regularisation: float,
    log_inverse_delta: float,
    generator: np.random.Generator,
) -> Floats:
    """Return the regret of the agents, acting as one; mutates the generator."""
    sets, parameter, agents, noise, checkpoints = problem
    regret = np.empty(checkpoints.size)
    _, number, dimension = sets.shape
    fixed = sets.shape[0] == 1
    actions, columns = np.empty((number, dimension)), np.empty((dimension, number))
    means, scratch, image = np.empty(number), np.empty(number), np.empty(dimension)
    values, variances = np.empty(number), np.empty(number)
    inverse, theta = np.eye(dimension) / regularisation, np.zeros(dimension)
    log_det = dimension * math.log(regularisation)
    best, point, total = 0.0, 0, 0.0
    work = 0
    for step in range(1, checkpoints[-1] + 1):
        work = interruptible(work + agents + dimension * (dimension + number))
        if step == 1 or not fixed:
            take_set(step, sets, actions, generator)
            best = enter_set(actions, parameter, columns, means)
            evaluate(columns, theta, inverse, values, variances)
        width = confidence_width(log_det, dimension, regularisation, log_inverse_delta)
        action = optimistic(values, variances, width, scratch)
        rewards = agents * means[action]
        for _ in range(agents):
            rewards += draw_noise(noise, generator)
        total += agents * (best - means[action])
        growth, shift, shrink = learn(actions[action], rewards, agents, theta, inverse, image)
        log_det += growth
        if fixed:
            update_evaluation(columns, image, shift, shrink, values, variances, scratch)
        if step == checkpoints[point]:
            regret[point] = total
            point += 1
    return regret


# --- The protocol, time step by time step ---------------------------------------------------


def play(
    problem: LinearProblem,
    *,
    generator: np.random.Generator,
    options: Options = Options(),
    observe: Callable[[int], Floats] | None = None,
    channel: Channel | None = None,
) -> GroupPlayer:
    """Play agents that share a channel only; `observe(t)` gives the actions of step t."""
    observe = observe or LinearEnvironment(problem, generator).observe
    channel = Channel() if channel is None else channel
    agents, regularisation = range(problem.agents), options.regularisation
    delta = options.delta_of(problem)
    group = [Statistics(problem.dimension, regularisation) for _ in agents]
    for t in range(1, problem.horizon + 1):
        actions = observe(t)
        played = tuple(
            optimistic_action(actions, own.v, own.u, regularisation, delta) for own in group
        )
        rewards = yield played
        channel.time = t
        for i, action, reward in zip(agents, played, rewards, strict=True):
            group[i].learn(actions[action], reward)
            sample = [float(action)] if options.message == "index" else actions[action].tolist()
            channel.send(i, SERVER, "sample", *sample, reward)
        _forward(channel, problem.agents)
        for i in agents:
            while message := channel.next_message(i):
                *x, reward = message.content
                group[i].learn(
                    actions[int(x[0])] if options.message == "index" else np.array(x), reward
                )


def simulate_literal(
    problem: LinearProblem, *, generator: np.random.Generator, options: Options = Options()
) -> Run:
    """Simulate agents that share a channel only, all numbers counted."""
    channel, environment = Channel(), LinearEnvironment(problem, generator)
    observe = environment.observe
    player = play(problem, generator=generator, options=options, observe=observe, channel=channel)
    play_all_rounds(player, environment.respond, rounds=problem.horizon)
    return counted_run(problem, environment.regret(), channel.events(PURPOSES), PURPOSES)


def _forward(channel: Channel, agents: int) -> None:
    """Let the server pass each sample on to all but its sender."""
    while message := channel.next_message(SERVER):
        for receiver in range(agents):
            if receiver != message.sender:
                channel.send(SERVER, receiver, "sample", *message.content)
