"""Decompositions of graphs of demands as a task of cells."""

from dataclasses import dataclass

import numpy as np

from bandit_replications.bandits.streams import Key, generator
from bandit_replications.experiments.tasks import Columns, Replicates, rows
from bandit_replications.papers.anonymous.algorithms.decompositions import DemandError
from bandit_replications.papers.anonymous.theory.decomposition_cases import (
    COUNTS,
    active_arms,
    measure,
)


@dataclass(frozen=True, kw_only=True)
class Decompositions:
    """Decompositions by one method of graphs of one family; all methods meet the same graphs."""

    graph: str
    method: str
    users: int
    arms: int
    group_size: int
    demand: int

    def simulate(self, replicates: Replicates) -> Columns:
        """Return replicate and the counts of `measure`, null where there is no decomposition."""
        sizes = {"users": self.users, "arms": self.arms, "group_size": self.group_size}
        key: tuple[Key, ...] = ("anonymous", "graph", self.graph, *sizes.values())
        blocks = []
        for replicate, stream in replicates:
            drawn = generator(replicates.root_seed, *key, replicate)
            active = active_arms(self.graph, **sizes, generator=drawn)
            try:
                columns = measure(
                    self.method,
                    active,
                    demand=self.demand,
                    group_size=self.group_size,
                    generator=stream,
                )
            except DemandError:
                columns = {}
            found = {name: float(columns.get(name, np.nan)) for name in COUNTS}
            blocks.append((replicate, found))
        return rows(blocks)
