"""Remembering-Lazy-UCB's bound and the private lower bound: oracles, runs, what must fail."""

import math

import numpy as np
import pytest

from bandit_replications.bandits.problems import BanditProblem
from bandit_replications.bandits.rewards import bernoulli_table
from bandit_replications.papers.private_online.algorithms import anytime_lazy_ucb
from bandit_replications.papers.private_online.theory import private_bandit_lower_bound as lower
from bandit_replications.papers.private_online.theory import remembering
from bandit_replications.papers.private_online.theory.audits import remembering_decisions

GAPS, EPSILONS = np.geomspace(0.01, 1, 7), np.geomspace(0.01, 100, 7)


@pytest.mark.parametrize("horizon", [2, 100, 10**6])
def test_closed_form_is_above_the_bound_by_arrays(horizon):
    for gap in GAPS:
        for epsilon in EPSILONS:
            at = {"gap": gap, "epsilon": epsilon, "horizon": horizon}
            pulls = min(remembering.most_pulls(**at), horizon)
            assert gap * pulls <= remembering.most_regret(**at)


def test_noise_of_all_arrays_stays_within_its_width():
    for rounds in (3, 4, 8, 100, 10**6):
        for arrays in range(1, int(math.log2(rounds)) + 1):
            at = {"arrays": arrays, "rounds": rounds}
            check = remembering.tail(**at, per_array=anytime_lazy_ucb.PER_ARRAY)
            assert check.left <= check.right / 10
    assert not remembering.tail().holds  # without the term in the number of arrays


def test_deviations_by_adding():
    added = sum(2 * (t.bit_length() - 1) * (t**-3 + t**-6) for t in range(3, 10_000))
    assert remembering.deviations().left == pytest.approx(added, abs=1e-6)
    assert not remembering.deviations(largest=0.26).holds


@pytest.mark.parametrize("epsilon", [0.5, 20.0])
def test_runs_pull_less_than_the_bound_and_less_than_forgetful_ones(epsilon):
    means, horizon = np.array([0.9, 0.6, 0.3]), 50_000
    problem = BanditProblem(rewards=bernoulli_table(means), horizon=horizon, epsilon=epsilon)

    def pulls(memory):
        options = anytime_lazy_ucb.Options(memory=memory)
        runs = [
            anytime_lazy_ucb.simulate(problem, generator=np.random.default_rng(i), options=options)
            for i in range(40)
        ]
        return np.mean([run.pulls[-1] for run in runs], axis=0)

    found = pulls("all-arrays")
    for arm, gap in ((1, 0.3), (2, 0.6)):
        bound = remembering.most_pulls(gap=gap, epsilon=epsilon, horizon=horizon)
        assert bound / 30 < found[arm] <= bound
    assert found[1:].sum() < pulls("last-array")[1:].sum()


def test_private_algorithms_must_pull():
    floor = lower.regret_floor(gaps=[0, 0.1, 0.25], epsilon=0.05, horizon=10**4)
    expected = math.log(10**4) / 8 * 2 / 0.1
    assert floor == pytest.approx(expected)
    assert floor >= math.log(10**4) / 71 * 2 / 0.05
    for gap in (0.1, 0.25):  # by the theorem behind it, with the regret that it allows
        allowed = 0.5 * 0.1 * 10**3
        pulls = lower.least_pulls(gap=gap, epsilon=0.05, horizon=10**4, regret=allowed)
        assert gap * pulls >= math.log(10**4) / 8 * 10
    assert lower.least_pulls(gap=0.1, epsilon=1, horizon=100, regret=50) == 0


def test_divergence_by_enumeration_of_the_answers():
    epsilon, rewards = 1.3, 3
    truth = 1 / (1 + math.exp(-epsilon))
    divergence = 0.0
    for lies in range(rewards + 1):
        ways = math.comb(rewards, lies)
        first, second = (
            truth ** (rewards - lies) * (1 - truth) ** lies,
            truth**lies * (1 - truth) ** (rewards - lies),
        )
        divergence += ways * first * math.log(first / second)
    check = lower.divergence_of_decisions(epsilon=epsilon, rewards=rewards)
    assert check.left == pytest.approx(divergence)
    assert check.holds
    assert not lower.divergence_of_decisions(constant=0.5).holds
    assert not lower.divergence_of_decisions(rewards=2, by_pulls=False).holds


def test_decisions_of_remembering_use_up_their_budget():
    # by an independent quadrature: 0.9999933 at ε = 1
    law = remembering_decisions.decisions((1, 0, 2), 1.0, 1.0)
    assert law.sum() == pytest.approx(1, abs=1e-12)
    assert remembering_decisions.remembering_loss(epsilon=1.0) == pytest.approx(0.9999933, abs=1e-6)
    assert remembering_decisions.remembering_loss(epsilon=1.0, noise_scale=0.5) > 1.5
