import pytest

from bandit_replications.papers.cooperative.algorithms import dp_ucb_int
from support.cooperative import private, same_actions


@pytest.mark.parametrize("graph", ["one", "two", "small-world"])
@pytest.mark.parametrize("epsilon", [1.0, 0.3, 0.005])
@pytest.mark.parametrize("renewal", ["every-round", "once"])
def test_it_acts_as_the_pseudo_code(graph, epsilon, renewal):
    assert same_actions(dp_ucb_int, private(graph, epsilon=epsilon), renewal=renewal)


@pytest.mark.parametrize("wrong", [{"exploration_constant": 1.9}, {"renewal": "every-round"}])
def test_a_wrong_constant_or_reading_is_caught(wrong):
    assert not same_actions(dp_ucb_int, private(), seeds=(0, 1, 2), fast=wrong)
