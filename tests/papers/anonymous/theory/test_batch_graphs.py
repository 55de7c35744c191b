"""The census of graphs: by hand, and on the runs of the data set."""

import numpy as np
import pytest

from bandit_replications.configuration import validation as configuration
from bandit_replications.papers.anonymous.algorithms import batched_elimination
from bandit_replications.papers.anonymous.environments.graphs import active_sets, worst_graph
from bandit_replications.papers.anonymous.environments.problems import AnonymousProblem
from bandit_replications.papers.anonymous.theory.batch_graphs import (
    census,
    graphs_of_run,
    graphs_of_runs,
    share_of_lp,
)

FULL = np.ones((8, 2), dtype=bool)
HALVES = np.repeat(np.eye(2, dtype=bool), 4, axis=0)
WORST = active_sets(worst_graph(arms=2, group_size=1), arms=2)
SCARCE = np.array([[1, 1]] * 3 + [[0, 1]] * 5, dtype=bool)
ALONE = np.vstack([HALVES[:7, :], [[True, False]]])
ALONE[1:7] = [True, False]
ALONE[0] = [False, True]


def test_census_by_hand():
    """C = 1: U = 4 twice, the worst graph U = 2, and an arm that one user has."""
    assert [share_of_lp(graph, group_size=1) for graph in (FULL, HALVES, ALONE)] == [1, 1, 1]
    found = census([FULL, HALVES, WORST, ALONE], group_size=1)
    # the worst graph has no LP; in the scarce one w has 3/2 users on arm 1, an open arm needs 2
    assert list(found.values()) == [4, 1, 1, 2, 1, 1]
    assert list(census([SCARCE], group_size=1).values())[1:] == [0, 0, 0, 1, 0]
    assert 0 < share_of_lp(SCARCE, group_size=1) < 1
    assert census([FULL, WORST], group_size=1, cluster=3)["not_batched"] == 1


def test_graphs_of_a_run_lose_arms():
    means = np.random.default_rng(0).random((12, 2))
    graphs = graphs_of_run(
        AnonymousProblem(means=means, group_size=2, horizon=3000),
        generator=np.random.default_rng(1),
        options=batched_elimination.Options(gamma=2, batches=3, decomposition="closing"),
    )
    assert [graph.all() for graph in graphs] == [True, False, False]
    assert not np.any(graphs[2] & ~graphs[1])


def test_graphs_of_the_configured_runs():
    config = configuration.load("anonymous", scale="quick")
    found = graphs_of_runs(config, instance="uniform", runs=2)
    assert [len(graphs) for graphs in found] == [4, 4]  # log2 log2 (20000 / 50) is 3.1
    assert all(graphs[0].all() for graphs in found)
    assert census([*found[0], *found[1]], group_size=4)["hypothesis"] == 0  # 50 users are too few
    with pytest.raises(ValueError, match="instance: 'nowhere'; allowed: uniform"):
        graphs_of_runs(config, instance="nowhere")
