"""Audits of privacy claims as a task of cells."""

from dataclasses import dataclass

from bandit_replications.experiments.tasks import Columns, Replicates, rows
from bandit_replications.papers.private_online.theory.audits import audit


@dataclass(frozen=True, kw_only=True)
class AuditRuns:
    """Audits of one case."""

    mechanism: str
    case: str
    epsilon: float
    samples: int

    def simulate(self, replicates: Replicates) -> Columns:
        """Return replicate, loss, claimed loss and kind."""
        return rows(
            (replicate, vars(audit(**vars(self), generator=generator)))
            for replicate, generator in replicates
        )
