"""Simulation of the paper's experiments: runs of one protocol, with what it sends."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any

import numpy as np
from pydantic import BaseModel

from bandit_replications.bandits.problems import Integers, Problem, Simulator
from bandit_replications.experiments.tasks import Columns, Recording, Replicates, rows
from bandit_replications.papers.distributed.environments.instances import (
    ActionsInstance,
    ArmsInstance,
)
from bandit_replications.papers.distributed.environments.problems import (
    ArmsProblem,
    LinearProblem,
)


@dataclass(frozen=True, kw_only=True)
class Runs(ABC):
    """Runs of one protocol.

    Attributes
    ----------
    algorithm : module
    options : Options of the module
    agents : int
        M.
    recording : Recording
    cost : int
        What a number sent costs.
    messages : bool
        Whether each message of a run is kept, instead of regret and communication over time.

    """

    algorithm: Simulator
    options: BaseModel
    agents: int
    recording: Recording
    cost: int = 1
    messages: bool = False

    def simulate(self, replicates: Replicates) -> Columns:
        """Return replicate, round, and regret, communication and phases, or the messages."""
        blocks = []
        for replicate, generator in replicates:
            points = self.recording.rounds(replicate)
            problem = self._problem(points, replicates.root_seed, replicate)
            run = self.algorithm.simulate(problem, generator=generator, options=self.options)
            columns = _messages(run) if self.messages else self._curve(run, points)
            blocks.append((replicate, columns))
        return rows(blocks)

    @abstractmethod
    def _problem(self, points: Integers, root_seed: int, replicate: int) -> Problem:
        """Return what a replicate is up against."""

    def _curve(self, run: Any, points: Integers) -> dict[str, Any]:
        return {
            "round": points,
            "regret": run.regret,
            "communication": run.communication * self.cost,
            "phases": run.phases,
        }


def _messages(run: Any) -> dict[str, Any]:
    """Return every message of a run: after which step, why, from whom, how many numbers."""
    sent = run.messages
    return {
        "round": sent.times,
        "purpose": np.array(list(sent.purposes), dtype=object),
        "sender": np.where(sent.from_server, "server", "agents").astype(object),
        "numbers": sent.numbers,
    }


@dataclass(frozen=True, kw_only=True)
class ArmsRuns(Runs):
    """Runs of a multi-armed protocol on K arms, whose order is drawn for each replicate."""

    instance: ArmsInstance
    arms: int

    def _problem(self, points: Integers, root_seed: int, replicate: int) -> ArmsProblem:
        size = {"agents": self.agents, "horizon": self.recording.horizon}
        means = self.instance.resolve(arms=self.arms, **size)
        ordered = self.instance.in_order(means, **size, root_seed=root_seed, replicate=replicate)
        return ArmsProblem(means=ordered, **size, checkpoints=points, law=self.instance.law)


@dataclass(frozen=True, kw_only=True)
class LinearRuns(Runs):
    """Runs of a linear protocol in dimension d, on actions drawn for each replicate."""

    instance: ActionsInstance
    dimension: int

    def _problem(self, points: Integers, root_seed: int, replicate: int) -> LinearProblem:
        bandit = self.instance.draw(
            dimension=self.dimension, root_seed=root_seed, replicate=replicate
        )
        return LinearProblem(
            action_set=bandit.action_sets,
            parameter=bandit.parameter,
            agents=self.agents,
            horizon=self.recording.horizon,
            checkpoints=points,
            noise=self.instance.noise,
        )
