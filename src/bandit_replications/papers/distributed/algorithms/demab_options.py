"""DEMAB: constants, interpretations, purposes of messages, and its run."""

import math
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from pydantic import Field

from bandit_replications.bandits.arrays import Integers
from bandit_replications.papers.distributed.algorithms.elimination import (
    Logarithm,
    PhaseOptions,
    Setting,
)
from bandit_replications.papers.distributed.algorithms.elimination_kernels import EVERY_PHASE
from bandit_replications.papers.distributed.algorithms.reallocate import DeficitSign
from bandit_replications.papers.distributed.algorithms.runs import Run, counted_run
from bandit_replications.papers.distributed.environments.problems import ArmsProblem
from bandit_replications.runtime.errors import BadValue

PURPOSES = (
    "seed",  # M: which allocation of a list, without public randomness (Theorem 6)
    "sizes",  # M: each agent's number of arms
    "centralize",  # 1 for each remaining arm (and M if the call is announced)
    "reallocation",  # 2 M: the word and the average
    "moved-arms",  # 2 for each moved arm
    "length",  # M: the largest number of arms
    "best",  # 2 M: each agent's best arm and its average
    "threshold",  # M: the highest average
    "assignment",  # 2 for each segment: arm and pulls
    "report",  # 1 for each segment: its average
    "commit",  # M: the only arm left, if `single_arm` says so
)


class Options(PhaseOptions):
    """Constants and interpretations of DEMAB; defaults as in Protocol 3 or as its proof needs."""

    burn_in: int | None = Field(
        default=None, ge=0, description="D; by default T / (MK) rounded up (at most T)"
    )
    completed_phases: int | None = Field(
        default=None, ge=-60, le=60, description="l0; by default from D as printed"
    )
    burn_in_constant: float = Field(
        default=67 / 3, gt=0, allow_inf_nan=False, description="C2 in l0"
    )
    completed_logarithm: Logarithm = Field(
        default="agents-arms-horizon", description="the logarithm in l0"
    )
    negative_completed_phases: Literal["as-printed", "zero"] = Field(
        default="as-printed", description="a negative l0 starts before phase 1, or counts as 0"
    )
    strict_distributed_elimination: bool = Field(
        default=False, description="stage 2 also drops an arm exactly 2^-l below the best"
    )
    handed_over: Literal["all-phases", "completed-phases"] = Field(
        default="all-phases",
        description="arms that stage 1 hands over: those left when D is over, as printed, or those "
        "left after its phase l0 (repaired)",
    )
    first_reallocation: Literal["as-printed", "skipped"] = Field(
        default="as-printed",
        description="Reallocate in phase l0 + 1: when counts are unbalanced, or not at all while "
        "the public numbers give no agent more than twice the average (repaired)",
    )
    padding: Literal["own-arms", "all-arms"] = Field(
        default="own-arms",
        description="Protocol 3 fills a phase up by N_max less the agent's own number of arms "
        "(round-robin), or less that of all (printed; nothing, it repeats its last arm)",
    )
    longest_before_reallocation: bool = Field(
        default=False, description="N_max from before Reallocate, as printed, or from after it"
    )
    deficit_sign: DeficitSign = Field(
        default="repaired", description="sign of the number of arms that Protocol 5 sends"
    )
    single_arm: Literal["phases", "commit"] = Field(
        default="phases",
        description="with one arm left phases go on, as printed, or the server says so once",
    )
    announce_centralize: bool = Field(
        default=False, description="count M numbers for the call of Centralize"
    )
    precision_bits: int | None = Field(
        default=None, ge=1, le=52, description="bits after the point of each real, rounded randomly"
    )

    def allocation(
        self, problem: ArmsProblem, generator: np.random.Generator
    ) -> tuple[Integers, int | None]:
        """Return the agent of each arm, and the number by which the server announces them all.

        Public random numbers, which need no announcement.
        """
        return problem.public_numbers(generator), None

    def kept_phase(self, completed_phases: int) -> int:
        """Return the phase whose survivors stage 1 hands over."""
        return completed_phases if self.handed_over == "completed-phases" else EVERY_PHASE

    def skips(self, public: Integers, agents: int) -> bool:
        """Return whether phase l0 + 1 goes without Reallocate, given the agent of each arm."""
        if self.first_reallocation == "as-printed":
            return False
        return int(np.bincount(public, minlength=agents).max()) <= 2 * -(-public.size // agents)

    def stages(self, setting: Setting) -> tuple[int, int]:
        """Return D and l0.

        Raises
        ------
        ValueError
            If D is 0 and l0 is left to the formula, which needs D >= 1.

        """
        agents, arms, horizon = setting
        budget = -(-horizon // (agents * arms)) if self.burn_in is None else self.burn_in
        budget = min(budget, horizon)
        if self.completed_phases is not None:
            return budget, self.completed_phases
        if budget == 0:
            raise BadValue("completed_phases: None; allowed with burn_in 0: an integer")
        log = setting.logarithm(self.completed_logarithm)
        # ln T is 0 for T = 1: a horizon of one step ends in the burn-in whatever l0 is.
        exact = math.log(budget / (self.burn_in_constant * arms * log), 4) if log > 0 else 0.0
        completed = math.floor(exact)
        if self.negative_completed_phases == "zero":
            completed = max(completed, 0)
        return budget, completed


@dataclass(frozen=True)
class DemabRun(Run):
    """One run of DEMAB; `phases` are those of stage 2 begun.

    Attributes
    ----------
    burn_in : int
        D.
    completed_phases : int
        l0, the number of phases that stage 1 is to complete.
    burn_in_phases : int64 array, shape (agents,)
        Phases that each agent did complete in stage 1.
    finished_phases : int
        Phases of stage 2 that ended, at most `phases`.
    sizes : tuple of int
        Arms remaining at the start of each phase of stage 2.
    reallocated : tuple of int
        Arms remaining each time that Reallocate was called.

    """

    burn_in: int = 0
    completed_phases: int = 0
    burn_in_phases: Integers | None = None
    finished_phases: int = 0
    sizes: tuple[int, ...] = ()
    reallocated: tuple[int, ...] = ()


def demab_run(problem: ArmsProblem, pulls: Integers, events: Integers, **rest: Any) -> DemabRun:
    """Return a run, messages after the horizon left out; `rest` by the names of `DemabRun`."""
    sent, phases = events[events[:, 0] <= problem.horizon], len(rest["sizes"])
    run = counted_run(problem, problem.regret(pulls), sent, PURPOSES, phases=phases, pulls=pulls)
    return DemabRun(**vars(run), **rest)
