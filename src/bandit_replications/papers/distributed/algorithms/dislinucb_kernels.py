"""Compiled rounds of DisLinUCB, and of agents that run LinUCB alone: those never synchronise."""

import math
from typing import NamedTuple

import numpy as np

from bandit_replications.bandits.arrays import Floats, Integers
from bandit_replications.bandits.compiled import kernel
from bandit_replications.bandits.interrupts import interruptible
from bandit_replications.papers.distributed.algorithms.linucb_kernels import (
    confidence_width,
    enter_set,
    evaluate,
    learn,
    optimistic,
    solve,
    update_evaluation,
)
from bandit_replications.papers.distributed.environments.linear_environments import (
    LinearArrays,
    draw_noise,
    take_set,
)


class Group(NamedTuple):
    """What server and agents know; the first axis of the agents' arrays is the agent.

    `merged` is λI + W_syn, `new` an agent's W_new, `inverse` and `theta` its V⁻¹ and θ̂; the
    evaluations of actions are kept for each agent if the set is fixed, else for one at a time.
    """

    merged: Floats
    merged_vector: Floats
    new: Floats
    new_vector: Floats
    inverse: Floats
    theta: Floats
    log_det: Floats
    last_log_det: Floats
    values: Floats
    variances: Floats


class SynchronisationRule(NamedTuple):
    """Constants of LinUCB, and when agents synchronise.

    When one of them has ln(det V / det V_last) (t - t_last) > threshold: at the end of the step
    or, `at_once`, before the next agent's turn. V_last is the matrix after the last synchronisation
    or, `before_merging`, the agent's own just before it. With `signs` an agent learns from ±2 and
    from rounded entries; its confidence set is that of noise of proxy 4.
    """

    regularisation: float
    log_inverse_delta: float
    threshold: float
    at_once: bool
    before_merging: bool
    signs: bool


def run_agents(
    problem: LinearArrays, rule: SynchronisationRule, generator: np.random.Generator
) -> tuple[Floats, Integers]:
    """Return the regret of all agents at the checkpoints and the steps of synchronisations."""
    return _run(problem, _new_group(problem, rule.regularisation), rule, generator)


def _new_group(problem: LinearArrays, regularisation: float) -> Group:
    agents, (sets, actions, dimension) = problem.agents, problem.sets.shape
    identity = np.eye(dimension)
    log_det = np.full(agents, dimension * math.log(regularisation))
    kept = (agents if sets == 1 else 1, actions)
    return Group(
        merged=regularisation * identity,
        merged_vector=np.zeros(dimension),
        new=np.zeros((agents, dimension, dimension)),
        new_vector=np.zeros((agents, dimension)),
        inverse=np.tile(identity / regularisation, (agents, 1, 1)),
        theta=np.zeros((agents, dimension)),
        log_det=log_det,
        last_log_det=log_det.copy(),
        values=np.empty(kept),
        variances=np.empty(kept),
    )


@kernel
def _run(
    problem: LinearArrays, group: Group, rule: SynchronisationRule, generator: np.random.Generator
) -> tuple[Floats, Integers]:
    """Return regret at the checkpoints and steps of synchronisations; mutates group, generator."""
    sets, parameter, agents, noise, checkpoints = problem
    regularisation, log_inverse_delta, threshold, at_once, before_merging, signs = rule
    regret = np.empty(checkpoints.size)
    _, number, dimension = sets.shape
    fixed, pulls = sets.shape[0] == 1, agents * checkpoints[-1]
    actions, columns = np.empty((number, dimension)), np.empty((dimension, number))
    means, scratch, image = np.empty(number), np.empty(number), np.empty(dimension)
    last_step, best, point, total = 0, 0.0, 0, 0.0
    steps, synchronised, work = np.empty(64, dtype=np.int64), 0, 0
    for step in range(1, checkpoints[-1] + 1):
        work = interruptible(work + agents * dimension * (dimension + number))
        if step == 1 or not fixed:
            take_set(step, sets, actions, generator)
            best = enter_set(actions, parameter, columns, means)
            for agent in range(agents if fixed else 0):
                _evaluate(agent, agent, columns, group)
        wanted = False
        for agent in range(agents):
            row = agent if fixed else 0
            if not fixed:
                _evaluate(agent, 0, columns, group)
            log_det = group.log_det[agent]
            width = confidence_width(log_det, dimension, regularisation, log_inverse_delta)
            if signs:
                width = 2.0 * width - math.sqrt(regularisation)
            action = optimistic(group.values[row], group.variances[row], width, scratch)
            reward = means[action] + draw_noise(noise, generator)
            total += best - means[action]
            x = actions[action]
            if signs:
                x, reward = _rounded(x, reward, pulls, generator)
            _learn(agent, x, reward, fixed, threshold < np.inf, columns, group, image, scratch)
            growth = group.log_det[agent] - group.last_log_det[agent]
            wanted = wanted or growth * (step - last_step) > threshold
            if wanted and (at_once or agent == agents - 1):
                _synchronise(group, before_merging)
                for other in range(agents if fixed else 0):
                    _evaluate(other, other, columns, group)
                if synchronised == steps.size:
                    steps = np.concatenate((steps, steps))
                steps[synchronised] = step
                synchronised += 1
                wanted, last_step = False, step
        if step == checkpoints[point]:
            regret[point] = total
            point += 1
    return regret, steps[:synchronised]


@kernel
def _rounded(
    x: Floats, reward: float, pulls: int, generator: np.random.Generator
) -> tuple[Floats, float]:
    """Return an action rounded toward 0 to multiples of 1 / pulls, and ±2 with a reward's mean."""
    sign = 2.0 if generator.random() < 0.5 + reward / 4.0 else -2.0
    return np.trunc(x * pulls) / pulls, sign


@kernel
def _evaluate(agent: int, row: int, columns: Floats, group: Group) -> None:
    """Fill a row of the group's values and variances for an agent; mutates them."""
    evaluate(
        columns, group.theta[agent], group.inverse[agent], group.values[row], group.variances[row]
    )


@kernel(inline="always")
def _learn(
    agent: int,
    x: Floats,
    reward: float,
    fixed: bool,
    merges: bool,
    columns: Floats,
    group: Group,
    image: Floats,
    scratch: Floats,
) -> None:
    """Let an agent take in a reward, for others too if it `merges`; mutates the last three."""
    growth, shift, shrink = learn(x, reward, 1, group.theta[agent], group.inverse[agent], image)
    group.log_det[agent] += growth
    for i in range(x.size if merges else 0):
        group.new_vector[agent, i] += x[i] * reward
        for j in range(x.size):
            group.new[agent, i, j] += x[i] * x[j]
    if fixed:
        update_evaluation(
            columns, image, shift, shrink, group.values[agent], group.variances[agent], scratch
        )


@kernel
def _synchronise(group: Group, before_merging: bool) -> None:
    """Add up what is new and hand the sums to all agents; mutates group."""
    agents, dimension = group.new_vector.shape
    for agent in range(agents):
        for i in range(dimension):
            group.merged_vector[i] += group.new_vector[agent, i]
            group.new_vector[agent, i] = 0.0
            for j in range(dimension):
                group.merged[i, j] += group.new[agent, i, j]
                group.new[agent, i, j] = 0.0
    log_det = solve(group.merged, group.merged_vector, group.inverse[0], group.theta[0])
    for agent in range(agents):
        group.last_log_det[agent] = group.log_det[agent] if before_merging else log_det
        group.log_det[agent] = log_det
        for i in range(dimension):
            group.theta[agent, i] = group.theta[0, i]
            for j in range(dimension):
                group.inverse[agent, i, j] = group.inverse[0, i, j]
