"""Runs on the packing of Theorem 10 as a task of cells."""

from dataclasses import dataclass

from bandit_replications.bandits.problems import Simulator
from bandit_replications.experiments.tasks import Columns, Replicates, rows
from bandit_replications.papers.private_online.theory import lower_bounds


@dataclass(frozen=True, kw_only=True)
class PackingRuns:
    """Runs with the options that make the algorithm ε-private."""

    algorithm: Simulator
    arms: int
    min_gap: float
    epsilon: float

    def simulate(self, replicates: Replicates) -> Columns:
        """Return replicate, round, regret and bound."""
        runs = (
            (replicate, lower_bounds.simulate(**vars(self), generator=generator))
            for replicate, generator in replicates
        )
        return rows(
            (replicate, {"round": run.rounds, "regret": run.regret, "bound": run.bound})
            for replicate, run in runs
        )
