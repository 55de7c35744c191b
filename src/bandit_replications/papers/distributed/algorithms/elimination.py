"""Protocol 4: phased elimination of arms by one agent, with options shared with DEMAB.

In phase l each active arm is pulled m_l = ceil(4^(l+3) ln(MKT)) times, and those whose average lies
2^-l or more below the highest are dropped. No message is sent; M counts in ln(MKT) alone.
`independent_elimination` simulates it.

Interpretations. Printed, the elimination stands inside the loop over arms, where most averages of
the phase do not exist yet; but the jump to "line 6" when time runs out fits the return statement
only if elimination is line 5, after the loop. `elimination_inside_loop` compares an arm with those
measured so far. Out of time, the arms active at that moment are returned, even if the last pull of
the phase has just been made.

>>> agent = eliminate_literal(setting=Setting(agents=1, arms=2, horizon=50), budget=50,
...                           options=PhaseOptions(pulls_exponent=-1))
>>> arms = [next(agent)]
>>> for _ in range(20):
...     arms.append(agent.send(1.0 - arms[-1]))
>>> arms
[0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
"""

import math
from collections.abc import Generator
from typing import Literal, NamedTuple

from pydantic import Field

from bandit_replications.bandits.options import AlgorithmOptions
from bandit_replications.papers.distributed.algorithms.elimination_kernels import (
    EVERY_PHASE,
    PhaseRule,
)

Logarithm = Literal["agents-arms-horizon", "arms-horizon", "horizon"]


class Setting(NamedTuple):
    """What agents and server know of a problem: M, K and T."""

    agents: int
    arms: int
    horizon: int

    def logarithm(self, kind: Logarithm) -> float:
        """Return ln(MKT), ln(KT) or ln T."""
        factors = {
            "agents-arms-horizon": self.agents * self.arms * self.horizon,
            "arms-horizon": self.arms * self.horizon,
            "horizon": self.horizon,
        }
        return math.log(factors[kind])


class PhaseOptions(AlgorithmOptions):
    """Constants and interpretations of the phases, in Protocol 4 and in DEMAB."""

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

    def rule(self, setting: Setting) -> PhaseRule:
        """Return the phases for compiled code."""
        return PhaseRule(
            logarithm=setting.logarithm(self.pulls_logarithm),
            exponent=self.pulls_exponent,
            round_up=self.pulls_rounding == "up",
            most_pulls=setting.agents * setting.horizon + 1,
            first_phase=self.first_phase,
            strict=self.strict_elimination,
            inside_loop=self.elimination_inside_loop,
            kept_phase=EVERY_PHASE,
        )

    def literal_pulls(self, phase: int, setting: Setting) -> int:
        """Return m_l, for the literal protocols."""
        exact = 4.0 ** (phase + self.pulls_exponent) * setting.logarithm(self.pulls_logarithm)
        return max(1, math.ceil(exact) if self.pulls_rounding == "up" else math.floor(exact))


def eliminate_literal(
    *, setting: Setting, budget: int, options: PhaseOptions, kept_phase: int = EVERY_PHASE
) -> Generator[int, float, tuple[list[int], int]]:
    """Run Protocol 4 for one agent: yield arms, take their rewards, return the remaining arms.

    What remains when time is out; or, of an agent that gets so far, what phase `kept_phase` left.

    Returns
    -------
    list of int
        Remaining arms.
    int
        Phases begun.

    """
    active = list(range(setting.arms))
    kept = list(active) if kept_phase < options.first_phase else None
    time, phase, begun = 0, options.first_phase, 0
    while time < budget:
        begun += 1
        width = 2.0**-phase
        pulls = options.literal_pulls(phase, setting)
        averages: dict[int, float] = {}
        for arm in list(active):
            total = 0.0
            for _ in range(pulls):
                total += yield arm
                time += 1
                if time == budget:
                    return active if kept is None else kept, begun
            averages[arm] = total / pulls
            if options.elimination_inside_loop:
                active = survivors(active, averages, width, strict=options.strict_elimination)
        active = survivors(active, averages, width, strict=options.strict_elimination)
        if phase == kept_phase:
            kept = list(active)
        phase += 1
    return active if kept is None else kept, begun


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
