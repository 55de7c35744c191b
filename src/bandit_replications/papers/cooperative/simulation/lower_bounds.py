"""Runs with a large regret, as tasks of cells."""

from dataclasses import dataclass

from bandit_replications.experiments.tasks import Columns, Replicates, rows
from bandit_replications.papers.cooperative.theory.lower_bounds import (
    lasting_noise,
    saturated_reports,
)


@dataclass(frozen=True, kw_only=True)
class LastingNoiseRuns:
    """Runs of `lasting_noise`."""

    agents: int
    gap: float
    v: float | None
    horizon: int

    def simulate(self, replicates: Replicates) -> Columns:
        """Return replicate, group regret and bound."""
        return rows(
            (replicate, vars(lasting_noise(**vars(self), generator=generator)))
            for replicate, generator in replicates
        )


@dataclass(frozen=True, kw_only=True)
class SaturatedReportsRuns:
    """Runs of `saturated_reports`."""

    agents: int
    contamination: float
    horizon: int

    def simulate(self, replicates: Replicates) -> Columns:
        """Return replicate, group regret and bound."""
        return rows(
            (replicate, vars(saturated_reports(**vars(self), generator=generator)))
            for replicate, generator in replicates
        )
