"""Runs that are cut off at a budget of communication as a task of cells."""

from dataclasses import dataclass

from bandit_replications.experiments.tasks import Columns, Replicates, rows
from bandit_replications.papers.distributed.theory.lower_bounds import cut_off


@dataclass(frozen=True, kw_only=True)
class CutOffRuns:
    """Runs of `cut_off`."""

    protocol: str
    budget: int
    agents: int
    arms: int
    horizon: int
    pulls_exponent: int

    def simulate(self, replicates: Replicates) -> Columns:
        """Return replicate, regret, communication and bound."""
        return rows(
            (replicate, vars(cut_off(**vars(self), generator=generator)))
            for replicate, generator in replicates
        )
