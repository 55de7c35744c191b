import numpy as np
import pytest

from bandit_replications.papers.multiplayer.algorithms.coordinate_and_play_literal import (
    Epoch,
    simulate_players,
)
from bandit_replications.papers.multiplayer.environments.losses import bernoulli_losses
from bandit_replications.papers.multiplayer.theory import failed_ranking


def test_a_game_without_any_rank_is_quiet():
    # one round of ranking in which all four meet: the literal players stay quiet for ever
    for seed in range(400):
        run = simulate_players(
            losses=bernoulli_losses(failed_ranking.MEANS),
            players=4,
            checkpoints=np.array([1, 121]),
            generator=np.random.default_rng(seed),
            ranking_rounds=1,
            epochs=(Epoch(120, 40, 0.1),),
        )
        if run.collisions[0] == 4 and run.quiet[1] == 480:
            return
    pytest.fail("no such game in 400")
