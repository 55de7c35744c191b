"""β of graphs of demands as a task of cells."""

from dataclasses import dataclass

from bandit_replications.experiments.tasks import Columns, Replicates, rows
from bandit_replications.papers.anonymous.theory.beta_cases import measure


@dataclass(frozen=True, kw_only=True)
class BetaGraphs:
    """β of the graphs of one family; a replicate is the number of a graph."""

    arms: int
    group_size: int
    cluster: int
    graph: str

    def simulate(self, replicates: Replicates) -> Columns:
        """Return replicate and both interpretations of β."""
        blocks = []
        for number, _ in replicates:
            literal, dominated = measure(**vars(self), number=number)
            blocks.append((number, {"beta": literal, "beta_dominated": dominated}))
        return rows(blocks)
