"""DEMAB without burn-in: D = l0 = 0, the variant of Theorem 5.

All elimination is shared from the first phase on. The regret depends on the gaps, and the number of
phases, hence of messages, grows with ln T.

>>> problem = ArmsProblem(means=np.linspace(0.1, 0.9, 20), agents=16, horizon=10**8)
>>> run = simulate(problem, generator=np.random.default_rng(0))
>>> run.burn_in, run.completed_phases, run.sizes[:2]
(0, 0, (20, 13))
"""

from functools import partial

import numpy as np  # noqa: F401  for the example
from pydantic import Field

from bandit_replications.papers.distributed.algorithms import demab
from bandit_replications.papers.distributed.environments.problems import (
    ArmsProblem,  # noqa: F401  for the example
)


class Options(demab.Options):
    """As for DEMAB, with no burn-in."""

    burn_in: int | None = Field(default=0, ge=0, description="D; printed: 0")
    completed_phases: int | None = Field(default=0, ge=-60, le=60, description="l0; printed: 0")


simulate = partial(demab.simulate, options=Options())
play = partial(demab.play, options=Options())
simulate_literal = partial(demab.simulate_literal, options=Options())
