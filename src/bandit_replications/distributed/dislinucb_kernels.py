"""Compiled rounds of DisLinUCB, and of agents that run LinUCB alone: those never synchronise."""

import math

import numpy as np
from numba import njit

from bandit_replications.distributed.linear_environments import (
    Floats,
    Integers,
    draw_noise,
    take_set,
)
from bandit_replications.distributed.linucb_kernels import (
    confidence_width,
    evaluate,
    learn,
    means_of_set,
    optimistic,
    solve,
    update_evaluation,
)


@njit(cache=True)
def run_agents(
    sets: Floats,
    parameter: Floats,
    agents: int,
    noise: int,
    regularisation: float,
    log_inverse_delta: float,
    threshold: float,
    at_once: bool,
    before_merging: bool,
    checkpoints: Integers,
    generator: np.random.Generator,
    regret: Floats,
) -> Integers:
    """Run all agents and return the time step of each synchronisation.

    Agents synchronise when one of them has ln(det V / det V_last) (t - t_last) > threshold, at
    the end of the step or, `at_once`, before the next agent's turn. V_last is the matrix after the
    last synchronisation or, `before_merging`, the agent's own just before it. Mutates generator and
    regret (checkpoints,).
    """
    _, number, dimension = sets.shape
    fixed = sets.shape[0] == 1
    actions = np.empty((number, dimension))
    columns = np.empty((dimension, number))
    means, scratch, image = np.empty(number), np.empty(number), np.empty(dimension)
    merged, merged_vector = np.eye(dimension) * regularisation, np.zeros(dimension)
    new, new_vector = np.zeros((agents, dimension, dimension)), np.zeros((agents, dimension))
    inverse, theta = np.empty((agents, dimension, dimension)), np.zeros((agents, dimension))
    log_det, last_log_det = np.empty(agents), np.empty(agents)
    kept = agents if fixed else 1
    values, variances = np.empty((kept, number)), np.empty((kept, number))
    log_det[:] = dimension * math.log(regularisation)
    last_log_det[:] = log_det
    last_step, best, point, total = 0, 0.0, 0, 0.0
    synchronisations = np.empty(64, dtype=np.int64)
    synchronised = 0
    for agent in range(agents):
        inverse[agent] = np.eye(dimension) / regularisation
    for step in range(1, checkpoints[-1] + 1):
        if step == 1 or not fixed:
            take_set(step, sets, actions, generator)
            columns[:] = actions.T
            best = means_of_set(columns, parameter, means)
            if fixed:
                for agent in range(agents):
                    evaluate(columns, theta[agent], inverse[agent], values[agent], variances[agent])
        wanted = False
        for agent in range(agents):
            row = agent if fixed else 0
            if not fixed:
                evaluate(columns, theta[agent], inverse[agent], values[0], variances[0])
            width = confidence_width(log_det[agent], dimension, regularisation, log_inverse_delta)
            action = optimistic(values[row], variances[row], width, scratch)
            reward = means[action] + draw_noise(noise, generator)
            total += best - means[action]
            x = actions[action]
            growth, shift, shrink = learn(x, reward, 1, theta[agent], inverse[agent], image)
            log_det[agent] += growth
            if fixed:
                update_evaluation(
                    columns, image, shift, shrink, values[agent], variances[agent], scratch
                )
            for i in range(dimension):
                new_vector[agent, i] += x[i] * reward
                for j in range(dimension):
                    new[agent, i, j] += x[i] * x[j]
            if (log_det[agent] - last_log_det[agent]) * (step - last_step) > threshold:
                wanted = True
            if wanted and (at_once or agent == agents - 1):
                wanted = False
                last_step = step
                _merge(merged, merged_vector, new, new_vector)
                if before_merging:
                    last_log_det[:] = log_det
                log_det[:] = solve(merged, merged_vector, inverse[0], theta[0])
                if not before_merging:
                    last_log_det[:] = log_det
                for other in range(1, agents):
                    inverse[other], theta[other] = inverse[0], theta[0]
                if fixed:
                    evaluate(columns, theta[0], inverse[0], values[0], variances[0])
                    for other in range(1, agents):
                        values[other], variances[other] = values[0], variances[0]
                if synchronised == synchronisations.size:
                    synchronisations = np.concatenate((synchronisations, synchronisations))
                synchronisations[synchronised] = step
                synchronised += 1
        if step == checkpoints[point]:
            regret[point] = total
            point += 1
    return synchronisations[:synchronised]


@njit(cache=True)
def _merge(merged: Floats, merged_vector: Floats, new: Floats, new_vector: Floats) -> None:
    """Move what agents have learnt since the last time into the sums; mutates all four."""
    for agent in range(new.shape[0]):
        merged += new[agent]
        merged_vector += new_vector[agent]
    new[:] = 0.0
    new_vector[:] = 0.0
