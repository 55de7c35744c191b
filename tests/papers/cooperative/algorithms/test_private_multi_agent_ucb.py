import numpy as np

from bandit_replications.papers.cooperative.algorithms import private_multi_agent_ucb as module
from support.cooperative import private


def test_forced_rounds_begin_with_second_arm():
    pulls = module.simulate(private(), generator=np.random.default_rng(0)).pulls
    turns = np.diff(pulls, axis=0, prepend=0)[:12].argmax(axis=1)  # K ceil(1/0.3) rounds
    assert turns.tolist() == [1, 2, 0] * 4


def test_without_a_release_only_own_rewards_count():
    # ε so small that no mean is ever released: messages change nothing
    silent = [private("complete", life, epsilon=0.01) for life in (0, 1)]
    runs = [module.simulate(one, generator=np.random.default_rng(0)).pulls for one in silent]
    assert np.array_equal(*runs)
