import math

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
