"""DEMAB without public randomness (Theorem 6): the server picks one of B predetermined allocations.

All agents know the same list of B strings r_1, …, r_K; the server draws one at random and sends its
number to all: M numbers of log2 B bits, rounded up. The list is made from a seed of its own, so
that no string need be stored.
"""

import math

import numpy as np
from pydantic import Field

from bandit_replications.bandits.arguments import check_positive
from bandit_replications.papers.distributed.algorithms import demab
from bandit_replications.papers.distributed.algorithms.demab_options import DemabRun
from bandit_replications.papers.distributed.algorithms.runs import (
    Floats,
    Integers,
    check_arms_run,
    check_count,
)
from bandit_replications.papers.distributed.environments.reward_laws import RewardLaws


class Options(demab.Options):
    """As for DEMAB, and the list of strings."""

    string_constant: float = Field(
        default=1.0, gt=0, allow_inf_nan=False, description="C' in B = 2 C' K^2 ln(MKT), rounded up"
    )
    strings: int | None = Field(default=None, ge=1, description="B; by default from C'")
    list_seed: int = Field(default=0, ge=0, description="seed of the predetermined strings")


def strings_needed(*, agents: int, arms: int, horizon: int, constant: float = 1.0) -> int:
    """Return B = ceil(2 C' K^2 ln(MKT)), the end of the proof of Theorem 6.

    Raises
    ------
    TypeError, ValueError
        If a count is not an integer of at least 1, or the constant is not positive.

    """
    check_count("agents", agents)
    check_count("arms", arms)
    check_count("horizon", horizon)
    check_positive(constant=constant)
    return max(1, math.ceil(2 * constant * arms**2 * math.log(agents * arms * horizon)))


def predetermined_string(*, number: int, agents: int, arms: int, seed: int = 0) -> Integers:
    """Return string `number` of the list: an agent, from 0, for each arm; shape (arms,)."""
    stream = np.random.default_rng([seed, agents, arms, number])
    return stream.integers(0, agents, size=arms)


def announcement_bits(*, strings: int, agents: int) -> int:
    """Return the bits of the broadcast, M times log2 B rounded up."""
    return agents * (strings - 1).bit_length()


def simulate(
    *,
    means: Floats,
    agents: int,
    horizon: int,
    checkpoints: Integers,
    generator: np.random.Generator,
    law: str | RewardLaws = "bernoulli",
    options: Options = Options(),
) -> DemabRun:
    """Simulate DEMAB with an allocation from the list, announced by the server before step 1.

    Source: Appendix C, Theorem 6. Parameters, result and errors as for `demab.simulate`.
    """
    number, allocation = _pick(means, agents, horizon, checkpoints, generator, options)
    return demab.simulate(
        means=means,
        agents=agents,
        horizon=horizon,
        checkpoints=checkpoints,
        generator=generator,
        law=law,
        options=options,
        allocation=allocation,
        announced=number,
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
) -> DemabRun:
    """Simulate it step by step; parameters as for `simulate`."""
    number, allocation = _pick(means, agents, horizon, checkpoints, generator, options)
    return demab.simulate_literal(
        means=means,
        agents=agents,
        horizon=horizon,
        checkpoints=checkpoints,
        generator=generator,
        law=law,
        options=options,
        allocation=allocation,
        announced=number,
    )


def _pick(
    means: Floats,
    agents: int,
    horizon: int,
    checkpoints: Integers,
    generator: np.random.Generator,
    options: Options,
) -> tuple[int, Integers]:
    """Return the number that the server draws, and its string."""
    values, _ = check_arms_run(means=means, agents=agents, horizon=horizon, checkpoints=checkpoints)
    arms = len(values)
    strings = options.strings or strings_needed(
        agents=agents, arms=arms, horizon=horizon, constant=options.string_constant
    )
    number = int(generator.integers(strings))
    return number, predetermined_string(
        number=number, agents=agents, arms=arms, seed=options.list_seed
    )
