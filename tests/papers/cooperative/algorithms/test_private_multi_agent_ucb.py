import numpy as np
import pytest

from bandit_replications.papers.cooperative.algorithms import private_multi_agent_ucb as module
from support.cooperative import BETA, GRAPHS, private, same_actions

READINGS = [
    {},
    {"delay": "distance-plus-one"},
    {"unreleased": "zero"},
    {"own_message": "counted"},
    {"series": "square-root"},
    {"series": "as-printed"},
    {"noise_factor": 0.0},
]


@pytest.mark.parametrize("graph", GRAPHS)
@pytest.mark.parametrize("life", [0, 1, 2, 9])
def test_it_acts_as_agents_that_pass_messages(graph, life):
    assert same_actions(module, private(graph, life, epsilon=0.2))


@pytest.mark.parametrize("graph", ["small-world", "complete"])
@pytest.mark.parametrize("reading", READINGS, ids=str)
def test_so_it_does_in_every_reading(graph, reading):
    # without noise binary rewards tie, up to rounding
    rewards = {"rewards": BETA} if "noise_factor" in reading else {}
    for epsilon in (1.0, 0.2):
        problem = private(graph, epsilon=epsilon, **rewards)
        assert same_actions(module, problem, **reading)


@pytest.mark.parametrize(
    "wrong",
    [
        {"exploration_constant": 1.9},
        {"noise_factor": 0.9},
        {"series": "square-root"},
        {"delay": "distance-plus-one"},
        {"unreleased": "zero"},
        {"own_message": "counted"},
    ],
    ids=str,
)
def test_a_wrong_constant_or_reading_is_caught(wrong):
    assert not same_actions(module, private(), seeds=(0, 1, 2), fast=wrong)


def test_the_first_rounds_take_the_arms_in_turn_from_the_second():
    pulls = module.simulate(private(), generator=np.random.default_rng(0)).pulls
    turns = np.diff(pulls, axis=0, prepend=0)[:12].argmax(axis=1)  # K ceil(1/0.3) rounds
    assert turns.tolist() == [1, 2, 0] * 4


def test_without_a_release_only_own_rewards_count():
    # ε so small that no mean is ever released: messages change nothing
    silent = [private("complete", life, epsilon=0.01) for life in (0, 1)]
    runs = [module.simulate(one, generator=np.random.default_rng(0)).pulls for one in silent]
    assert np.array_equal(*runs)
