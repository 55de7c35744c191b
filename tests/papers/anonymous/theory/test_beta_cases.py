"""Cells of the data set `beta`."""

import numpy as np
import pytest

from bandit_replications.papers.anonymous.theory import beta_cases


def test_replicates_are_graphs():
    assert beta_cases.graphs_of("all", arms=2, cluster=2, searches=9) == 6
    assert beta_cases.graphs_of("search", arms=4, cluster=2, searches=9) == 9
    assert beta_cases.graphs_of("worst", arms=4, cluster=2, searches=9) == 1
    with pytest.raises(ValueError, match="arms: 4; allowed: 2 or 3"):
        beta_cases.graphs_of("all", arms=4, cluster=2, searches=9)


def measure(graph, number=0, **changes):
    arguments = {"arms": 2, "group_size": 1, "cluster": 2} | changes
    return beta_cases.measure(
        graph, **arguments, number=number, generator=np.random.default_rng(number)
    )


def test_families_contain_the_worst_graph():
    worst = measure("worst")
    assert worst == pytest.approx((0, 2 / 3), abs=1e-7)
    every = [measure("all", number) for number in range(6)]
    assert min(value for _, value in every) == pytest.approx(2 / 3, abs=1e-7)
    assert max(literal for literal, _ in every) == pytest.approx(1, abs=1e-7)
    assert all(literal <= value + 1e-9 for literal, value in every)
    assert measure("search", arms=3)[1] >= 0.6 - 1e-7
