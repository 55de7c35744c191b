"""Runs behind the pictures: arms alive over time, arms that agents hold, estimates of a phase."""

import math
from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from bandit_replications.bandits.arrays import Integers
from bandit_replications.experiments.tasks import Columns, Replicates, rows
from bandit_replications.papers.distributed.algorithms import delb, demab, demab_simple
from bandit_replications.papers.distributed.algorithms.delb_phases import Designs, draw_averages
from bandit_replications.papers.distributed.algorithms.demab_phases import FastRun
from bandit_replications.papers.distributed.algorithms.elimination import Setting
from bandit_replications.papers.distributed.algorithms.reallocate import holdings
from bandit_replications.papers.distributed.environments.problems import ArmsProblem, LinearProblem

PROTOCOLS = ("demab", "halved", "squared")  # the latter two are Protocol S


@dataclass(frozen=True, kw_only=True)
class TimeLineRuns:
    """A run in pieces between its exchanges: arms that somebody pulls, numbers sent until then."""

    protocol: str
    means: Sequence[float]
    agents: int
    horizon: int

    def simulate(self, replicates: Replicates) -> Columns:
        """Return replicate, start, stop, pulled and sent of each piece, the burn-in first."""
        return rows((number, self._pieces(generator)) for number, generator in replicates)

    def _pieces(self, generator: np.random.Generator) -> dict[str, Any]:
        problem = ArmsProblem(means=np.array(self.means), agents=self.agents, horizon=self.horizon)
        setting = Setting(self.agents, problem.arms, self.horizon)
        module: Any = demab if self.protocol == "demab" else demab_simple
        options = module.Options(**({} if module is demab else {"schedule": self.protocol}))
        if module is demab:
            first = options.stages(setting)[0]
        else:
            first = demab_simple.plan(options, setting).burn_in
        again = deepcopy(generator)  # the times are not known before the run
        sent = module.simulate(problem, generator=generator, options=options).messages
        ends = np.union1d(sent.times[sent.from_server], [first, self.horizon])
        timed = replace(problem, checkpoints=ends[ends > 0])
        run = module.simulate(timed, generator=again, options=options)
        pulled = np.diff(run.pulls, axis=0, prepend=0) > 0
        return {
            "start": np.append(0, timed.points[:-1]),
            "stop": timed.points,
            "pulled": pulled.sum(axis=1),
            "sent": run.communication,
        }


class Watched(FastRun):
    """A run of DEMAB that keeps how many arms agents hold before and after its first Reallocate."""

    seen: tuple[Integers, Integers] | None = None

    def reallocate(self, owner: Integers, sizes: Integers) -> Integers:
        """Run Protocols 5 and 6; return the owner of each arm."""
        moved = super().reallocate(owner, sizes)
        self.seen = self.seen or (sizes, holdings(moved, self.agents).sizes)
        return moved


@dataclass(frozen=True, kw_only=True)
class HeldArmsRuns:
    """Arms that the agents hold before and after the first Reallocate, if it is called."""

    means: Sequence[float]
    agents: int
    horizon: int

    def simulate(self, replicates: Replicates) -> Columns:
        """Return replicate, agent, before and after."""
        problem = ArmsProblem(means=np.array(self.means), agents=self.agents, horizon=self.horizon)
        blocks = []
        for number, generator in replicates:
            run = Watched(problem, demab.Options(), generator)
            run.simulate()
            before, after = run.seen or (np.zeros(0, dtype=np.int64),) * 2
            agents = np.arange(1, len(before) + 1)
            blocks.append((number, {"agent": agents, "before": before, "after": after}))
        return rows(blocks)


@dataclass(frozen=True, kw_only=True)
class EstimateRuns:
    """A phase of DELB with two actions left, e1 and (cos φ, sin φ) of R³: its estimate's errors."""

    angle: float
    phase: int
    total: int

    def simulate(self, replicates: Replicates) -> Columns:
        """Return replicate, and the errors at e1 and e2 in units of 2^-l."""
        actions = np.array([[1.0, 0, 0], [math.cos(self.angle), math.sin(self.angle), 0]])
        problem = LinearProblem(
            action_set=actions, parameter=actions[0], agents=1, horizon=self.total
        )
        design, active = Designs(actions, 2.0, "one-sided").of(np.arange(2)), np.arange(2)
        plan = delb.plan_phase(2.0**-self.phase, active, design, problem, delb.Options())
        blocks = []
        for number, generator in replicates:
            error = draw_averages(
                plan.pulls, np.zeros(2), noise=problem.noise_kind, generator=generator
            )
            first, second = np.linalg.solve(actions[:, :2], error) * 2.0**self.phase
            blocks.append((number, {"first": [first], "second": [second]}))
        return rows(blocks)
