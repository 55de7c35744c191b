import numpy as np
import pytest

from bandit_replications.papers.multiplayer.algorithms import independent_exp3
from bandit_replications.papers.multiplayer.environments.game import play_game, play_together
from bandit_replications.papers.multiplayer.environments.losses import given_losses
from bandit_replications.papers.multiplayer.environments.problems import MultiplayerProblem
from bandit_replications.papers.multiplayer.theory import independent_learning


def played(arms):
    """Return the team's regret and the first player's loss if each player stays on its arm."""
    losses = given_losses(np.tile(independent_learning.one_good_arm(5), (20, 1)))
    problem = MultiplayerProblem(losses=losses, players=len(arms), horizon=20)
    own = []

    def stay(number):
        while True:
            feedback = yield arms[number]
            if number == 0:
                own.append(feedback[1])

    team = play_together(stay(number) for number in range(len(arms)))
    run = play_game(team, problem, generator=np.random.default_rng(0))
    return run.regret[0], sum(own)


def test_the_game_itself_says_so():
    team, own = played([0, 0, 0])
    assert team == independent_learning.team_regret(players=3, arms=5, rounds=20).left == 20
    for deviation in range(1, 5):
        assert played([deviation, 0, 0])[1] == own
    assert independent_learning.own_regret(players=3, arms=5, rounds=20).holds
    assert independent_learning.team_regret(players=3, arms=5, rounds=20).holds


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


@pytest.mark.parametrize("horizon", [10000, 40000])
def test_measured_regret_is_linear_in_the_horizon(horizon):
    table = np.tile(independent_learning.one_good_arm(8), (horizon, 1))
    regrets = [
        independent_exp3.simulate(
            MultiplayerProblem(losses=given_losses(table), players=2, horizon=horizon),
            generator=stream,
        ).regret[0]
        for stream in np.random.default_rng(1).spawn(20)
    ]
    assert np.mean(regrets) > 0.5 * horizon
    assert np.max(regrets) < horizon
