"""DEMAB with Theorem 1's communication repaired: see the erratum `stage-1-imbalance`.

Three changes. C2 = 256/3, so that every agent completes l0 phases of stage 1. Stage 1 hands over
the arms that its phase l0 left, whatever later phases say. And phase l0 + 1 goes without
Reallocate, unless the public numbers give an agent more than 2 ⌈K/M⌉ of all K arms: the
arms that phase l0 dropped for some agents only are dropped by phase l0 + 1 for all, so that from
then on what is alive does not depend on who holds it. Ours; `theory.theorem_1_repaired` has the
proof.

>>> problem = ArmsProblem(means=np.linspace(0.1, 0.9, 20), agents=16, horizon=10**10)
>>> run = simulate(problem, generator=np.random.default_rng(0))
>>> run.burn_in, run.completed_phases, run.sizes[:2]
(31250000, 4, (2, 1))
"""

from functools import partial
from typing import Literal

import numpy as np  # noqa: F401  for the example
from pydantic import Field

from bandit_replications.papers.distributed.algorithms import demab
from bandit_replications.papers.distributed.environments.problems import (
    ArmsProblem,  # noqa: F401  for the example
)


class Options(demab.Options):
    """As for DEMAB, with the three changes."""

    burn_in_constant: float = Field(
        default=256 / 3, gt=0, allow_inf_nan=False, description="C2 in l0"
    )
    handed_over: Literal["all-phases", "completed-phases"] = "completed-phases"
    first_reallocation: Literal["as-printed", "skipped"] = "skipped"


simulate = partial(demab.simulate, options=Options())
play = partial(demab.play, options=Options())
simulate_literal = partial(demab.simulate_literal, options=Options())
