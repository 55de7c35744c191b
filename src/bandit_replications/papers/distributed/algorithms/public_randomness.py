"""DEMAB without public randomness (Theorem 6): the server picks one of B predetermined allocations.

All agents know the same list of B strings r_1, …, r_K; the server draws one at random and sends its
number to all before step 1: M numbers of log2 B bits, rounded up. The list is made from a seed of
its own, so that no string need be stored. Source: Appendix C.

>>> problem = ArmsProblem(means=np.linspace(0.1, 0.9, 20), agents=16, horizon=10**8)
>>> simulate(problem, generator=np.random.default_rng(0)).purposes["seed"]
16
"""

import math
from functools import partial

import numpy as np
from pydantic import Field

from bandit_replications.bandits.arrays import Integers
from bandit_replications.papers.distributed.algorithms import demab
from bandit_replications.papers.distributed.algorithms.elimination import Setting
from bandit_replications.papers.distributed.environments.problems import ArmsProblem


class Options(demab.Options):
    """As for DEMAB, and the list of strings."""

    string_constant: float = Field(
        default=1.0, gt=0, le=1e6, description="C' in B = 2 C' K^2 ln(MKT), rounded up"
    )
    strings: int | None = Field(default=None, ge=1, description="B; by default from C'")
    list_seed: int = Field(default=0, ge=0, description="seed of the predetermined strings")

    def number_of_strings(self, setting: Setting) -> int:
        """Return B, by default ceil(2 C' K^2 ln(MKT)): the end of the proof of Theorem 6."""
        if self.strings is not None:
            return self.strings
        logarithm = setting.logarithm("agents-arms-horizon")
        return max(1, math.ceil(2 * self.string_constant * setting.arms**2 * logarithm))

    def string(self, number: int, setting: Setting) -> Integers:
        """Return string `number` of the list: an agent, from 0, for each arm; shape (arms,)."""
        stream = np.random.default_rng([self.list_seed, setting.agents, setting.arms, number])
        return stream.integers(0, setting.agents, size=setting.arms)

    def allocation(
        self, problem: ArmsProblem, generator: np.random.Generator
    ) -> tuple[Integers, int | None]:
        """Return the agent of each arm, and the number of the string that the server draws."""
        setting = Setting(problem.agents, problem.arms, problem.horizon)
        number = int(generator.integers(self.number_of_strings(setting)))
        return self.string(number, setting), number


simulate = partial(demab.simulate, options=Options())
play = partial(demab.play, options=Options())
simulate_literal = partial(demab.simulate_literal, options=Options())
