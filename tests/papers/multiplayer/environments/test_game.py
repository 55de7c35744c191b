import numpy as np
import pytest

from bandit_replications.papers.multiplayer.environments.game import play_game, play_together
from bandit_replications.papers.multiplayer.environments.losses import given_losses
from support.multiplayer_games import problem


def scripted(arms, seen):
    """Play given arms and keep the feedback."""
    for arm in arms:
        seen.append((yield arm))


def test_the_game_of_section_2():
    table = np.array([[0.1, 0.2, 0.3], [0.4, 0.5, 0.6], [0.7, 0.8, 0.9], [0.5, 0.5, 0.5]])
    seen = [], []
    team = play_together([scripted([0, 1, None, 0], seen[0]), scripted([0, 2, 1, 1], seen[1])])
    game = problem(given_losses(table), 2, 1, 2, 3, 4)
    run = play_game(team, game, generator=np.random.default_rng(0))
    assert seen[0] == [(True, 1.0), (False, 0.5), (False, 1.0)]
    assert seen[1] == [(True, 1.0), (False, 0.6), (False, 0.8)]
    assert run.collisions.tolist() == [2, 2, 2, 2]
    assert run.quiet.tolist() == [0, 0, 1, 1]
    assert run.player_losses == pytest.approx([2.0, 3.1, 4.9, 5.9])
    assert run.arm_losses == pytest.approx(np.cumsum(table, axis=0))
    # the two best arms of [t] are 1 and 2: 0.3, 1.2, 2.7, 3.7
    assert run.regret == pytest.approx([1.7, 1.9, 2.2, 2.2])
