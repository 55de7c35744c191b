"""Cells of the data sets `beta` and `decompositions`."""

import numpy as np
import pytest

from bandit_replications.papers.anonymous.algorithms.decompositions.demands import matched_cluster
from bandit_replications.papers.anonymous.theory import beta_cases, decomposition_cases


def test_replicates_are_graphs():
    assert beta_cases.graphs_of("all", arms=2, cluster=2) == 6
    assert beta_cases.graphs_of("worst", arms=4, cluster=2) == 1
    with pytest.raises(ValueError, match="arms: 4; allowed: 2 or 3"):
        beta_cases.graphs_of("all", arms=4, cluster=2)


def measure(graph, number=0, **changes):
    arguments = {"arms": 2, "group_size": 1, "cluster": 2} | changes
    return beta_cases.measure(graph, **arguments, number=number)


def test_families_contain_the_worst_graph():
    worst = measure("worst")
    assert worst == pytest.approx((0, 2 / 3), abs=1e-7)
    every = [measure("all", number) for number in range(6)]
    assert min(value for _, value in every) == pytest.approx(2 / 3, abs=1e-7)
    assert max(literal for literal, _ in every) == pytest.approx(1, abs=1e-7)
    assert all(literal <= value + 1e-9 for literal, value in every)


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


def test_demands_on_bad_graphs_are_refused():
    with pytest.raises(ValueError, match=r"users: 14; allowed: at least arms \* .* = 15"):
        active_arms("full", users=14)
    with pytest.raises(ValueError, match="graph: 'none'; allowed: full"):
        active_arms("none", users=15)


def test_measured_decomposition():
    active = np.ones((12, 3), dtype=bool)
    found = decomposition_cases.measure(
        "all-open", active, demand=10, group_size=2, generator=np.random.default_rng(0)
    )
    assert found["assignments"] == found["least"] == 12
    assert found["rounds"] == 12 * 6
    assert found["cluster"] == 4
