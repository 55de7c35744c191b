"""Composed privacy losses as a task of cells."""

from dataclasses import dataclass

from bandit_replications.experiments.tasks import Columns, Replicates, rows
from bandit_replications.papers.cooperative.algorithms.release_series import Series
from bandit_replications.papers.cooperative.theory.privacy_accounting import (
    Accounting,
    composed_loss,
)


@dataclass(frozen=True, kw_only=True)
class ComposedLosses:
    """One composed loss, as a task: nothing in it is random."""

    epsilon: float
    v: float
    horizon: int
    series: Series
    accounting: Accounting
    delta: float | None

    def simulate(self, replicates: Replicates) -> Columns:
        """Return replicate, loss, bound and kind."""
        return rows((replicate, vars(composed_loss(**vars(self)))) for replicate, _ in replicates)
