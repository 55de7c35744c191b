import numpy as np
import pytest

from bandit_replications.papers.multiplayer.algorithms import coordinate_and_play
from bandit_replications.papers.multiplayer.environments.losses import bernoulli_losses
from bandit_replications.papers.multiplayer.environments.problems import MultiplayerProblem
from bandit_replications.papers.multiplayer.theory import failed_ranking


def test_a_game_without_any_rank_is_quiet():
    # one round of ranking in which all four meet: the literal players stay quiet for ever
    problem = MultiplayerProblem(
        losses=bernoulli_losses(failed_ranking.MEANS),
        players=4,
        horizon=121,
        checkpoints=[1, 121],
    )
    options = coordinate_and_play.Options(ranking_rounds=1, block_length=40)
    for seed in range(400):
        run = coordinate_and_play.simulate_literal(
            problem, generator=np.random.default_rng(seed), options=options
        )
        if run.collisions[0] == 4 and run.quiet[1] == 480:
            return
    pytest.fail("no such game in 400")
