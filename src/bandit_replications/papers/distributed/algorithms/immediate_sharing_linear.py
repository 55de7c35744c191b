"""Immediate sharing for linear bandits: LinUCB on what all agents have seen.

After each time step every agent sends its sample to every other via the server. All agents then
know the same and, with ties broken alike, play the same action: M samples of it in each step.
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
    learn,
    optimistic,
    update_evaluation,
)
from bandit_replications.papers.distributed.algorithms.runs import Run, collect_messages
from bandit_replications.papers.distributed.environments.channel import SERVER, Channel
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

PURPOSES = ("sample",)


class Options(BaseModel):
    """Constants and readings of immediate sharing."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    regularisation: float = Field(default=1.0, gt=0, allow_inf_nan=False, description="λ")
    delta: float | None = Field(default=None, gt=0, lt=1, description="δ; without one 1/(M T)")
    message: Literal["index", "vector"] = Field(
        default="index",
        description=(
            "a sample's numbers: index and reward, as all know the set; or the action's vector "
            "and the reward, as Table 1 counts"
        ),
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

    Source: Section 1.2 and Table 1; parameters as for `dislinucb.simulate`.

    Returns
    -------
    Run
        No phases. A step costs 2 M² numbers, or (d + 1) M² if vectors are sent: M samples go to
        the server and M - 1 to each agent.

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
        problem.checkpoints,
        generator,
        regret,
    )
    each = 2 if options.message == "index" else problem.dimension + 1
    communication = each * problem.agents**2 * problem.checkpoints
    return Run(
        regret=regret,
        communication=communication,
        phases=0,
        purposes={"sample": int(communication[-1])},
    )


def _delta(problem: LinearProblem, options: Options) -> float:
    return 1 / (problem.agents * problem.horizon) if options.delta is None else options.delta


@njit(cache=True)
def _simulate(
    sets: Floats,
    parameter: Floats,
    agents: int,
    noise: int,
    regularisation: float,
    log_inverse_delta: float,
    checkpoints: Integers,
    generator: np.random.Generator,
    regret: Floats,
) -> None:
    """Run the agents as one; mutates generator and regret (checkpoints,)."""
    _, number, dimension = sets.shape
    fixed = sets.shape[0] == 1
    actions, columns = np.empty((number, dimension)), np.empty((dimension, number))
    means, scratch, image = np.empty(number), np.empty(number), np.empty(dimension)
    values, variances = np.empty(number), np.empty(number)
    inverse, theta = np.eye(dimension) / regularisation, np.zeros(dimension)
    log_det = dimension * math.log(regularisation)
    best, point, total = 0.0, 0, 0.0
    for step in range(1, checkpoints[-1] + 1):
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
    channel, d, delta = Channel(), problem.dimension, _delta(problem, options)
    v = [options.regularisation * np.eye(d) for _ in range(agents)]
    u = [np.zeros(d) for _ in range(agents)]
    lost = np.zeros(horizon + 1)
    for t in range(1, horizon + 1):
        channel.time = t
        actions = set_of_step(problem, t, generator)
        means = actions @ problem.parameter
        for i in range(agents):
            played = optimistic_action(actions, v[i], u[i], options.regularisation, delta)
            lost[t] += means.max() - means[played]
            reward = means[played] + draw_noise.py_func(problem.noise, generator)
            v[i] = v[i] + np.outer(actions[played], actions[played])
            u[i] = u[i] + reward * actions[played]
            sample = [float(played)] if options.message == "index" else actions[played].tolist()
            channel.send(i, SERVER, "sample", *sample, float(reward))
        _forward(channel, agents)
        for i in range(agents):
            while message := channel.next_message(i):
                *action, reward = message.content
                x = actions[int(action[0])] if options.message == "index" else np.array(action)
                v[i] = v[i] + np.outer(x, x)
                u[i] = u[i] + reward * x
    messages = collect_messages(channel.events(PURPOSES), PURPOSES)
    return Run(
        regret=np.cumsum(lost)[problem.checkpoints],
        communication=messages.until(problem.checkpoints),
        phases=0,
        purposes=messages.by_purpose,
    )


def _forward(channel: Channel, agents: int) -> None:
    """Let the server pass each sample on to all but its sender."""
    while message := channel.next_message(SERVER):
        for receiver in range(agents):
            if receiver != message.sender:
                channel.send(SERVER, receiver, "sample", *message.content)
