"""M agents that each run Protocol 4 alone for the whole horizon: no message, M times the regret."""

import numpy as np

from bandit_replications.papers.distributed.algorithms.elimination import (
    PhaseOptions,
    eliminate_literal,
    silent_run,
)
from bandit_replications.papers.distributed.algorithms.elimination_kernels import (
    eliminate_alone,
    new_ledger,
)
from bandit_replications.papers.distributed.algorithms.runs import (
    ArmsRun,
    Floats,
    Integers,
    check_arms_run,
)
from bandit_replications.papers.distributed.environments.channel import History
from bandit_replications.papers.distributed.environments.reward_laws import (
    RewardLaws,
    reward_laws,
    reward_source,
)


class Options(PhaseOptions):
    """As for Protocol 4: by default with the same ln(MKT) as in DEMAB."""


def simulate(
    *,
    means: Floats,
    agents: int,
    horizon: int,
    checkpoints: Integers,
    generator: np.random.Generator,
    law: str | RewardLaws = "bernoulli",
    options: Options = Options(),
) -> ArmsRun:
    """Simulate M independent agents, each with the elimination that DEMAB's stage 1 runs.

    Source: the baseline without communication that Section 3.4 compares with; Protocol 4.

    Parameters
    ----------
    means : float64 array, shape (arms,), in [0, 1]
    agents : int
        M >= 1.
    horizon : int
        T >= 1, with M T <= 2^52.
    checkpoints : int64 array, increasing, the last one the horizon
    generator : numpy.random.Generator
    law : str or RewardLaws
    options : Options

    Returns
    -------
    ArmsRun
        `phases` are the most that an agent began.

    Raises
    ------
    TypeError, ValueError
        If an argument is of a wrong type or out of range.

    """
    values, points = check_arms_run(
        means=means, agents=agents, horizon=horizon, checkpoints=checkpoints
    )
    arms = len(values)
    laws = reward_laws(law, values)
    lengths = options.lengths(agents=agents, arms=arms, horizon=horizon)
    ledger = new_ledger(points, agents, arms)
    begun, _, _ = eliminate_alone(
        ledger,
        laws,
        lengths,
        horizon,
        options.first_phase,
        options.strict_elimination,
        options.elimination_inside_loop,
        generator,
    )
    return silent_run(np.cumsum(ledger.between, axis=0), values, begun)


def simulate_literal(
    *,
    means: Floats,
    agents: int,
    horizon: int,
    checkpoints: Integers,
    generator: np.random.Generator,
    law: str | RewardLaws = "bernoulli",
    options: Options = Options(),
) -> ArmsRun:
    """Simulate each agent pull by pull; parameters as for `simulate`."""
    values, points = check_arms_run(
        means=means, agents=agents, horizon=horizon, checkpoints=checkpoints
    )
    history = History(reward_source(reward_laws(law, values), generator))
    phases = []
    for agent in range(agents):
        protocol = eliminate_literal(
            arms=len(values), agents=agents, horizon=horizon, budget=horizon, options=options
        )
        request = next(protocol)
        for _ in range(horizon):
            try:
                request = protocol.send(history.pull(agent, request))
            except StopIteration as stop:
                phases.append(stop.value[1])
    return silent_run(history.counts(points, len(values)), values, max(phases))
