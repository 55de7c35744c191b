import numpy as np
from tests.support.anonymous_runs import curve

from bandit_replications.papers.anonymous.algorithms import ucb

MEANS = np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])


def run(**arguments):
    return curve(
        ucb.simulate, **{"means": MEANS, "horizon": 400, "options": ucb.Options()} | arguments
    )


def test_users_do_not_know_of_each_other():
    alone = [run(means=MEANS[[user]]) for user in range(2)]
    np.testing.assert_allclose(run(), alone[0] + alone[1], rtol=1e-12)
