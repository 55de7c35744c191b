"""Runs behind the pictures: arms alive over time, arms that agents hold, estimates of a phase."""

import math
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

ANGLE, PHASE, TOTAL = 0.01, 3, 10**8  # φ, l and MT of the estimates
PROTOCOLS = ("demab", "halved", "squared")  # the latter two are Protocol S


@dataclass(frozen=True, kw_only=True)
class TimeLineRuns:
    """A run in pieces between its exchanges: arms that somebody pulls, numbers sent until then."""

    protocol: str
    arms: int
    agents: int
    horizon: int

    def simulate(self, replicates: Replicates) -> Columns:
        """Return replicate, x (its end), y (arms) and z (numbers) of each piece, stage 1 first."""
        return rows((number, self._pieces(generator)) for number, generator in replicates)

    def _pieces(self, generator: np.random.Generator) -> dict[str, Any]:
        gaps = 0.8 * 400 ** -np.linspace(0, 1, self.arms - 1)  # from 0.8 to 0.002
        means = np.append(0.9, 0.9 - gaps)
        problem = ArmsProblem(means=means, agents=self.agents, horizon=self.horizon)
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
        return {"x": timed.points, "y": pulled.sum(axis=1), "z": run.communication}


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

    agents: int
    arms: int
    horizon: int

    def simulate(self, replicates: Replicates) -> Columns:
        """Return replicate, x (agent), y (before) and z (after); the gap is 1/2."""
        means = np.append(0.75, np.full(self.arms - 1, 0.25))
        problem = ArmsProblem(means=means, agents=self.agents, horizon=self.horizon)
        blocks = []
        for number, generator in replicates:
            run = Watched(problem, demab.Options(), generator)
            run.simulate()
            before, after = run.seen or (np.zeros(0, dtype=np.int64),) * 2
            columns = {"x": np.arange(1, len(before) + 1), "y": before, "z": after}
            blocks.append((number, columns))
        return rows(blocks)


@dataclass(frozen=True, kw_only=True)
class EstimateRuns:
    """A phase of DELB with two actions left, e1 and (cos φ, sin φ) of R³: its estimate's errors."""

    def simulate(self, replicates: Replicates) -> Columns:
        """Return replicate, x and y: the errors at e1 and e2 in units of 2^-l."""
        actions = np.array([[1.0, 0, 0], [math.cos(ANGLE), math.sin(ANGLE), 0]])
        problem = LinearProblem(action_set=actions, parameter=actions[0], agents=1, horizon=TOTAL)
        design, active = Designs(actions, 2.0, "one-sided").of(np.arange(2)), np.arange(2)
        plan = delb.plan_phase(2.0**-PHASE, active, design, problem, delb.Options())
        blocks = []
        for number, generator in replicates:
            error = draw_averages(
                plan.pulls, np.zeros(2), noise=problem.noise_kind, generator=generator
            )
            first, second = np.linalg.solve(actions[:, :2], error) * 2.0**PHASE
            blocks.append((number, {"x": [first], "y": [second], "z": [0.0]}))
        return rows(blocks)
