import numpy as np
import pytest
from tests.support.anonymous_runs import curve

from bandit_replications.papers.anonymous.algorithms import ucb

MEANS = np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])


def run(**arguments):
    return curve(
        ucb.simulate, **{"means": MEANS, "horizon": 400, "options": ucb.Options()} | arguments
    )


def test_users_do_not_know_of_each_other():
    """A user's pulls in a sure world are the same alone and among others."""
    alone = [run(means=MEANS[[user]]) for user in range(2)]
    np.testing.assert_allclose(run(), alone[0] + alone[1], rtol=1e-12)


def test_a_horizon_that_leaves_an_arm_unplayed_is_refused():
    with pytest.raises(ValueError, match="horizon: 2; allowed: at least the number of arms, 3"):
        run(horizon=2)
