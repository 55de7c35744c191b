import numpy as np
import pytest

from bandit_replications.papers.multiplayer.algorithms import independent_exp3
from bandit_replications.papers.multiplayer.environments.losses import given_losses
from bandit_replications.papers.multiplayer.theory import independent_learning
from support.multiplayer_games import problem


def test_drift_is_towards_sharing():
    regret = independent_learning.drift_regret
    for players in (2, 4):
        early, late = (regret(players=players, arms=8, time=time) for time in (10.0, 1000.0))
        assert early < late
    # one player alone learns the arm: the regret vanishes
    assert regret(players=1, arms=8, time=50.0) < 1e-6


def test_drift_solves_its_equation():
    # K = 1 is the logistic equation: x = 1 / (1 + (N - 1) exp(-time))
    found = independent_learning.good_arm_chance(players=1, arms=8, time=2.0, steps=100000)
    assert found == pytest.approx(1 / (1 + 7 * np.exp(-2.0)), rel=1e-4)


def test_measured_regret_is_linear_in_the_horizon():
    horizon = 20000
    table = np.tile([0.0] + [1.0] * 7, (horizon, 1))
    game = problem(given_losses(table), 2, horizon)
    streams = np.random.default_rng(1).spawn(20)
    regrets = [independent_exp3.simulate(game, generator=one).regret[0] for one in streams]
    assert np.mean(regrets) > 0.5 * horizon
    assert np.max(regrets) < horizon
