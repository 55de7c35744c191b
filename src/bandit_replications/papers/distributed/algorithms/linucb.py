"""LinUCB (OFUL) on one agent: the single-agent algorithm that DisLinUCB runs on every agent.

Optimism over the ellipsoid of Abbasi-Yadkori, Pál and Szepesvári (2011), Theorem 2, with noise in
[-1, 1] and |θ*| <= 1.
"""

import math

import numpy as np
from pydantic import BaseModel, ConfigDict, Field

from bandit_replications.papers.distributed.algorithms.dislinucb_kernels import run_agents
from bandit_replications.papers.distributed.algorithms.runs import Run
from bandit_replications.papers.distributed.environments.linear_environments import (
    TIE,
    Floats,
    Integers,
    LinearProblem,
    Noise,
    check_problem,
    draw_noise,
    set_of_step,
)


class Options(BaseModel):
    """Constants of LinUCB."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    regularisation: float = Field(default=1.0, gt=0, allow_inf_nan=False, description="λ")
    delta: float | None = Field(default=None, gt=0, lt=1, description="δ; without one 1/T")


def simulate(
    *,
    action_set: Floats,
    parameter: Floats,
    horizon: int,
    checkpoints: Integers,
    generator: np.random.Generator,
    options: Options = Options(),
    noise: Noise = "rademacher",
) -> Run:
    """Simulate in compiled code: the same actions as `simulate_literal`.

    Source: Section 4.4 and Appendix G, with one agent; parameters as for `dislinucb.simulate`.

    Returns
    -------
    Run
        Without communication and phases.

    Raises
    ------
    TypeError, ValueError
        If an argument is of a wrong type or out of range.

    """
    problem = check_problem(
        action_set=action_set,
        parameter=parameter,
        agents=1,
        horizon=horizon,
        checkpoints=checkpoints,
        noise=noise,
    )
    return run_alone(problem, options, generator)


def run_alone(problem: LinearProblem, options: Options, generator: np.random.Generator) -> Run:
    """Run agents that never synchronise, on the same sets of actions."""
    regret, _ = run_agents(
        problem,
        regularisation=options.regularisation,
        log_inverse_delta=-math.log(_delta(problem, options)),
        threshold=math.inf,
        at_once=False,
        before_merging=False,
        generator=generator,
    )
    return _silent(problem, regret)


def _delta(problem: LinearProblem, options: Options) -> float:
    return 1 / problem.horizon if options.delta is None else options.delta


def _silent(problem: LinearProblem, regret: Floats) -> Run:
    nothing = np.zeros(problem.checkpoints.size, dtype=np.int64)
    return Run(regret=regret, communication=nothing, phases=0, purposes={})


# --- The pseudo-code, time step by time step ------------------------------------------------


def simulate_literal(
    *,
    action_set: Floats,
    parameter: Floats,
    horizon: int,
    checkpoints: Integers,
    generator: np.random.Generator,
    options: Options = Options(),
    noise: Noise = "rademacher",
) -> Run:
    """Simulate in plain Python; parameters as for `simulate`."""
    problem = check_problem(
        action_set=action_set,
        parameter=parameter,
        agents=1,
        horizon=horizon,
        checkpoints=checkpoints,
        noise=noise,
    )
    return run_alone_literal(problem, options, generator)


def run_alone_literal(
    problem: LinearProblem, options: Options, generator: np.random.Generator
) -> Run:
    """Run agents that send nothing, time step by time step."""
    delta, d = _delta(problem, options), problem.dimension
    v = [options.regularisation * np.eye(d) for _ in range(problem.agents)]
    u = [np.zeros(d) for _ in range(problem.agents)]
    lost = np.zeros(problem.horizon + 1)
    for t in range(1, problem.horizon + 1):
        actions = set_of_step(problem, t, generator)
        means = actions @ problem.parameter
        for i in range(problem.agents):
            played = optimistic_action(actions, v[i], u[i], options.regularisation, delta)
            lost[t] += means.max() - means[played]
            reward = means[played] + draw_noise.py_func(problem.noise, generator)
            v[i] = v[i] + np.outer(actions[played], actions[played])
            u[i] = u[i] + reward * actions[played]
    return _silent(problem, np.cumsum(lost)[problem.checkpoints])


def optimistic_action(
    actions: Floats, v: Floats, u: Floats, regularisation: float, delta: float
) -> int:
    """Return the action x with the highest <x, θ̂> + radius |x| in the norm of V⁻¹."""
    theta = np.linalg.solve(v, u)
    growth = np.linalg.slogdet(v)[1] - len(u) * math.log(regularisation)
    radius = math.sqrt(2 * (growth / 2 + math.log(1 / delta))) + math.sqrt(regularisation)
    lengths = np.sqrt(np.einsum("aj,ja->a", actions, np.linalg.solve(v, actions.T)))
    index = actions @ theta + radius * lengths
    return int(np.flatnonzero(index >= index.max() - TIE)[0])
