import itertools

import numpy as np
import pytest

from bandit_replications.papers.multiplayer.environments.game import play_game
from bandit_replications.papers.multiplayer.environments.losses import (
    bernoulli_losses,
    given_losses,
)
from bandit_replications.papers.multiplayer.environments.online_run import (
    OnlineRun,
    check_multiplayer_run,
)


class Scripted:
    """A player that plays what it is told and keeps what it learns."""

    def __init__(self, arms):
        self.arms = iter(arms)
        self.seen = []

    def choose(self):
        return next(self.arms)

    def observe(self, collided, loss):
        self.seen.append((collided, loss))


def test_the_game_of_section_2():
    table = np.array([[0.1, 0.2, 0.3], [0.4, 0.5, 0.6], [0.7, 0.8, 0.9]])
    players = [Scripted([0, 1, None]), Scripted([0, 2, 1])]
    run = play_game(
        players,
        losses=given_losses(table),
        checkpoints=np.array([1, 2, 3]),
        generator=np.random.default_rng(0),
    )
    assert players[0].seen == [(True, 1.0), (False, 0.5), (False, 1.0)]
    assert players[1].seen == [(True, 1.0), (False, 0.6), (False, 0.8)]
    assert run.collisions.tolist() == [2, 2, 2]
    assert run.quiet.tolist() == [0, 0, 1]
    assert run.player_losses == pytest.approx([2.0, 3.1, 4.9])
    assert run.arm_losses == pytest.approx(np.cumsum(table, axis=0))
    # the two best arms of [t] are 1 and 2: 0.3, 1.2, 2.7
    assert run.regret == pytest.approx([1.7, 1.9, 2.2])


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


@pytest.mark.parametrize(
    ("changed", "error", "message"),
    [
        ({"players": 3}, ValueError, "players: 3"),
        ({"players": 1.0}, TypeError, "players"),
        ({"horizon": 2, "checkpoints": np.array([2])}, ValueError, "horizon: 2"),
        ({"horizon": True}, TypeError, "horizon"),
        ({"checkpoints": np.array([5])}, ValueError, "checkpoints"),
        ({"losses": given_losses(np.full((5, 3), 0.5))}, ValueError, "rounds of the losses, 5"),
    ],
)
def test_arguments_are_checked(changed, error, message):
    arguments = {
        "losses": bernoulli_losses([0.1, 0.2, 0.3]),
        "players": 2,
        "horizon": 10,
        "checkpoints": np.array([4, 10]),
    }
    assert check_multiplayer_run(**arguments).tolist() == [4, 10]
    with pytest.raises(error, match=message):
        check_multiplayer_run(**{**arguments, **changed})
