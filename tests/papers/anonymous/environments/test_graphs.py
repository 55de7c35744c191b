"""Graphs counted by kinds of users, against enumeration of labelled graphs."""

import itertools

import numpy as np
import pytest

from bandit_replications.papers.anonymous.environments import graphs


@pytest.mark.parametrize(("arms", "users", "cluster"), [(2, 4, 2), (3, 4, 1)])
def test_all_graphs_once_each(arms, users, cluster):
    """Oracle: all labelled graphs, up to the names of users and arms."""
    kinds = graphs.kinds(arms)
    found = set()
    for labelled in itertools.product(kinds, repeat=users):
        possible = any(
            np.bincount(row, minlength=arms).min() >= cluster
            for row in itertools.product(*labelled)
        )
        if possible:
            found.add(
                min(
                    tuple(sorted(tuple(sorted(names[j] for j in kind)) for kind in labelled))
                    for names in itertools.permutations(range(arms))
                )
            )
    listed = graphs.all_graphs(arms=arms, users=users, least_cluster=cluster)
    assert len(listed) == len(set(listed)) == len(found)


def test_worst_graph():
    counts = graphs.worst_graph(arms=3, group_size=2)
    assert counts == (2, 3, 3, 0, 0, 0, 1)  # 1, 2, 3, 12, 13, 23, 123
    assert graphs.cluster(counts, arms=3) == 3
    assert graphs.active_sets(counts, arms=3).sum() == 11
