import math

import numpy as np
import pytest

from bandit_replications.papers.multiplayer.algorithms import k_metaplayer
from bandit_replications.papers.multiplayer.environments.losses import given_losses
from bandit_replications.papers.multiplayer.theory import exact_regret
from support.multiplayer_games import problem


def test_exact_regret_is_the_mean_of_simulated_ones():
    table = exact_regret.reversed_order(rounds=9, arms=3)
    exact = exact_regret.expected_regret(table, players=2, learning_rate=1.5)
    game, options = problem(given_losses(table), 2, 9), k_metaplayer.Options(learning_rate=1.5)
    streams = np.random.default_rng(1).spawn(3000)
    simulated = np.array(
        [k_metaplayer.simulate(game, generator=one, options=options).regret[0] for one in streams]
    )
    error = simulated.std() / np.sqrt(simulated.size)
    assert abs(simulated.mean() - exact) < 3.9 * error  # false-alarm rate 1e-4
    assert error < 0.03  # half the learning rate moves the regret by 0.31


def test_exact_regret_with_chances_below_the_least_double():
    table = exact_regret.good_arms(rounds=6, arms=3, players=1)
    value = exact_regret.expected_regret(table, players=1, learning_rate=2000.0)
    # a bad arm is never tried again: with 2 left the next loss comes with probability 2/3, then 1/2
    first = 1 - (1 / 3) ** 6
    second = first - math.fsum(
        (1 / 3) ** (k - 1) * (2 / 3) * (1 / 2) ** (6 - k) for k in range(1, 7)
    )
    assert value == pytest.approx(first + second)


def test_one_bad_arm_is_the_same_by_courses():
    for players, rounds in ((1, 12), (2, 9)):
        table = exact_regret.good_arms(rounds=rounds, arms=players + 1, players=players)
        exact = exact_regret.expected_regret(table, players=players, learning_rate=0.3)
        found = exact_regret.one_bad_arm_regret(players=players, horizon=rounds, learning_rate=0.3)
        assert found == pytest.approx(exact)


def test_exact_regret_refuses_long_sequences():
    with pytest.raises(ValueError, match="30 rounds"):
        exact_regret.expected_losses(np.zeros((30, 3)), players=1, learning_rate=0.1)
