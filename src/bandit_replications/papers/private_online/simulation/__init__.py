"""Simulation of the paper's experiments: runs of one algorithm on one instance."""

from dataclasses import dataclass
from typing import Literal

from bandit_replications.bandits.instances import InstanceEntry
from bandit_replications.bandits.problems import BanditProblem
from bandit_replications.experiments.bandit_runs import BanditRuns
from bandit_replications.papers.private_online.environments.problems import FullInformationProblem

PROBLEMS = {kind.feedback: kind for kind in (BanditProblem, FullInformationProblem)}


@dataclass(frozen=True, kw_only=True)
class Runs(BanditRuns):
    """Runs of one algorithm on one instance; `feedback` is that of its problem."""

    feedback: str

    def problem(self, replicate: int, root_seed: int) -> BanditProblem:
        """Return the problem of every replicate."""
        return PROBLEMS[self.feedback](**self.attributes)


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
