import numpy as np
import pytest

from bandit_replications.papers.cooperative.algorithms import centralised_ucb1, ucb1
from support.cooperative import GRAPHS, group, same_actions


@pytest.mark.parametrize("graph", GRAPHS)
def test_it_acts_as_the_pseudo_code_whatever_the_network(graph):
    assert same_actions(ucb1, group(graph, 9))


def test_a_single_agent_is_the_centralised_one():
    runs = [
        module.simulate(group("one"), generator=np.random.default_rng(0)).pulls
        for module in (ucb1, centralised_ucb1)
    ]
    assert np.array_equal(*runs)


def test_a_wrong_constant_is_caught():
    assert not same_actions(ucb1, group(), fast={"exploration_constant": 1.9})
