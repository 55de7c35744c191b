import itertools

import numpy as np

from bandit_replications.bandits.literal import drive
from bandit_replications.papers.cooperative.algorithms import (
    centralised_ucb1,
    multi_agent_ucb,
    ucb1,
)
from support.cooperative import GRAPHS, RUN, group


def test_two_agents_are_the_average_over_all_rewards():
    # exact: the expected pulls of two connected agents after four rounds, by enumerating rewards
    means = (0.25, 0.5)
    problem = group(
        "two",
        1,
        rewards=RUN["rewards"]._replace(values=np.array([[0.25], [0.5]]), weights=None),
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


def test_agents_with_equal_knowledge_act_alike():
    problem = group("complete", 1, horizon=8, checkpoints=None)
    player = multi_agent_ucb.play(problem, generator=np.random.default_rng(0))
    played = list(drive(player, lambda arms: [1.0] * 6, rounds=8))
    assert [set(arms) for arms in played] == [{0}, {1}, {2}, {0}, {1}, {2}, {0}, {1}]


def test_single_agent_is_centralised_and_makes_all_pulls():
    for graph in GRAPHS:
        problem = group(graph)
        found = centralised_ucb1.simulate(problem, generator=np.random.default_rng(0)).pulls
        assert found.sum(axis=1).tolist() == (problem.agents * problem.points).tolist()
    alone = ucb1.simulate(group("one"), generator=np.random.default_rng(0)).pulls
    assert np.array_equal(alone, found)
