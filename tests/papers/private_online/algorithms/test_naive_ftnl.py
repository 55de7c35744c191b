import numpy as np
import pytest
from scipy import stats

from bandit_replications.bandits.problems import BanditProblem
from bandit_replications.bandits.rewards import bernoulli_table
from bandit_replications.papers.private_online.algorithms import ftnl, naive_ftnl
from bandit_replications.papers.private_online.algorithms.report_noisy_max import (
    selection_probabilities,
)


def final_actions(simulate, *, runs, means, epsilon, seed, **options):
    """Action of the third epoch (rounds 4 to 7) in repeated runs."""
    generator = np.random.default_rng(seed)
    problem = BanditProblem(
        rewards=bernoulli_table(means), horizon=7, checkpoints=[3, 7], epsilon=epsilon
    )
    plays = [
        simulate(problem, generator=generator, options=naive_ftnl.Options(**options)).pulls
        for _ in range(runs)
    ]
    return np.bincount([int(np.argmax(p[1] - p[0])) for p in plays], minlength=len(means))


@pytest.mark.parametrize(
    ("simulate", "runs"), [(naive_ftnl.simulate, 30_000), (naive_ftnl.simulate_literal, 4_000)]
)
@pytest.mark.parametrize("noise_scale", [1.0, 0.5])
def test_each_sum_has_noise_of_scale_arms_over_epsilon(simulate, runs, noise_scale):
    """Sure rewards: the third epoch's action is a noisy maximum of twice the means.

    False-alarm rate 1e-4; noise without the factor K, and with K - 1 for K, must be caught.
    """
    means, epsilon = [0.0, 1.0, 1.0, 0.0, 0.0], 4.0
    counts = final_actions(
        simulate, runs=runs, means=means, epsilon=epsilon, seed=1, noise_scale=noise_scale
    )

    def p_value(arms):
        law = selection_probabilities(sums=2 * np.array(means), scale=noise_scale * arms / epsilon)
        return stats.chisquare(counts, law * runs).pvalue

    assert p_value(5) > 1e-4
    assert p_value(1) < 1e-4
    if runs == 30_000:
        assert p_value(4) < 1e-4


@pytest.mark.parametrize("seed", range(5))
def test_with_two_actions_it_is_ftnl_with_twice_the_noise(seed):
    points = [10, 100, 1000]
    problem = BanditProblem(
        rewards=bernoulli_table([0.5, 0.6]), horizon=1000, checkpoints=points, epsilon=0.3
    )
    naive = naive_ftnl.simulate(problem, generator=np.random.default_rng(seed))
    repaired = ftnl.simulate(
        problem, generator=np.random.default_rng(seed), options=ftnl.Options(noise_scale=2.0)
    )
    np.testing.assert_array_equal(naive.pulls, repaired.pulls)


@pytest.mark.full
def test_literal_and_fast_have_one_law_on_random_rewards():
    """Homogeneity of the third epoch's action; false-alarm rate 1e-4."""
    arguments = {"means": [0.2, 0.9, 0.5], "epsilon": 6.0}
    fast = final_actions(naive_ftnl.simulate, runs=15_000, seed=5, **arguments)
    literal = final_actions(naive_ftnl.simulate_literal, runs=4_000, seed=6, **arguments)
    mutant = final_actions(naive_ftnl.simulate, runs=15_000, seed=7, noise_scale=1 / 3, **arguments)
    assert stats.chi2_contingency([fast, literal]).pvalue > 1e-4
    assert stats.chi2_contingency([mutant, literal]).pvalue < 1e-4


def test_ties_when_noise_is_lost_in_rounding():
    arguments = {"means": [0.0, 1.0, 1.0], "epsilon": 1e30, "runs": 1000, "seed": 2}
    for simulate in (naive_ftnl.simulate, naive_ftnl.simulate_literal):
        assert final_actions(simulate, **arguments).tolist() == [0, 1000, 0]
        uniform = final_actions(simulate, tie_breaking="uniform", **arguments)
        assert uniform[0] == 0
        assert stats.binomtest(int(uniform[1]), 1000).pvalue > 1e-4
