import numpy as np
import pytest
from tests.support.private_online_runs import ALPHA, first_decision_p_value, sampled_pulls

from bandit_replications.bandits.problems import BanditProblem
from bandit_replications.bandits.rewards import bernoulli_table
from bandit_replications.papers.private_online.algorithms import anytime_lazy_ucb


@pytest.mark.parametrize(("form", "runs"), [("simulate", 8000), ("simulate_literal", 1500)])
def test_the_first_decision_has_its_exact_law(form, runs):
    epsilon, scale = 0.8, 1.5
    pulls = sampled_pulls(
        getattr(anytime_lazy_ucb, form),
        runs,
        rewards=bernoulli_table([0.0, 1.0]),
        rounds=[3],
        epsilon=epsilon,
        options=anytime_lazy_ucb.Options(first_pull="noised", noise_scale=scale),
    )
    assert first_decision_p_value(pulls, scale / epsilon) > ALPHA
    assert first_decision_p_value(pulls, 2 / epsilon) < ALPHA or runs < 8000
    assert first_decision_p_value(pulls, 1 / epsilon) < ALPHA


def test_horizon_changes_no_earlier_pull():
    rewards = bernoulli_table([0.9, 0.1])
    runs = [
        anytime_lazy_ucb.simulate_literal(
            BanditProblem(rewards=rewards, horizon=max(points), checkpoints=points, epsilon=1.0),
            generator=np.random.default_rng(1),
        ).pulls[0]
        for points in ([4096], [4096, 8192])
    ]
    np.testing.assert_array_equal(*runs)
