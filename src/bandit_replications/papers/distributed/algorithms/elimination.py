"""Protocol 4: phased elimination of arms by one agent, and what it shares with DEMAB.

In phase l each active arm is pulled m_l = ceil(4^(l+3) ln(MKT)) times, and those whose average lies
2^-l or more below the highest are dropped. No message is sent.

Readings. Printed, the elimination stands inside the loop over arms, where most averages of the
phase do not exist yet; but the jump to "line 6" when time runs out fits the return statement only
if elimination is line 5, after the loop. `elimination_inside_loop` compares an arm with those
measured so far. Out of time, the arms active at that moment are returned, even if the last pull of
the phase has just been made.
"""

import math
from collections.abc import Generator
from typing import Literal

import numpy as np
from pydantic import BaseModel, ConfigDict, Field

from bandit_replications.papers.distributed.algorithms.elimination_kernels import (
    Lengths,
    eliminate,
    new_ledger,
)
from bandit_replications.papers.distributed.algorithms.runs import (
    ArmsRun,
    Floats,
    Integers,
    check_arms_run,
    regret_of_pulls,
)
from bandit_replications.papers.distributed.environments.channel import History
from bandit_replications.papers.distributed.environments.reward_laws import (
    RewardLaws,
    reward_laws,
    reward_source,
)

Logarithm = Literal["agents-arms-horizon", "arms-horizon", "horizon"]


def logarithm(kind: Logarithm, *, agents: int, arms: int, horizon: int) -> float:
    """Return ln(MKT), ln(KT) or ln T."""
    factors = {
        "agents-arms-horizon": agents * arms * horizon,
        "arms-horizon": arms * horizon,
        "horizon": horizon,
    }
    return math.log(factors[kind])


class PhaseOptions(BaseModel):
    """Constants and readings of the phases, in Protocol 4 and in DEMAB."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    pulls_exponent: int = Field(
        default=3, ge=-20, le=20, description="m_l = 4^(l + this) times the logarithm"
    )
    pulls_logarithm: Logarithm = Field(
        default="agents-arms-horizon", description="the logarithm in m_l"
    )
    pulls_rounding: Literal["up", "down"] = Field(
        default="up", description="m_l up as in Protocols 3, 4, or down as in 1 (never below 1)"
    )
    first_phase: int = Field(
        default=1, ge=0, le=1, description="number of the first phase of Protocol 4"
    )
    strict_elimination: bool = Field(
        default=True, description="Protocol 4 also drops an arm exactly 2^-l below the best"
    )
    elimination_inside_loop: bool = Field(
        default=False, description="Protocol 4 eliminates after each arm, as its indentation says"
    )

    def lengths(self, *, agents: int, arms: int, horizon: int) -> Lengths:
        """Return how long phases are with M agents, K arms and T steps."""
        return Lengths(
            logarithm(self.pulls_logarithm, agents=agents, arms=arms, horizon=horizon),
            self.pulls_exponent,
            self.pulls_rounding == "up",
            agents * horizon + 1,
        )

    def literal_pulls(self, phase: int, *, agents: int, arms: int, horizon: int) -> int:
        """Return m_l, for the literal protocols."""
        log = logarithm(self.pulls_logarithm, agents=agents, arms=arms, horizon=horizon)
        exact = 4.0 ** (phase + self.pulls_exponent) * log
        return max(1, math.ceil(exact) if self.pulls_rounding == "up" else math.floor(exact))


class Options(PhaseOptions):
    """Options of Protocol 4 on its own."""


def simulate(
    *,
    means: Floats,
    agents: int = 1,
    horizon: int,
    checkpoints: Integers,
    generator: np.random.Generator,
    law: str | RewardLaws = "bernoulli",
    options: Options = Options(),
) -> ArmsRun:
    """Simulate one agent that eliminates arms for the whole horizon.

    Source: Section 3.1 and Protocol 4. A block of pulls is drawn as one sum.

    Parameters
    ----------
    means : float64 array, shape (arms,), in [0, 1]
    agents : int
        M in ln(MKT) alone: one agent is simulated.
    horizon : int
        T >= 1, exact up to 2^52 / M.
    checkpoints : int64 array, increasing, the last one the horizon
    generator : numpy.random.Generator
    law : str or RewardLaws
        As in `reward_laws.reward_laws`.
    options : Options

    Returns
    -------
    ArmsRun
        Of the one agent; `phases` are those begun.

    Raises
    ------
    TypeError, ValueError
        If an argument is of a wrong type or out of range.

    """
    values, points = check_arms_run(
        means=means, agents=agents, horizon=horizon, checkpoints=checkpoints
    )
    arms = len(values)
    ledger = new_ledger(points, 1, arms)
    begun, _ = eliminate(
        ledger=ledger,
        laws=reward_laws(law, values),
        lengths=options.lengths(agents=agents, arms=arms, horizon=horizon),
        agent=0,
        active=np.ones(arms, dtype=np.bool_),
        budget=horizon,
        first_phase=options.first_phase,
        strict=options.strict_elimination,
        inside_loop=options.elimination_inside_loop,
        generator=generator,
    )
    return silent_run(np.cumsum(ledger.between, axis=0), values, begun)


def silent_run(pulls: Integers, means: Floats, phases: int) -> ArmsRun:
    """Return the run of a protocol that sends nothing, from pulls at each checkpoint."""
    return ArmsRun(
        regret=regret_of_pulls(pulls, means),
        communication=np.zeros(len(pulls), dtype=np.int64),
        phases=phases,
        purposes={},
        pulls=pulls,
    )


def simulate_literal(
    *,
    means: Floats,
    agents: int = 1,
    horizon: int,
    checkpoints: Integers,
    generator: np.random.Generator,
    law: str | RewardLaws = "bernoulli",
    options: Options = Options(),
) -> ArmsRun:
    """Simulate Protocol 4 pull by pull; parameters as for `simulate`."""
    values, points = check_arms_run(
        means=means, agents=agents, horizon=horizon, checkpoints=checkpoints
    )
    reward = reward_source(reward_laws(law, values), generator)
    history = History(reward)
    phases = 0
    agent = eliminate_literal(
        arms=len(values), agents=agents, horizon=horizon, budget=horizon, options=options
    )
    request = next(agent)
    for _ in range(horizon):
        try:
            request = agent.send(history.pull(0, request))
        except StopIteration as stop:
            _, phases = stop.value
    return silent_run(history.counts(points, len(values)), values, phases)


def eliminate_literal(
    *, arms: int, agents: int, horizon: int, budget: int, options: PhaseOptions
) -> Generator[int, float, tuple[list[int], int]]:
    """Run Protocol 4: yield each arm to pull, take its reward, return what remains.

    Returns
    -------
    list of int
        Remaining arms.
    int
        Phases begun.

    """
    active = list(range(arms))
    time, phase, begun = 0, options.first_phase, 0
    while time < budget:
        begun += 1
        width = 2.0**-phase
        pulls = options.literal_pulls(phase, agents=agents, arms=arms, horizon=horizon)
        averages: dict[int, float] = {}
        for arm in list(active):
            total = 0.0
            for _ in range(pulls):
                total += yield arm
                time += 1
                if time == budget:
                    return active, begun
            averages[arm] = total / pulls
            if options.elimination_inside_loop:
                active = survivors(active, averages, width, strict=options.strict_elimination)
        active = survivors(active, averages, width, strict=options.strict_elimination)
        phase += 1
    return active, begun


def survivors(
    active: list[int], averages: dict[int, float], width: float, *, strict: bool
) -> list[int]:
    """Return the arms that are not measured yet, or within the width of the best measured."""
    best = max(averages[arm] for arm in active if arm in averages)
    return [
        arm
        for arm in active
        if arm not in averages
        or (averages[arm] > best - width if strict else averages[arm] + width >= best)
    ]
