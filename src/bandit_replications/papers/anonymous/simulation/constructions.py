"""Runs on the hard instances of Section 3.6 as a task of cells."""

from dataclasses import dataclass

from pydantic import BaseModel

from bandit_replications.bandits.problems import Simulator
from bandit_replications.experiments.tasks import Columns, Replicates, rows
from bandit_replications.papers.anonymous.theory.lower_bounds import measure


@dataclass(frozen=True, kw_only=True)
class ConstructionRuns:
    """Runs of `measure`."""

    construction: str
    algorithm: Simulator
    options: BaseModel
    users: int
    arms: int
    group_size: int
    horizon: int

    def simulate(self, replicates: Replicates) -> Columns:
        """Return replicate, regret and bound."""
        return rows(
            (replicate, measure(**vars(self), generator=generator))
            for replicate, generator in replicates
        )
