import math

import numpy as np
import pytest
from scipy import stats

from bandit_replications.papers.multiplayer.algorithms import independent_exp3
from bandit_replications.papers.multiplayer.environments.losses import given_losses
from support.multiplayer_games import problem
from support.two_samples import ALPHA


@pytest.mark.parametrize("simulate", ["simulate", "simulate_literal"])
def test_the_second_draw_follows_the_estimate(simulate):
    # one player, losses (1, 0) twice: after the first arm, drawn with probability 1/2, its
    # estimate is 2, and it is drawn again with probability exp(-2 η) / (1 + exp(-2 η))
    rate = 0.8
    again = math.exp(-2 * rate) / (1 + math.exp(-2 * rate))
    law = np.array([[0.25, 0.25], [0.5 * (1 - again), 0.5 * again]])
    counts = np.zeros((2, 2))
    for stream in np.random.default_rng(16).spawn(1500):
        run = getattr(independent_exp3, simulate)(
            problem(given_losses([[1.0, 0.0]] * 3), 1, 1, 2, 3),
            generator=stream,
            options=independent_exp3.Options(learning_rate=rate),
        )
        first, both, _ = run.player_losses.astype(int)
        counts[first, both - first] += 1
    assert stats.chisquare(counts.ravel(), 1500 * law.ravel()).pvalue > ALPHA


def test_a_draw_rounded_up_to_the_whole_sum_is_the_last_arm_with_a_weight():
    class Certain:
        def random(self):
            return 1.0

    sums = np.cumsum([[0.25, 0.5, 0.0]], axis=1)
    assert independent_exp3._draw.py_func(sums, 0, Certain()) == 1
