"""M agents that run LinUCB without a word to each other: what cooperation is measured against.

They meet the same sets of actions; each knows T only, so that δ = 1/T.
"""

import numpy as np

from bandit_replications.papers.distributed.algorithms.linucb import (
    Options,
    run_alone,
    run_alone_literal,
)
from bandit_replications.papers.distributed.algorithms.runs import Run
from bandit_replications.papers.distributed.environments.linear_environments import (
    Floats,
    Integers,
    Noise,
    check_problem,
)

__all__ = ["Options", "simulate", "simulate_literal"]


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

    Parameters as for `dislinucb.simulate`.

    Returns
    -------
    Run
        Regret of all agents together; no communication, no phases.

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
    return run_alone(problem, options, generator)


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
    """Simulate time step by time step; parameters as for `simulate`."""
    problem = check_problem(
        action_set=action_set,
        parameter=parameter,
        agents=agents,
        horizon=horizon,
        checkpoints=checkpoints,
        noise=noise,
    )
    return run_alone_literal(problem, options, generator)
