"""Cells of the data sets about graphs of demands: `decompositions` and `beta`."""

from collections.abc import Iterator
from itertools import product
from typing import Any

from bandit_replications.experiments.cells import Cell, cell
from bandit_replications.papers.anonymous.parameters import Configuration
from bandit_replications.papers.anonymous.simulation.beta import BetaGraphs
from bandit_replications.papers.anonymous.simulation.decompositions import Decompositions
from bandit_replications.papers.anonymous.theory.beta_cases import graphs_of


def decompositions_cells(config: Configuration) -> Iterator[Cell]:
    """Yield the cells of the comparison of decompositions."""
    section = config.decompositions
    for graph, group_size, demand, method in product(
        section.graphs, section.group_sizes, section.demands, section.methods
    ):
        settings: dict[str, Any] = {
            "graph": graph,
            "method": method,
            "users": section.users,
            "arms": section.arms,
            "group_size": group_size,
            "demand": demand,
        }
        task = Decompositions(**settings)
        yield cell(task, replicates=section.replicates, work=demand, **settings)


def beta_cells(config: Configuration) -> Iterator[Cell]:
    """Yield the cells of Open Problem 1; a replicate is a graph."""
    for case in config.beta.cases:
        sizes: dict[str, Any] = {
            "arms": case.arms,
            "group_size": case.group_size,
            "cluster": case.cluster,
            "graph": case.graph,
        }
        graphs = graphs_of(case.graph, arms=case.arms, cluster=case.cluster)
        yield cell(BetaGraphs(**sizes), replicates=graphs, **sizes)
