import pytest

from bandit_replications.bandits.streams import generator
from bandit_replications.papers.multiplayer.algorithms import (
    coordinate_and_play,
    coordinator,
    follower,
)
from bandit_replications.papers.multiplayer.environments.losses import bernoulli_losses
from bandit_replications.papers.multiplayer.theory import coordinate_phase
from support.multiplayer_games import problem


def test_zero_losses_cost_whole_runs_the_same():
    game = problem(bernoulli_losses([0.0] * 8), 4, 2000)
    options = coordinate_and_play.Options(block_length=100, ranking_rounds=100)
    run = coordinate_and_play.simulate(game, generator=generator(1, "zero"), options=options)
    blocks, least = (2000 - 100) // 100, 3 * (2 * 8 + 2)
    assert run.regret[-1] % 1 == 0
    assert blocks * least <= run.regret[-1] <= blocks * least + 4 * 100


@pytest.mark.parametrize(
    ("module", "name", "old", "new", "broken"),
    [
        # a follower who moves on after the collision
        (follower, "follow", "found = tried", "found = (tried + 1) % arms", (True, True)),
        # a coordinator who never leaves a follower's arm
        (coordinator, "coordinate", "met = met or collided", "met = False", (True, False)),
        # a follower who does not wait quietly
        (follower, "follow", 'None if waiting == "quiet" else 0', "0", (True, None)),
    ],
)
def test_other_protocols_are_no_figure_1(monkeypatch, altered, module, name, old, new, broken):
    monkeypatch.setattr(coordinate_phase, name, getattr(altered(module, old, new), name))
    checks = coordinate_phase.figure_1(players=3, arms=5)
    for check, fails in zip(checks, broken, strict=True):
        if fails is not None:
            assert check.holds != fails, check.step
