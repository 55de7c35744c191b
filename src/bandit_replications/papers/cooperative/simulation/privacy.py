"""Composed privacy losses as a task of cells."""

import math
from dataclasses import dataclass
from typing import Any

from bandit_replications.experiments.tasks import Columns, Replicates, rows
from bandit_replications.papers.cooperative.algorithms.release_series import Series
from bandit_replications.papers.cooperative.theory.privacy_accounting import (
    Accounting,
    advanced_loss,
    exact_loss,
    guarantee,
    release_losses,
)


@dataclass(frozen=True, kw_only=True)
class ComposedLosses:
    """The loss of all releases in `horizon` pulls of an arm, as a task: nothing in it is random.

    `exact` is by quadrature on a grid, the other accountings are in closed form; `basic` has no δ.
    """

    epsilon: float
    v: float
    horizon: int
    series: Series
    accounting: Accounting
    delta: float | None

    def simulate(self, replicates: Replicates) -> Columns:
        """Return replicate, loss, bound and kind."""
        place: dict[str, Any] = {"epsilon": self.epsilon, "v": self.v, "horizon": self.horizon}
        losses = release_losses(**place, series=self.series)
        if self.delta is None:
            loss = math.fsum(losses)
        else:
            composed = exact_loss if self.accounting == "exact" else advanced_loss
            loss = composed(losses, delta=self.delta)
        kind = "quadrature" if self.accounting == "exact" else "closed-form"
        found = {"loss": loss, "bound": guarantee(**place, delta=self.delta), "kind": kind}
        return rows((replicate, found) for replicate, _ in replicates)
