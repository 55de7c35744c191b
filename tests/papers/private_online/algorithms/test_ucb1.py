import math

import numpy as np
from tests.support.private_online_runs import every_round

from bandit_replications.bandits.rewards import bernoulli_table
from bandit_replications.papers.private_online.algorithms import ucb1


def test_pulls_by_hand():
    """Rewards 1 and 0 are sure: arm 1 is pulled when sqrt(2 ln t / n_1) > 1 + sqrt(2 ln t / n_0).

    Solved on paper with x = sqrt(2 ln t): x (n_1^-1/2 - n_0^-1/2) > 1.
    """
    pulls = every_round(ucb1.simulate, bernoulli_table([1.0, 0.0]), horizon=2000)
    n_0, n_1 = 1, 1
    for t in range(3, 2001):
        if math.sqrt(2 * math.log(t)) * (n_1**-0.5 - n_0**-0.5) > 1:
            n_1 += 1
        else:
            n_0 += 1
        assert pulls[t - 1].tolist() == [n_0, n_1]
    assert n_1 > 5


def test_uniform_ties_differ_from_the_lowest_index():
    def run(seed, tie_breaking):
        rewards, options = bernoulli_table([1.0] * 3), ucb1.Options(tie_breaking=tie_breaking)
        return every_round(ucb1.simulate, rewards, horizon=400, seed=seed, options=options)

    # equal arms that take turns, the lowest index first
    turns = np.array([[(t + 2 - arm) // 3 for arm in range(3)] for t in range(1, 401)])
    np.testing.assert_array_equal(run(0, "lowest-index"), turns)
    uniform = [run(seed, "uniform") for seed in range(2)]
    assert np.any(uniform[0] != turns)
    assert np.any(uniform[0] != uniform[1])
    for pulls in uniform:
        np.testing.assert_array_equal(pulls[2::3], turns[2::3])
