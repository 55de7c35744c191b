import itertools

import numpy as np
import pytest

from bandit_replications.bandits.literal import drive
from bandit_replications.papers.cooperative.algorithms import multi_agent_ucb
from support.cooperative import BETA, GRAPHS, RUN, group, same_actions


@pytest.mark.parametrize("graph", GRAPHS)
@pytest.mark.parametrize("life", [0, 1, 2, 9])
@pytest.mark.parametrize("delay", ["distance", "distance-plus-one"])
def test_it_acts_as_agents_that_pass_messages(graph, life, delay):
    assert same_actions(multi_agent_ucb, group(graph, life), delay=delay)


def test_so_it_does_if_own_rewards_count_twice():
    assert same_actions(multi_agent_ucb, group(rewards=BETA), own_rewards="twice")


def test_rewards_need_not_be_binary():
    assert same_actions(multi_agent_ucb, group(rewards=BETA), seeds=(0, 1))


def test_two_agents_are_the_average_over_all_rewards():
    # exact: the expected pulls of two connected agents after four rounds, by enumerating rewards
    means = (0.25, 0.5)
    problem = group(
        "two",
        1,
        rewards=RUN["rewards"]._replace(values=np.array([[0.25], [0.5]]), weights=np.ones((2, 1))),
        horizon=4,
        checkpoints=None,
    )
    expected = 0.0
    for table in itertools.product((0, 1), repeat=8):
        rewards = iter(table)
        chance, best = 1.0, 0

        def respond(arms, rewards=rewards):
            return [next(rewards) for _ in arms]

        player = multi_agent_ucb.play(problem, generator=np.random.default_rng(0))
        for t, arms in enumerate(drive(player, respond, rounds=4)):
            best += arms.count(1)
            for arm, reward in zip(arms, table[2 * t : 2 * t + 2], strict=True):
                chance *= means[arm] if reward else 1 - means[arm]
        expected += chance * best
    runs = [
        multi_agent_ucb.simulate(problem, generator=np.random.default_rng(seed)).pulls[0, 1]
        for seed in range(3000)
    ]
    assert abs(np.mean(runs) - expected) < 4 * np.std(runs) / np.sqrt(len(runs))


def test_agents_with_the_same_knowledge_act_alike_and_ties_go_to_the_lowest_arm():
    problem = group("complete", 1, horizon=8, checkpoints=None)
    player = multi_agent_ucb.play(problem, generator=np.random.default_rng(0))
    played = list(drive(player, lambda arms: [1.0] * 6, rounds=8))
    assert [set(arms) for arms in played] == [{0}, {1}, {2}, {0}, {1}, {2}, {0}, {1}]


def test_a_wrong_constant_or_delay_is_caught():
    for wrong in (
        {"exploration_constant": 1.9},
        {"delay": "distance-plus-one"},
        {"own_rewards": "twice"},
    ):
        assert not same_actions(multi_agent_ucb, group(), seeds=(0, 1, 2), fast=wrong)
