"""Simulation of the paper's experiments: runs of one algorithm on one instance."""

from dataclasses import dataclass
from typing import Literal

from pydantic import BaseModel

from bandit_replications.bandits.instances import InstanceEntry
from bandit_replications.bandits.problems import BanditProblem, Simulator
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
class Runs:
    """Runs of one algorithm on one instance."""

    algorithm: Simulator
    options: BaseModel
    feedback: Feedback
    instance: InstanceEntry
    epsilon: float | None
    recording: Recording

    def simulate(self, replicates: Replicates) -> Columns:
        """Return replicate, round and regret."""
        rewards, gaps = self.instance.reward_table(), self.instance.gaps
        blocks = []
        for replicate, generator in replicates:
            points = self.recording.rounds()
            problem = PROBLEMS[self.feedback](
                rewards=rewards,
                horizon=self.recording.horizon,
                checkpoints=points,
                epsilon=self.epsilon,
            )
            run = self.algorithm.simulate(problem, generator=generator, options=self.options)
            blocks.append((replicate, {"round": points, "regret": run.regret(gaps)}))
        return rows(blocks)


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
