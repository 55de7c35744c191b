"""Single-agent elimination for linear bandits, on which DELB is built.

In phase l = 1, 2, … each action of a G-optimal design π of the active actions is pulled
ceil(π(x) g(π) 4^l log(1/δ)) times; actions that are estimated more than 2^(1 - l) below the best
are dropped (Lattimore and Szepesvári, Bandit Algorithms, Chapters 21 and 22).
"""

import math

import numpy as np
from pydantic import BaseModel, ConfigDict, Field

from bandit_replications.papers.distributed.algorithms import delb
from bandit_replications.papers.distributed.algorithms.delb_phases import Designs, PhasedRun
from bandit_replications.papers.distributed.algorithms.g_optimal_design import (
    Design,
    g_optimal_design,
)
from bandit_replications.papers.distributed.algorithms.runs import LARGEST_PULLS
from bandit_replications.papers.distributed.environments.linear_environments import (
    Floats,
    Integers,
    Noise,
    draw_noise,
)


class Options(BaseModel):
    """Constants and readings of the single agent's algorithm."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    pulls_factor: float = Field(
        default=1.0,
        gt=0,
        allow_inf_nan=False,
        description="factor of the pulls; noise in [-1, 1] needs 2 for an error probability of 2δ",
    )
    delta: float | None = Field(
        default=None, gt=0, lt=1, description="δ; without one 1/(actions T)"
    )
    strict: bool = Field(
        default=False, description="whether an action exactly 2^(1 - l) behind is dropped"
    )
    accuracy: float = Field(
        default=2.0, gt=1, allow_inf_nan=False, description="g(π) is at most this times the rank"
    )


def simulate(
    *,
    action_set: Floats,
    parameter: Floats,
    horizon: int,
    checkpoints: Integers,
    generator: np.random.Generator,
    options: Options = Options(),
    noise: Noise = "rademacher",
) -> PhasedRun:
    """Simulate one agent phase by phase; parameters as for `delb.simulate`.

    Source: Section 4.1.

    Returns
    -------
    PhasedRun
        Without messages; its phases are those begun.

    Raises
    ------
    TypeError, ValueError
        If an argument is of a wrong type or out of range.

    """
    problem = delb.check_fixed(action_set, parameter, 1, horizon, checkpoints, noise)
    logarithm = _log_inverse_delta(options, problem.actions, problem.horizon)

    def pulls(design: Design, phase: int) -> Integers:
        scale = options.pulls_factor * design.worst_variance * 4.0**phase * logarithm
        rounded = np.ceil(scale * design.weights[design.support])
        return np.minimum(rounded, 4.0 * LARGEST_PULLS).astype(np.int64)

    run = delb.run_phases(
        problem,
        options=delb.Options(strict=options.strict),
        pulls_rule=pulls,
        designs=Designs(problem.sets[0], options.accuracy),
        generator=generator,
    )
    return PhasedRun(
        regret=run.regret,
        communication=np.zeros_like(run.communication),
        phases=run.phases,
        purposes={},
        active=run.active,
        supports=run.supports,
        lengths=run.lengths,
    )


def _log_inverse_delta(options: Options, actions: int, horizon: int) -> float:
    return math.log(actions * horizon) if options.delta is None else -math.log(options.delta)


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
) -> PhasedRun:
    """Simulate one agent in plain Python; parameters as for `simulate`."""
    problem = delb.check_fixed(action_set, parameter, 1, horizon, checkpoints, noise)
    actions, means = problem.sets[0], problem.sets[0] @ problem.parameter
    delta = 1 / (len(actions) * horizon) if options.delta is None else options.delta
    active = list(range(len(actions)))
    played: list[int] = []
    sizes: list[int] = []
    while len(played) < horizon:
        sizes.append(len(active))
        level = len(sizes)
        design = g_optimal_design(actions=actions[active], accuracy=options.accuracy)
        v = np.zeros((problem.dimension, problem.dimension))
        total = np.zeros(problem.dimension)
        pulls = {
            active[j]: math.ceil(
                options.pulls_factor
                * design.worst_variance
                * 4.0**level
                * math.log(1 / delta)
                * design.weights[j]
            )
            for j in design.support.tolist()
        }
        for x in sorted(pulls, key=lambda x: (-pulls[x], x)):
            for _ in range(min(pulls[x], horizon - len(played))):
                reward = means[x] + draw_noise.py_func(problem.noise, generator)
                v += np.outer(actions[x], actions[x])
                total += reward * actions[x]
                played.append(x)
        estimates = actions @ (np.linalg.pinv(v, hermitian=True) @ total)
        best = max(estimates[x] for x in active)
        width = 2.0 ** (1 - level)
        active = [
            x
            for x in active
            if best - estimates[x] < width or (not options.strict and best - estimates[x] == width)
        ]
    regret = np.cumsum(means.max() - means[played])
    return PhasedRun(
        regret=regret[problem.checkpoints - 1],
        communication=np.zeros(problem.checkpoints.size, dtype=np.int64),
        phases=len(sizes),
        purposes={},
        active=tuple(sizes),
    )
