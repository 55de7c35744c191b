"""Simulation of the paper's experiments: runs of one algorithm on one instance."""

from dataclasses import dataclass

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
