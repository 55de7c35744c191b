"""Failures of the ranking (Algorithm 4) as a task of cells."""

from dataclasses import dataclass

from bandit_replications.experiments.tasks import Columns, Replicates, rows
from bandit_replications.papers.multiplayer.algorithms.ranking import count_failures
from bandit_replications.papers.multiplayer.theory.ranking_probability import (
    failure_bound,
    failure_probability,
)


@dataclass(frozen=True, kw_only=True)
class Rankings:
    """Simulated rankings, beside the exact probability of failure and the bound on it."""

    players: int
    ranking_rounds: int
    samples: int

    def simulate(self, replicates: Replicates) -> Columns:
        """Return replicate, both probabilities of failure and the bound."""
        sizes = {"players": self.players, "ranking_rounds": self.ranking_rounds}
        exact, bound = failure_probability(**sizes), failure_bound(**sizes)
        blocks = []
        for replicate, generator in replicates:
            failures = count_failures(**sizes, samples=self.samples, generator=generator)
            columns = {
                "failure_exact": exact,
                "failure_simulated": failures / self.samples,
                "bound": bound,
            }
            blocks.append((replicate, columns))
        return rows(blocks)
