"""DCB, the gossip baseline of Table 1, simplified: averages between random pairs of agents.

After Korda, Szörényi and Li (2016). In each time step every agent plays optimistically and adds
its sample to its statistics (W, U); then agents meet in random pairs and both take the average of
the pair's statistics. M W and M U estimate the sums over all agents.

Simplified: a new sample counts M times at the agent that drew it until gossip has spread it, while
the original keeps samples back for a logarithmic number of steps. So the ellipsoid has no proven
level; the option `scale` shows what the factor M is worth.
"""

import math
from typing import Literal

import numpy as np
from numba import njit
from pydantic import BaseModel, ConfigDict, Field

from bandit_replications.papers.distributed.algorithms.linucb import optimistic_action
from bandit_replications.papers.distributed.algorithms.linucb_kernels import (
    confidence_width,
    enter_set,
    evaluate,
    optimistic,
    solve,
)
from bandit_replications.papers.distributed.algorithms.runs import Run, collect_messages
from bandit_replications.papers.distributed.environments.channel import Channel
from bandit_replications.papers.distributed.environments.linear_environments import (
    Floats,
    Integers,
    LinearProblem,
    Noise,
    check_problem,
    draw_noise,
    set_of_step,
    take_set,
)

PURPOSES = ("gossip",)


class Options(BaseModel):
    """Constants and readings of the simplified DCB."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    regularisation: float = Field(default=1.0, gt=0, allow_inf_nan=False, description="λ")
    delta: float | None = Field(default=None, gt=0, lt=1, description="δ; without one 1/(M² T)")
    scale: Literal["sum", "average"] = Field(
        default="sum",
        description="what an agent acts on: M times its averages, or the averages themselves",
    )


def simulate(
    *,
    action_set: Floats,
    parameter: Floats,
    agents: int,
    horizon: int,
    checkpoints: Integers,
    generator: np.random.Generator,
    options: Options = Options(),
    noise: Noise = "rademacher",
) -> Run:
    """Simulate in compiled code: the same actions as `simulate_literal`.

    Source: the baseline of Table 1, simplified; parameters as for `dislinucb.simulate`.

    Returns
    -------
    Run
        No phases. Each pair exchanges 2 (d² + d) numbers in each step; of an odd number of agents
        one has no partner.

    Raises
    ------
    TypeError, ValueError
        If an argument is of a wrong type or out of range.

    """
    problem = check_problem(
        action_set=action_set,
        parameter=parameter,
        agents=agents,
        horizon=horizon,
        checkpoints=checkpoints,
        noise=noise,
    )
    regret = np.empty(problem.checkpoints.size)
    _simulate(
        problem.sets,
        problem.parameter,
        problem.agents,
        problem.noise,
        options.regularisation,
        -math.log(_delta(problem, options)),
        _scale(problem, options),
        problem.checkpoints,
        generator,
        regret,
    )
    d = problem.dimension
    communication = (problem.agents // 2) * 2 * (d * d + d) * problem.checkpoints
    return Run(
        regret=regret,
        communication=communication,
        phases=0,
        purposes={"gossip": int(communication[-1])} if communication[-1] else {},
    )


def _delta(problem: LinearProblem, options: Options) -> float:
    return 1 / (problem.agents**2 * problem.horizon) if options.delta is None else options.delta


def _scale(problem: LinearProblem, options: Options) -> float:
    return float(problem.agents) if options.scale == "sum" else 1.0


@njit(cache=True)
def draw_partners(order: Integers, generator: np.random.Generator) -> None:
    """Shuffle the agents: neighbours at positions 2 j and 2 j + 1 meet. Mutates both."""
    for last in range(order.size - 1, 0, -1):
        other = generator.integers(0, last + 1)
        order[last], order[other] = order[other], order[last]


@njit(cache=True)
def _simulate(
    sets: Floats,
    parameter: Floats,
    agents: int,
    noise: int,
    regularisation: float,
    log_inverse_delta: float,
    scale: float,
    checkpoints: Integers,
    generator: np.random.Generator,
    regret: Floats,
) -> None:
    """Run all agents; mutates generator and regret (checkpoints,)."""
    _, number, dimension = sets.shape
    actions, columns = np.empty((number, dimension)), np.empty((dimension, number))
    means, scratch = np.empty(number), np.empty(number)
    values, variances = np.empty(number), np.empty(number)
    inverse, theta = np.empty((dimension, dimension)), np.empty(dimension)
    w, u = np.zeros((agents, dimension, dimension)), np.zeros((agents, dimension))
    v, b = np.empty((dimension, dimension)), np.empty(dimension)
    order = np.arange(agents)
    best, point, total = 0.0, 0, 0.0
    for step in range(1, checkpoints[-1] + 1):
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
                for j in range(dimension):
                    w[agent, i, j] += actions[action, i] * actions[action, j]
        draw_partners(order, generator)
        for pair in range(agents // 2):
            one, two = order[2 * pair], order[2 * pair + 1]
            for i in range(dimension):
                u[one, i] = 0.5 * (u[one, i] + u[two, i])
                u[two, i] = u[one, i]
                for j in range(dimension):
                    w[one, i, j] = 0.5 * (w[one, i, j] + w[two, i, j])
                    w[two, i, j] = w[one, i, j]
        if step == checkpoints[point]:
            regret[point] = total
            point += 1


# --- The protocol, time step by time step ---------------------------------------------------


def simulate_literal(
    *,
    action_set: Floats,
    parameter: Floats,
    agents: int,
    horizon: int,
    checkpoints: Integers,
    generator: np.random.Generator,
    options: Options = Options(),
    noise: Noise = "rademacher",
) -> Run:
    """Simulate agents that share a channel only; parameters as for `simulate`."""
    problem = check_problem(
        action_set=action_set,
        parameter=parameter,
        agents=agents,
        horizon=horizon,
        checkpoints=checkpoints,
        noise=noise,
    )
    d, delta, scale = problem.dimension, _delta(problem, options), _scale(problem, options)
    channel = Channel()
    w, u = [np.zeros((d, d)) for _ in range(agents)], [np.zeros(d) for _ in range(agents)]
    order = np.arange(agents)
    lost = np.zeros(horizon + 1)
    for t in range(1, horizon + 1):
        channel.time = t
        actions = set_of_step(problem, t, generator)
        means = actions @ problem.parameter
        for i in range(agents):
            v = options.regularisation * np.eye(d) + scale * w[i]
            played = optimistic_action(actions, v, scale * u[i], options.regularisation, delta)
            lost[t] += means.max() - means[played]
            reward = means[played] + draw_noise.py_func(problem.noise, generator)
            w[i] = w[i] + np.outer(actions[played], actions[played])
            u[i] = u[i] + reward * actions[played]
        draw_partners.py_func(order, generator)
        for one, two in zip(order[0::2].tolist(), order[1::2].tolist(), strict=False):
            channel.send(one, two, "gossip", *w[one].ravel().tolist(), *u[one].tolist())
            channel.send(two, one, "gossip", *w[two].ravel().tolist(), *u[two].tolist())
        for i in range(agents):
            if message := channel.next_message(i):
                numbers = np.array(message.content)
                w[i] = (w[i] + numbers[:-d].reshape(d, d)) / 2
                u[i] = (u[i] + numbers[-d:]) / 2
    messages = collect_messages(channel.events(PURPOSES), PURPOSES)
    return Run(
        regret=np.cumsum(lost)[problem.checkpoints],
        communication=messages.until(problem.checkpoints),
        phases=0,
        purposes=messages.by_purpose,
    )
