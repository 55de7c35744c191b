import pytest
from tests.support.private_online_runs import ALPHA, first_decision_p_value, sampled_pulls

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
