import numpy as np
import pytest

from bandit_replications.papers.multiplayer.algorithms import independent_exp3
from bandit_replications.papers.multiplayer.environments.losses import given_losses
from bandit_replications.papers.multiplayer.theory import independent_learning
from support.multiplayer_games import problem


def test_players_who_share_the_good_arm_regret_nothing_and_the_team_everything():
    # the three of them lose 3 in each round; arms 1, 2 and 3 would lose 2, every other arm 1
    team = independent_learning.team_regret(players=3, arms=5, rounds=20)
    assert (team.left, team.holds) == (20, True)
    assert independent_learning.own_regret(players=3, arms=5, rounds=20).holds


def test_cheaper_arms_or_no_company_give_an_own_regret():
    cheaper = independent_learning.own_regret(players=2, arms=5, rounds=20, others=0.9)
    assert cheaper.left == pytest.approx(2.0)
    assert not cheaper.holds
    assert independent_learning.own_regret(players=1, arms=5, rounds=20).holds


def test_drift_is_towards_sharing():
    for players in (2, 4):
        assert independent_learning.regret_rises(players=players, arms=8).holds
    # one player alone learns the arm: the regret vanishes
    assert independent_learning.drift_regret(players=1, arms=8, time=50.0) < 1e-6
    assert not independent_learning.regret_rises(players=1, arms=8).holds


def test_drift_solves_its_equation():
    # K = 1 is the logistic equation: x = 1 / (1 + (N - 1) exp(-time))
    found = independent_learning.good_arm_chance(players=1, arms=8, time=2.0, steps=100000)
    assert found == pytest.approx(1 / (1 + 7 * np.exp(-2.0)), rel=1e-4)


def test_measured_regret_is_linear_in_the_horizon():
    horizon = 20000
    table = np.tile(independent_learning.one_good_arm(8), (horizon, 1))
    game = problem(given_losses(table), 2, horizon)
    streams = np.random.default_rng(1).spawn(20)
    regrets = [independent_exp3.simulate(game, generator=one).regret[0] for one in streams]
    assert np.mean(regrets) > 0.5 * horizon
    assert np.max(regrets) < horizon
