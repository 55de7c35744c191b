"""DEMAB without burn-in: D = l0 = 0, the variant of Theorem 5.

All elimination is shared from the first phase on. The regret depends on the gaps, and the number of
phases, hence of messages, grows with ln T.
"""

import numpy as np

from bandit_replications.papers.distributed.algorithms import demab
from bandit_replications.papers.distributed.algorithms.demab import DemabRun
from bandit_replications.papers.distributed.algorithms.runs import Floats, Integers
from bandit_replications.papers.distributed.environments.reward_laws import RewardLaws


class Options(demab.Options):
    """As for DEMAB, with no burn-in."""

    burn_in: int | None = 0
    completed_phases: int | None = 0


def simulate(
    *,
    means: Floats,
    agents: int,
    horizon: int,
    checkpoints: Integers,
    generator: np.random.Generator,
    law: str | RewardLaws = "bernoulli",
    options: Options = Options(),
    allocation: Integers | None = None,
) -> DemabRun:
    """Simulate DEMAB with D = l0 = 0.

    Source: Theorem 5. Parameters, result and errors as for `demab.simulate`.
    """
    return demab.simulate(
        means=means,
        agents=agents,
        horizon=horizon,
        checkpoints=checkpoints,
        generator=generator,
        law=law,
        options=options,
        allocation=allocation,
    )


def simulate_literal(
    *,
    means: Floats,
    agents: int,
    horizon: int,
    checkpoints: Integers,
    generator: np.random.Generator,
    law: str | RewardLaws = "bernoulli",
    options: Options = Options(),
    allocation: Integers | None = None,
) -> DemabRun:
    """Simulate the variant step by step; parameters as for `simulate`."""
    return demab.simulate_literal(
        means=means,
        agents=agents,
        horizon=horizon,
        checkpoints=checkpoints,
        generator=generator,
        law=law,
        options=options,
        allocation=allocation,
    )
