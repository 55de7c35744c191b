import numpy as np

from bandit_replications.papers.multiplayer.algorithms import k_metaplayer
from bandit_replications.papers.multiplayer.environments.losses import bernoulli_losses
from bandit_replications.papers.multiplayer.theory import bounds
from support.multiplayer_games import problem


def test_regret_grows_slower_than_the_rounds_and_stays_below_lemma_3_1():
    horizon = 20000
    game = problem(bernoulli_losses([0.2] * 2 + [0.5] * 4), 2, horizon // 2, horizon)
    regret = [
        k_metaplayer.simulate(game, generator=stream).regret
        for stream in np.random.default_rng(2).spawn(20)
    ]
    first, last = np.mean(regret, axis=0)
    assert 0 < last < bounds.lemma_3_1_regret(players=2, arms=6, horizon=horizon)
    assert last - first < 0.8 * first
