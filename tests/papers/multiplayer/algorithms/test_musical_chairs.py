from types import SimpleNamespace

import numpy as np
from scipy import stats

from bandit_replications.papers.multiplayer.algorithms import musical_chairs, musical_chairs_kernels
from bandit_replications.papers.multiplayer.environments.losses import given_losses
from support.multiplayer_games import problem
from support.two_samples import ALPHA


def test_best_arms_put_unseen_ones_last_and_the_first_of_equals_first():
    counts, sums = [[0, 2, 1, 4, 0]] * 4, [[0.0, 1.0, 0.9, 2.0, 0.0]] * 4
    samples = musical_chairs_kernels.Samples(np.array(counts), np.array(sums))
    backwards = SimpleNamespace(permutation=lambda arms: np.arange(arms)[::-1])
    assert musical_chairs.candidates(samples, random=None).tolist() == [[1, 3, 2, 0]] * 4
    assert musical_chairs.candidates(samples, random=backwards).tolist() == [[3, 1, 2, 4]] * 4
    rewards = [[], [0.0, 1.0], [0.1], [0.5] * 4, []]
    assert musical_chairs.best_arms(rewards, 4, [0, 1, 2, 3, 4]) == [1, 3, 2, 0]
    assert musical_chairs.best_arms(rewards, 4, [4, 3, 2, 1, 0]) == [3, 1, 2, 4]


def test_chairs_of_two_players_are_found_with_probability_one_half():
    # both know the arms 0 and 1; a round of chairs separates them with probability 1/2, and each
    # round before costs two collisions
    table = np.tile([0.0, 0.1, 0.9, 1.0], (460, 1))
    rounds = []
    for stream in np.random.default_rng(10).spawn(1500):
        run = musical_chairs.simulate(
            problem(given_losses(table), 2, 400, 460),
            generator=stream,
            options=musical_chairs.Options(exploration_rounds=400),
        )
        rounds.append((run.collisions[1] - run.collisions[0]) / 2)
    counts = np.bincount(np.minimum(rounds, 6).astype(int), minlength=7)
    law = [0.5**n for n in range(1, 7)] + [0.5**6]
    assert stats.chisquare(counts, 1500 * np.array(law)).pvalue > ALPHA
