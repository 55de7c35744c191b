"""Simulation of the paper's experiments: runs of one algorithm on one instance."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np
from pydantic import BaseModel

from bandit_replications.bandits import extensions
from bandit_replications.bandits.instances import InstanceEntry
from bandit_replications.bandits.problems import BanditProblem, Simulator
from bandit_replications.bandits.trajectories import Trajectory
from bandit_replications.experiments.tasks import Columns, Recording, Replicates, rows
from bandit_replications.papers.private_online.environments.problems import (
    FullInformationProblem,
)

Feedback = Literal["bandit", "full-information"]
PROBLEMS: dict[Feedback, type[BanditProblem]] = {
    "bandit": BanditProblem,
    "full-information": FullInformationProblem,
}


@dataclass(frozen=True, kw_only=True)
class UserAlgorithm:
    """A class of the user in place of a built-in algorithm; its source determines its rows."""

    name: str
    source: str

    def simulate(self, problem: BanditProblem, generator: np.random.Generator) -> Trajectory:
        """Return one run of the class."""
        return extensions.simulate_extension(
            extensions.classes()[self.name],
            rewards=problem.rewards,
            horizon=problem.horizon,
            checkpoints=problem.points,
            generator=generator,
            epsilon=problem.epsilon,
        )


@dataclass(frozen=True, kw_only=True)
class Runs:
    """Runs of one algorithm on one instance; `options` is None for a user's algorithm."""

    algorithm: Simulator | UserAlgorithm
    options: BaseModel | None
    feedback: Feedback
    instance: InstanceEntry
    epsilon: float | None
    recording: Recording

    def simulate(self, replicates: Replicates) -> Columns:
        """Return replicate, round and regret."""
        rewards, gaps = self.instance.reward_table(), self.instance.gaps
        play = self._simulator()
        blocks = []
        for replicate, generator in replicates:
            points = self.recording.rounds()
            problem = PROBLEMS[self.feedback](
                rewards=rewards,
                horizon=self.recording.horizon,
                checkpoints=points,
                epsilon=self.epsilon,
            )
            run = play(problem, generator)
            blocks.append((replicate, {"round": points, "regret": run.regret(gaps)}))
        return rows(blocks)

    def _simulator(self) -> Callable[[BanditProblem, np.random.Generator], Trajectory]:
        algorithm, options = self.algorithm, self.options
        if isinstance(algorithm, UserAlgorithm):
            return algorithm.simulate
        return lambda problem, generator: algorithm.simulate(
            problem, generator=generator, options=options
        )


def full_information_instance(
    *, instance: str, arms: int, min_gap: float, best: float, best_position: str
) -> InstanceEntry:
    """Return an instance of Section 5: `equal` gaps, or `doubling` gaps cut where means reach 0.

    The Conclusion's doubling gaps Δ_min 2^(j-2) leave [0, 1] for most K; cut gaps keep every
    bracket of Theorem 7 that can exist.
    """
    family: Literal["equal-gap", "doubling"] = "equal-gap" if instance == "equal" else "doubling"
    entry = InstanceEntry(name=instance, generator=family, arms=arms, best=best, gap=min_gap)
    means = entry.resolve_means()
    return InstanceEntry(name=instance, means=means[::-1] if best_position == "last" else means)
