import numpy as np
import pytest
from scipy import stats
from tests.support.private_online_runs import ALPHA, every_round, sampled_pulls

from bandit_replications.bandits.rewards import bernoulli_table
from bandit_replications.papers.private_online.algorithms import ftnl
from bandit_replications.papers.private_online.algorithms.report_noisy_max import (
    selection_probabilities,
)


def p_value(actions, law):
    counts = np.bincount(actions, minlength=law.size)
    return stats.chisquare(counts, law * counts.sum()).pvalue


@pytest.mark.parametrize(
    ("form", "noise", "runs"),
    [
        ("simulate", "laplace", 10_000),
        ("simulate", "exponential", 10_000),
        ("simulate", "gumbel", 10_000),
        ("simulate_literal", "laplace", 2000),
    ],
)
def test_leaders_on_sure_rewards_follow_the_exact_law(form, noise, runs):
    """Rewards of means 0 and 1 are sure: epoch s + 1 is a noisy maximum of 2^s times the means.

    False-alarm rate 1e-4 for each epoch, and for independence of successive epochs.
    """
    means, epsilon = [0.0, 1.0, 1.0, 0.0], 0.6
    pulls = sampled_pulls(
        getattr(ftnl, form),
        runs,
        rewards=bernoulli_table(means),
        rounds=[1, 3, 7, 15],
        epsilon=epsilon,
        options=ftnl.Options(noise=noise, noise_scale=1.5, first_action=3),
    )
    played = np.diff(pulls.reshape(runs, 4, 4), axis=1, prepend=0)
    assert np.all(np.count_nonzero(played, axis=2) == 1)
    actions = played.argmax(axis=2)
    assert np.all(actions[:, 0] == 3)
    for epoch in (1, 2, 3):
        sums = 2.0 ** (epoch - 1) * np.array(means)
        law = selection_probabilities(sums=sums, scale=1.5 / epsilon, noise=noise)
        assert p_value(actions[:, epoch], law) > ALPHA
        doubled = selection_probabilities(sums=sums, scale=3 / epsilon, noise=noise)
        assert runs < 10_000 or p_value(actions[:, epoch], doubled) < ALPHA
    pairs = np.zeros((4, 4))
    np.add.at(pairs, (actions[:, 1], actions[:, 2]), 1)
    assert stats.chi2_contingency(pairs).pvalue > ALPHA


def test_ties_when_noise_is_lost_in_rounding():
    def pulls(tie_breaking):
        options = ftnl.Options(tie_breaking=tie_breaking, first_action=2, noise_scale=1e-30)
        rewards = bernoulli_table([1.0, 1.0, 0.0])
        return every_round(ftnl.simulate, rewards, horizon=300, epsilon=1.0, options=options)[-1]

    assert pulls("lowest-index").tolist() == [299, 0, 1]
    uniform = pulls("uniform")
    assert uniform[2] == 1
    assert 0 < uniform[0] < 299
