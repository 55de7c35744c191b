"""Simulation of the paper's experiments: runs of one protocol, with its messages."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from pydantic import BaseModel

from bandit_replications.bandits.problems import Problem, Simulator
from bandit_replications.bandits.streams import generator as named_generator
from bandit_replications.experiments import tasks
from bandit_replications.experiments.tasks import Columns, Replicates, rows
from bandit_replications.papers.distributed.environments.instances import (
    ActionsInstance,
    ArmsInstance,
)
from bandit_replications.papers.distributed.environments.problems import (
    ArmsProblem,
    LinearProblem,
)


@dataclass(frozen=True, kw_only=True)
class Runs(tasks.Runs):
    """Runs of one protocol.

    Attributes
    ----------
    agents : int
        M.
    cost : int
        What a number sent costs.
    messages : bool
        Whether each message of a run is kept, instead of regret and communication over time.

    """

    agents: int
    cost: int = 1
    messages: bool = False

    def columns(self, problem: Problem, run: Any) -> dict[str, Any]:
        """Return round, regret, communication and phases, or the messages."""
        if self.messages:
            sent = run.messages
            return {
                "round": sent.times,
                "purpose": np.array(list(sent.purposes), dtype=object),
                "sender": np.where(sent.from_server, "server", "agents").astype(object),
                "numbers": sent.numbers,
            }
        return {
            "round": problem.points,
            "regret": run.regret,
            "communication": run.communication * self.cost,
            "phases": run.phases,
        }


@dataclass(frozen=True, kw_only=True)
class ArmsRuns(Runs):
    """Runs of a multi-armed protocol on K arms, whose order is drawn for each replicate."""

    instance: ArmsInstance
    arms: int

    def problem(self, replicate: int, root_seed: int) -> ArmsProblem:
        """Return what a replicate is up against."""
        size = {"agents": self.agents, "horizon": self.recording.horizon}
        means = self.instance.resolve(arms=self.arms, **size)
        ordered = self.instance.in_order(means, **size, root_seed=root_seed, replicate=replicate)
        return ArmsProblem(
            means=ordered, **size, checkpoints=self.recording.rounds(), law=self.instance.law
        )


@dataclass(frozen=True, kw_only=True)
class LinearRuns(Runs):
    """Runs of a linear protocol in dimension d, on actions drawn for each replicate."""

    instance: ActionsInstance
    dimension: int

    def problem(self, replicate: int, root_seed: int) -> LinearProblem:
        """Return what a replicate is up against."""
        bandit = self.instance.draw(
            dimension=self.dimension, root_seed=root_seed, replicate=replicate
        )
        return LinearProblem(
            action_set=bandit.action_sets,
            parameter=bandit.parameter,
            agents=self.agents,
            horizon=self.recording.horizon,
            checkpoints=self.recording.rounds(),
            noise=self.instance.noise,
        )


@dataclass(frozen=True, kw_only=True)
class MovedArmsRuns(ArmsRuns):
    """Runs of DEMAB in which the numbers that move arms are counted by themselves."""

    def columns(self, problem: Problem, run: Any) -> dict[str, Any]:
        """Return round, regret, communication, phases and moved."""
        return {**super().columns(problem, run), "moved": run.purposes.get("moved-arms", 0)}


@dataclass(frozen=True, kw_only=True)
class GapsRuns:
    """Runs at each of several gaps: one option is best, all others are worse by the gap.

    Arms of mean 1/2 ± gap/2; or the unit vectors of R^d, a parameter of length `gap` along one of
    them and noise ±1. Which one is best is drawn for each replicate, alike for all algorithms.

    Attributes
    ----------
    algorithm : module
    options : Options of the module
    agents, width, horizon : int
        M, K or d, T.
    linear : bool
        Whether the options are unit vectors.
    gaps : sequence of float
        In (0, 1].

    """

    algorithm: Simulator
    options: BaseModel
    agents: int
    width: int
    horizon: int
    linear: bool
    gaps: Sequence[float]

    def simulate(self, replicates: Replicates) -> Columns:
        """Return replicate, gap, and regret and communication at the horizon."""
        blocks = []
        for gap in self.gaps:
            of_gap = replace(replicates, stream=(*replicates.stream, gap))
            for replicate, generator in of_gap:
                problem = self._problem(gap, replicates.root_seed, replicate)
                run = self.algorithm.simulate(problem, generator=generator, options=self.options)
                columns = {
                    "gap": gap,
                    "regret": run.regret[-1:],
                    "communication": run.communication[-1:],
                }
                blocks.append((replicate, columns))
        return rows(blocks)

    def _problem(self, gap: float, root_seed: int, replicate: int) -> Problem:
        key = ("distributed", "best-option", self.width, replicate)
        best = np.eye(self.width)[named_generator(root_seed, *key).integers(self.width)]
        size: dict[str, Any] = {"agents": self.agents, "horizon": self.horizon}
        if self.linear:
            return LinearProblem(action_set=np.eye(self.width), parameter=gap * best, **size)
        return ArmsProblem(means=0.5 + gap * (best - 0.5), **size)
