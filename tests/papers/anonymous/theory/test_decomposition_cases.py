"""Cells of the data set `decompositions`."""

import numpy as np
import pytest

from bandit_replications.papers.anonymous.algorithms.decompositions.demands import matched_cluster
from bandit_replications.papers.anonymous.theory import decomposition_cases


def active_arms(graph, *, users):
    return decomposition_cases.active_arms(
        graph, users=users, arms=3, group_size=4, generator=np.random.default_rng(0)
    )


@pytest.mark.parametrize("graph", decomposition_cases.GRAPHS)
@pytest.mark.parametrize("users", [15, 21])
def test_graphs_of_demands_have_a_cluster(graph, users):
    active = active_arms(graph, users=users)
    assert active.shape == (users, 3)
    assert active.any(axis=1).all()
    assert matched_cluster(active) >= 5
    if graph == "worst":
        assert matched_cluster(active) == 5
    if graph == "late":
        assert active.sum(axis=1).max() <= 2


def test_bad_input_is_refused():
    with pytest.raises(ValueError, match=r"users: 14; allowed: at least arms \* .* = 15"):
        active_arms("full", users=14)
    with pytest.raises(ValueError, match="graph: 'none'; allowed: full"):
        active_arms("none", users=15)


def test_measured_columns():
    active = np.ones((12, 3), dtype=bool)
    found = decomposition_cases.measure(
        "all-open", active, demand=10, group_size=2, generator=np.random.default_rng(0)
    )
    assert found["assignments"] == found["least"] == 12
    assert found["rounds"] == 12 * 6
    assert found["cluster"] == 4
