import itertools

import numpy as np
import pytest

from bandit_replications.papers.multiplayer.environments.online_run import OnlineRun


def test_regret_is_against_the_best_set_of_distinct_arms():
    rng = np.random.default_rng(5)
    arm_losses = np.cumsum(rng.random((20, 6)), axis=0)
    player_losses = 3 * np.arange(20.0)
    zeros = np.zeros(20, dtype=np.int64)
    run = OnlineRun(
        players=3, player_losses=player_losses, arm_losses=arm_losses, collisions=zeros, quiet=zeros
    )
    sets = [list(chosen) for chosen in itertools.combinations(range(6), 3)]
    best = np.min([arm_losses[:, chosen].sum(axis=1) for chosen in sets], axis=0)
    assert run.regret == pytest.approx(player_losses - best)
