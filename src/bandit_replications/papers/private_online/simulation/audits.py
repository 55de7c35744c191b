"""Audits of privacy claims as a task of cells."""

from dataclasses import dataclass

from bandit_replications.experiments.tasks import Columns, Replicates, rows
from bandit_replications.papers.private_online.theory.audits import AUDIT_CASES


@dataclass(frozen=True, kw_only=True)
class AuditRuns:
    """Audits of one case."""

    mechanism: str
    case: str
    epsilon: float
    samples: int

    def simulate(self, replicates: Replicates) -> Columns:
        """Return replicate, loss, claimed loss and kind."""
        case, epsilon = AUDIT_CASES[self.mechanism, self.case], self.epsilon
        return rows(
            (
                replicate,
                {
                    "loss": case.loss(epsilon=epsilon, generator=one, samples=self.samples),
                    "claimed": epsilon,
                    "kind": case.kind,
                },
            )
            for replicate, one in replicates
        )
