"""M independent copies of DELB with one agent each: what cooperation is measured against.

Nobody sends anything; each agent is its own server and knows T only, so that its m_l has ln T.
"""

from dataclasses import replace

import numpy as np

from bandit_replications.papers.distributed.algorithms import delb_literal
from bandit_replications.papers.distributed.algorithms.delb import (
    Options,
    check_fixed,
    pulls_of_phase,
    run_phases,
)
from bandit_replications.papers.distributed.algorithms.delb_phases import Designs, PhasedRun
from bandit_replications.papers.distributed.algorithms.runs import Run
from bandit_replications.papers.distributed.environments.linear_environments import (
    Floats,
    Integers,
    LinearProblem,
    Noise,
)

__all__ = ["Options", "simulate", "simulate_literal", "together"]


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
    """Simulate one agent after the other by phases; parameters as for `delb.simulate`.

    Returns
    -------
    Run
        Regret of all agents together, no communication; the phases are the most that an agent
        has begun.

    Raises
    ------
    TypeError, ValueError
        If an argument is of a wrong type or out of range.

    """
    problem = check_fixed(action_set, parameter, agents, horizon, checkpoints, noise)
    alone = replace(problem, agents=1)
    designs = Designs(problem.sets[0], options.accuracy)
    runs = [
        run_phases(
            alone,
            options=unrounded(options),
            pulls_rule=lambda design, phase: pulls_of_phase(design, phase, alone, options),
            designs=designs,
            generator=generator,
        )
        for _ in range(agents)
    ]
    return together(runs, problem)


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
    """Simulate one agent after the other time step by time step; parameters as for `simulate`."""
    problem = check_fixed(action_set, parameter, agents, horizon, checkpoints, noise)
    alone = replace(problem, agents=1)
    exact = unrounded(options)
    runs = [delb_literal.run(alone, exact, generator) for _ in range(agents)]
    return together(runs, problem)


def unrounded(options: Options) -> Options:
    """Return the options of an agent alone: what is not sent need not be rounded."""
    return options.model_copy(update={"precision_bits": None, "network": "server"})


def together(runs: list[PhasedRun], problem: LinearProblem) -> Run:
    """Return the runs of agents who send nothing as one."""
    return Run(
        regret=np.sum([run.regret for run in runs], axis=0),
        communication=np.zeros(problem.checkpoints.size, dtype=np.int64),
        phases=max(run.phases for run in runs),
        purposes={},
    )
