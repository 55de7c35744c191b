"""Runs with a large regret, as tasks of cells."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from bandit_replications.experiments.tasks import Columns, Replicates, rows
from bandit_replications.papers.cooperative.theory import lower_bounds


@dataclass(frozen=True, kw_only=True)
class LimitRuns:
    """Runs of a function of `theory.lower_bounds`, with its settings."""

    instance: Literal["lasting_noise", "saturated_reports"]
    settings: Mapping[str, Any]

    def simulate(self, replicates: Replicates) -> Columns:
        """Return replicate, group regret and bound."""
        run = getattr(lower_bounds, self.instance)
        return rows(
            (replicate, vars(run(**self.settings, generator=generator)))
            for replicate, generator in replicates
        )
