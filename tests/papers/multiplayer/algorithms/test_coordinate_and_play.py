import numpy as np
import pytest

from bandit_replications.papers.multiplayer.algorithms import coordinate_and_play
from bandit_replications.papers.multiplayer.catalogue import COORDINATED, ENTRIES
from bandit_replications.papers.multiplayer.environments.losses import (
    bernoulli_losses,
    given_losses,
)
from bandit_replications.playing.catalogue import modules
from support.multiplayer_games import problem

ALGORITHMS = modules(ENTRIES)


@pytest.mark.parametrize("name", COORDINATED)
def test_a_long_game_without_luck(name):
    # arms with certain losses: the four best ones cost nothing, and the team finds them
    losses = given_losses(np.tile([1.0] * 4 + [0.0] * 4, (60000, 1)))
    run = ALGORITHMS[name].simulate(
        problem(losses, 4, 30000, 60000),
        generator=np.random.default_rng(4),
        options=ALGORITHMS[name].Options(ranking_rounds=200),
    )
    assert run.arm_losses[1].tolist() == [60000.0] * 4 + [0.0] * 4
    assert run.regret[1] == run.player_losses[1]
    # in the second half the team has learnt: what is lost is coordination and, as printed
    # without quiet, players misled
    assert run.regret[1] - run.regret[0] < run.regret[0]
    assert run.regret[1] < 0.5 * 4 * 60000


def test_quiet_rounds_and_collisions_of_a_block():
    # each follower meets the coordinator once a block, and is quiet in K - 2 sub-blocks of N
    run = coordinate_and_play.simulate(
        problem(bernoulli_losses([0.3] * 8), 4, 200, 200 + 40 * 50),
        generator=np.random.default_rng(5),
        options=coordinate_and_play.Options(ranking_rounds=200, block_length=50),
    )
    assert run.collisions[1] - run.collisions[0] == 40 * 2 * 3
    assert run.quiet[1] == 40 * 3 * 2 * 8


@pytest.mark.parametrize(
    ("option", "value", "allowed"),
    [
        ("block_length", 24, "at least 25"),
        ("block_length", 1001, "at most the horizon"),
        ("ranking_rounds", 1001, "at most the horizon"),
    ],
)
@pytest.mark.parametrize("name", COORDINATED)
def test_what_does_not_fit_the_game_is_refused(name, option, value, allowed):
    module, game = ALGORITHMS[name], problem(bernoulli_losses([0.1] * 8), 4, 1000)
    options = module.Options(**{option: value})
    for simulate in (module.simulate, module.simulate_literal):
        with pytest.raises(ValueError, match=f"{option}: {value}; allowed: {allowed}"):
            simulate(game, generator=np.random.default_rng(0), options=options)
