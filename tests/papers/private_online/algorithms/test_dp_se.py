import math

import numpy as np
import pytest
from scipy import stats
from tests.support.private_online_runs import ALPHA, sampled_pulls

from bandit_replications.bandits.problems import BanditProblem
from bandit_replications.bandits.rewards import bernoulli_table
from bandit_replications.papers.private_online.algorithms import dp_se, dp_se_kernels


def test_epoch_lengths_by_hand():
    """At T = 2^22, K = 5: 128 ln(40·2^22) + 1 = 2425.05… and for ε = 0.01 1600 ln(20·2^22) + 1."""
    log_8, log_4 = math.log(8 * 5 * 2.0**22), math.log(4 * 5 * 2.0**22)
    rule = dp_se_kernels.EpochRule(1.0, 2.0**-22, False, 0, 32.0, 8.0, 2.0)
    length = dp_se_kernels.epoch_length
    assert length(1, log_8, log_4, rule) == math.ceil(128 * log_8) + 1 == 2426
    assert length(1, log_8, log_4, rule._replace(rounding=1)) == 2425
    assert dp_se_kernels.logarithm(8.0, True) == 3
    private = rule._replace(epsilon=0.01)
    assert length(1, log_8, log_4, private) == math.ceil(1600 * log_4) + 1
    log_8 = math.log(8 * 5 * 9 * 2.0**22)
    assert length(3, log_8, log_4, rule) == math.ceil(2048 * log_8) + 1


@pytest.mark.parametrize(("simulate", "runs"), [("simulate", 8000), ("simulate_literal", 1500)])
def test_the_first_elimination_has_its_exact_law(simulate, runs):
    """Two arms of sure rewards 1: one is dropped if two Laplace variables of scale b differ by
    more than x = R width, with probability (1 + x/(2b)) exp(-x/b); each is as likely the other.
    """
    epsilon, beta, constant = 0.5, 0.5, 0.2
    options = dp_se.Options(
        beta=beta, width_constant=constant, sampling_constant=0.5, privacy_constant=0.5
    )
    log_8, log_4 = math.log(16 / beta), math.log(8 / beta)
    length = math.ceil(max(2 * log_8, log_4 / epsilon) + 1)
    threshold = constant * (length * math.sqrt(log_8 / (2 * length)) + log_4 / epsilon)
    # the second epoch is longer than what is left: an arm alone gets all of it
    horizon = 2 * length + 6
    pulls = sampled_pulls(
        getattr(dp_se, simulate),
        runs,
        rewards=bernoulli_table([1.0, 1.0]),
        rounds=[horizon],
        epsilon=epsilon,
        options=options,
    )
    outcomes = [int((pulls[:, 0] - length == extra).sum()) for extra in (0, 3, 6)]
    assert np.sum(outcomes) == runs

    def p_value(b):
        drop = (1 + threshold / (2 * b)) * math.exp(-threshold / b)
        return stats.chisquare(outcomes, runs * np.array([drop / 2, 1 - drop, drop / 2])).pvalue

    assert p_value(1 / epsilon) > ALPHA
    assert p_value(1.2 / epsilon) < ALPHA or runs < 8000
    assert p_value(2 / epsilon) < ALPHA


@pytest.mark.parametrize("rounding", ["up", "down", "nearest"])
def test_an_epoch_beyond_every_integer_is_cut_short(rounding):
    """Its length would be some 10^20 pulls, which no int64 holds."""
    problem = BanditProblem(rewards=bernoulli_table([0.75, 0.5]), horizon=2001, epsilon=1e-8)
    options = dp_se.Options(privacy_constant=1e12, rounding=rounding)
    run = dp_se.simulate(problem, generator=np.random.default_rng(1), options=options)
    assert run.pulls.tolist() == [[1001, 1000]]
