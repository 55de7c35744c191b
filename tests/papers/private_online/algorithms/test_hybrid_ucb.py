import numpy as np
import pytest
from scipy import stats
from tests.support.private_online_runs import ALPHA, first_decision_p_value, sampled_pulls

from bandit_replications.bandits.problems import BanditProblem
from bandit_replications.bandits.rewards import BERNOULLI, RewardTable, bernoulli_table
from bandit_replications.papers.private_online.algorithms import hybrid_ucb, hybrid_ucb_kernels


class NoNoise:
    """A generator whose Laplace noise is 0; remembers the scales that it was asked for."""

    def __init__(self):
        self.scales = []

    def laplace(self, _, scale):
        self.scales.append(scale)
        return 0.0


def test_the_root_is_released_before_the_array_takes_its_place():
    """Which noise each round of the literal draws, for one arm's rewards: scales in 2/ε."""
    one_arm = RewardTable(BERNOULLI, np.zeros((1, 1)), np.ones((1, 1)))
    generator = NoNoise()
    player = hybrid_ucb.play(
        BanditProblem(rewards=one_arm, horizon=16, epsilon=1.0),
        generator=generator,
        options=hybrid_ucb.Options(noise="each-release"),
    )
    drawn = []
    next(player)
    for _ in range(15):
        player.send(0.0)
        drawn.append([round(scale * 0.5) for scale in generator.scales])
        generator.scales.clear()
    # r_j arrays of scale 1, live nodes of scale r_j
    assert drawn[:7] == [[1], [1, 1], [1, 1], [1, 1, 2], [1, 1, 2], [1, 1, 2, 2], [1, 1, 2]]
    assert drawn[14] == [1, 1, 1, 3]


@pytest.mark.parametrize("count", [1, 5])
def test_sums_of_laplace_variables_have_their_law(count):
    generator = np.random.default_rng(count)
    drawn = np.array([hybrid_ucb_kernels.laplace_sum(count, 3.0, generator) for _ in range(6000)])
    added = generator.laplace(0.0, 3.0, (30_000, count)).sum(axis=1)
    assert stats.ks_2samp(drawn, added).pvalue > ALPHA
    assert stats.ks_2samp(1.15 * drawn, added).pvalue < ALPHA


@pytest.mark.parametrize(("form", "runs"), [("simulate", 8000), ("simulate_literal", 1500)])
def test_the_first_decision_has_its_exact_law(form, runs):
    """The noise of a first pull has scale 2/ε, half of the budget."""
    epsilon, rewards = 1.6, bernoulli_table([0.0, 1.0])
    simulate = getattr(hybrid_ucb, form)
    pulls = sampled_pulls(simulate, runs, rewards=rewards, rounds=[3], epsilon=epsilon)
    assert first_decision_p_value(pulls, 2 / epsilon) > ALPHA
    assert first_decision_p_value(pulls, 1 / epsilon) < ALPHA
    assert first_decision_p_value(pulls, 3 / epsilon) < ALPHA or runs < 8000
