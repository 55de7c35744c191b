"""DCB, the gossip baseline of Table 1, simplified: averages between random pairs of agents.

After Korda, Szörényi and Li (2016). In each time step every agent plays optimistically and adds
its sample to its statistics (W, U); then agents meet in random pairs and both take the average of
the pair's statistics. M W and M U estimate the sums over all agents.

Simplified: a new sample counts M times at the agent that drew it until gossip has spread it, while
the original keeps samples back for a logarithmic number of steps. So the ellipsoid has no proven
level; the option `scale` shows what the factor M is worth.

>>> problem = LinearProblem(
...     action_set=np.eye(3), parameter=np.array([0.9, 0.1, 0.1]), agents=3, horizon=300
... )
>>> run = simulate(problem, generator=np.random.default_rng(0))
>>> run.regret.round(1).tolist(), run.communication.tolist()
([56.0], [7200])
"""

import math
from collections.abc import Callable
from typing import Literal

import numpy as np
from pydantic import Field

from bandit_replications.bandits.arrays import Floats, Integers
from bandit_replications.bandits.compiled import kernel
from bandit_replications.bandits.interrupts import interruptible
from bandit_replications.papers.distributed.algorithms.linucb import (
    LinUCBOptions,
    optimistic_action,
)
from bandit_replications.papers.distributed.algorithms.linucb_kernels import (
    confidence_width,
    enter_set,
    evaluate,
    optimistic,
    solve,
)
from bandit_replications.papers.distributed.algorithms.runs import Run, counted_run, even_run
from bandit_replications.papers.distributed.environments.channel import Channel
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

PURPOSES = ("gossip",)


class Options(LinUCBOptions):
    """Constants and interpretations of the simplified DCB."""

    delta_agents = 2

    scale: Literal["sum", "average"] = Field(
        default="sum",
        description="what an agent acts on: M times its averages, or the averages themselves",
    )

    def factor(self, problem: LinearProblem) -> float:
        """Return the factor of the averages that an agent acts on, M or 1."""
        return float(problem.agents) if self.scale == "sum" else 1.0


def simulate(
    problem: LinearProblem, *, generator: np.random.Generator, options: Options = Options()
) -> Run:
    """Simulate in compiled code: the same actions as `simulate_literal`.

    Each pair exchanges 2 (d² + d) numbers in each step; of an odd number of agents one has no
    partner.
    """
    regret = _simulate(
        problem.arrays,
        options.regularisation,
        -math.log(options.delta_of(problem)),
        options.factor(problem),
        generator,
    )
    d = problem.dimension
    sent = (problem.agents // 2) * 2 * (d * d + d)
    return even_run(problem, regret, purpose="gossip", sent=sent)


@kernel
def draw_partners(order: Integers, generator: np.random.Generator) -> None:
    """Shuffle the agents: neighbours at positions 2 j and 2 j + 1 meet. Mutates both."""
    for last in range(order.size - 1, 0, -1):
        other = generator.integers(0, last + 1)
        order[last], order[other] = order[other], order[last]


@kernel
def _simulate(
    problem: LinearArrays,
    regularisation: float,
    log_inverse_delta: float,
    scale: float,
    generator: np.random.Generator,
) -> Floats:
    """Return the regret of all agents at the checkpoints; mutates the generator."""
    sets, parameter, agents, noise, checkpoints = problem
    regret = np.empty(checkpoints.size)
    _, number, dimension = sets.shape
    actions, columns = np.empty((number, dimension)), np.empty((dimension, number))
    means, scratch = np.empty(number), np.empty(number)
    values, variances = np.empty(number), np.empty(number)
    inverse, theta = np.empty((dimension, dimension)), np.empty(dimension)
    w, u = np.zeros((agents, dimension, dimension)), np.zeros((agents, dimension))
    v, b = np.empty((dimension, dimension)), np.empty(dimension)
    order = np.arange(agents)
    best, point, total = 0.0, 0, 0.0
    work = 0
    for step in range(1, checkpoints[-1] + 1):
        work = interruptible(work + agents * dimension * (dimension + number))
        if step == 1 or sets.shape[0] != 1:
            take_set(step, sets, actions, generator)
            best = enter_set(actions, parameter, columns, means)
        for agent in range(agents):
            for i in range(dimension):
                b[i] = scale * u[agent, i]
                for j in range(dimension):
                    v[i, j] = scale * w[agent, i, j] + (regularisation if i == j else 0.0)
            log_det = solve(v, b, inverse, theta)
            evaluate(columns, theta, inverse, values, variances)
            width = confidence_width(log_det, dimension, regularisation, log_inverse_delta)
            action = optimistic(values, variances, width, scratch)
            total += best - means[action]
            reward = means[action] + draw_noise(noise, generator)
            for i in range(dimension):
                u[agent, i] += actions[action, i] * reward
                for j in range(dimension if actions[action, i] != 0.0 else 0):
                    w[agent, i, j] += actions[action, i] * actions[action, j]
        draw_partners(order, generator)
        _average_pairs(order, w, u)
        if step == checkpoints[point]:
            regret[point] = total
            point += 1
    return regret


@kernel
def _average_pairs(order: Integers, w: Floats, u: Floats) -> None:
    """Replace the statistics of neighbours in `order` by their average; mutates w and u."""
    for pair in range(order.size // 2):
        left, right = order[2 * pair], order[2 * pair + 1]
        for i in range(u.shape[1]):
            u[left, i] = 0.5 * (u[left, i] + u[right, i])
            u[right, i] = u[left, i]
            for j in range(u.shape[1]):
                w[left, i, j] = 0.5 * (w[left, i, j] + w[right, i, j])
                w[right, i, j] = w[left, i, j]


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
    agents, d, scale = problem.agents, problem.dimension, options.factor(problem)
    delta, regularisation = options.delta_of(problem), options.regularisation
    w, u = [np.zeros((d, d)) for _ in range(agents)], [np.zeros(d) for _ in range(agents)]
    order = np.arange(agents)
    for t in range(1, problem.horizon + 1):
        actions = observe(t)
        played = []
        for i in range(agents):
            v = regularisation * np.eye(d) + scale * w[i]
            played.append(optimistic_action(actions, v, scale * u[i], regularisation, delta))
        rewards = yield tuple(played)
        channel.time = t
        for i in range(agents):
            w[i] = w[i] + np.outer(actions[played[i]], actions[played[i]])
            u[i] = u[i] + rewards[i] * actions[played[i]]
        draw_partners.py_func(order, generator)
        for left, right in zip(order[0::2].tolist(), order[1::2].tolist(), strict=False):
            channel.send(left, right, "gossip", *w[left].ravel().tolist(), *u[left].tolist())
            channel.send(right, left, "gossip", *w[right].ravel().tolist(), *u[right].tolist())
        for i in range(agents):
            if message := channel.next_message(i):
                numbers = np.array(message.content)
                w[i] = (w[i] + numbers[:-d].reshape(d, d)) / 2
                u[i] = (u[i] + numbers[-d:]) / 2


def simulate_literal(
    problem: LinearProblem, *, generator: np.random.Generator, options: Options = Options()
) -> Run:
    """Simulate agents that share a channel only, all numbers counted."""
    channel, environment = Channel(), LinearEnvironment(problem, generator)
    observe = environment.observe
    player = play(problem, generator=generator, options=options, observe=observe, channel=channel)
    play_all_rounds(player, environment.respond, rounds=problem.horizon)
    return counted_run(problem, environment.regret(), channel.events(PURPOSES), PURPOSES)
