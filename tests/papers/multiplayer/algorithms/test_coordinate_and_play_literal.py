import itertools

import numpy as np
import pytest

from bandit_replications.bandits.literal import drive
from bandit_replications.papers.multiplayer.algorithms import (
    coordinate_and_play_options,
    coordinator,
    round_robin_coordinator,
)
from bandit_replications.papers.multiplayer.algorithms.block_kernels import (
    Block,
    BlockSettings,
    new_round,
    play_block,
)
from bandit_replications.papers.multiplayer.algorithms.coordinate_and_play_literal import (
    player,
    simulate_literal,
)
from bandit_replications.papers.multiplayer.algorithms.follower import follow
from bandit_replications.papers.multiplayer.algorithms.whole_block_kernels import play_given_block
from bandit_replications.papers.multiplayer.environments.game import play_together
from bandit_replications.papers.multiplayer.environments.losses import given_losses
from bandit_replications.papers.multiplayer.environments.online_run_kernels import new_recorder
from support.multiplayer_games import problem

SIZES = {"arms": 5, "players": 3, "block_length": 14}
QUIET = None


def feedback(arms, losses):
    """Return the feedback of players on these arms: collision and loss."""
    collided = [arm is not QUIET and arms.count(arm) > 1 for arm in arms]
    return [
        (met, 1.0 if met or arm is QUIET else losses[arm])
        for arm, met in zip(arms, collided, strict=True)
    ]


def play_team(members, respond, rounds):
    """Return the arms of each round of separate players; `respond` gives their feedback."""
    return list(drive(play_together(members), respond, rounds=rounds))


@pytest.mark.parametrize("module", [coordinate_and_play_options, round_robin_coordinator])
def test_a_player_alone_with_its_feedback_plays_as_in_the_team(module):
    options = module.Options(ranking_rounds=30, block_length=14, learning_rate=0.3)
    table, told = np.random.default_rng(2).random((130, 5)), []

    def member(number, losses):
        stream = np.random.default_rng(1).spawn(3)[number]
        game = problem(given_losses(losses), 3, 130)
        return player(game, generator=stream, options=options)

    def respond(arms):
        told.append(feedback(arms, table[len(told)]))
        return told[-1]

    together = play_team([member(number, table) for number in range(3)], respond, 130)
    for number in range(3):
        # there are no others, and the losses that it could look up are wrong
        replay = iter([[all_feedback[number]] for all_feedback in told])
        alone = play_team(
            [member(number, np.zeros((130, 5)))], lambda _, replay=replay: next(replay), 130
        )
        assert [arm for (arm,) in alone] == [arms[number] for arms in together]


class Told(coordinator.Metaplayer):
    """A metaplayer with a given choice that keeps its lesson."""

    def __init__(self, chosen):
        super().__init__(arms=5, players=3, rate=0.1)
        self.chosen = chosen

    def choose(self, generator):
        return self.chosen

    def learn(self, arm, mean_loss):
        self.lesson = (arm, mean_loss)


def then_quiet(role):
    yield from role
    yield QUIET


def block(table, *, chosen=(1, 3, 0), waiting="quiet", tries="in-order", **reading):
    """Play one block of 3 players on arms 1, 3 and 0; return the arms and the lesson."""
    meta, stream = Told(list(chosen)), np.random.default_rng(0)
    sizes = {**SIZES, "waiting": waiting, "generator": stream}
    lead = coordinator.coordinate(meta, **sizes, **reading)
    roles = [lead, *(follow(rank, **sizes, tries=tries) for rank in (1, 2))]
    losses = iter(table)
    played = play_team(
        [then_quiet(role) for role in roles], lambda arms: feedback(arms, next(losses)), 15
    )
    return played[:14], meta.lesson


def test_a_block_is_as_in_the_text():
    played, lesson = block(np.tile([0.1, 0.2, 0.3, 0.4, 0.5], (14, 1)))
    assert played == [
        (3, 0, QUIET),
        (3, 1, QUIET),
        (3, 2, QUIET),
        (3, 3, QUIET),  # the first follower meets the coordinator
        (1, 3, QUIET),
        (0, QUIET, 0),  # so does the second, at once
        (1, QUIET, 0),
        (1, QUIET, 0),
        (1, QUIET, 0),
        (1, QUIET, 0),
        (1, 3, 0),
        (1, 3, 0),
        (1, 3, 0),
        (1, 3, 0),
    ]
    # on her own arm in 1 + 4 rounds of Coordinate and 4 of Play, over 14
    assert lesson == (1, pytest.approx(9 * 0.2 / 14))


def test_the_estimate_of_play_rounds_is_their_mean():
    table = np.random.default_rng(3).random((14, 5))
    own = [4, 6, 7, 8, 9, 10, 11, 12, 13]
    assert block(table)[1] == (1, pytest.approx(table[own, 1].sum() / 14))
    assert block(table, estimate="play-rounds")[1] == (1, pytest.approx(table[10:, 1].mean()))


READINGS = list(
    itertools.product(
        ("as-printed", "play-rounds"),
        ("zero", "one"),
        ("quiet", "first-arm", "first-arm-repaired", "first-arm-stays"),
        ("in-order", "random-start"),
    )
)


@pytest.mark.parametrize(("estimate", "collided", "waiting", "tries"), READINGS)
def test_a_fast_block_teaches_what_a_literal_one_does(estimate, collided, waiting, tries):
    table = np.random.default_rng(4).random((14, 5))
    settings = BlockSettings(
        block_length=14,
        rate=0.0,
        exploration=0.0,
        fails_after=100,
        uniform_unranked=False,
        from_play=estimate == "play-rounds",
        collided_loss=float(collided == "one"),
        random_start=tries == "random-start",
        round_robin=False,
        waits_on_first_arm=waiting != "quiet",
        stays_on_first_arm=waiting == "first-arm-repaired",
        stays_throughout=waiting == "first-arm-stays",
    )
    reading = {"estimate": estimate, "collided_rounds": collided}
    for chosen in itertools.permutations(range(5), 3):
        played, (_, lesson) = block(table, chosen=chosen, waiting=waiting, tries=tries, **reading)
        arms = Block(np.arange(3), np.array(chosen), np.empty(3, dtype=np.int64))
        recorder = new_recorder(problem(given_losses(table), 3, 14))
        found = play_block(
            given_losses(table), settings, arms, new_round(3, 5), recorder, np.random.default_rng(0)
        )
        assert found == pytest.approx(lesson)
        assert tuple(arms.found) == played[-1]
        if waiting == "quiet" and tries == "in-order":
            whole = new_recorder(problem(given_losses(table), 3, 14))
            lesson = play_given_block(given_losses(table), settings, np.array(chosen), whole)
            assert lesson == pytest.approx(found)


@pytest.mark.parametrize(("unranked", "quiet"), [("quiet", 3 * 56), ("uniform", 0)])
def test_unranked_players_do_as_the_option_says(unranked, quiet):
    options = coordinate_and_play_options.Options(
        ranking_rounds=1, block_length=14, unranked=unranked
    )
    game = problem(given_losses(np.zeros((60, 5))), 3, 1, 57)
    streams = [np.random.default_rng(seed) for seed in range(30)]
    runs = [simulate_literal(game, generator=one, options=options) for one in streams]
    unlucky = [run for run in runs if run.collisions[0] == 3]
    assert unlucky
    assert all(run.quiet[1] == quiet for run in unlucky)


def test_metaplayer_is_algorithm_1():
    meta = coordinator.Metaplayer(arms=4, players=2, rate=0.5)
    meta.learn(1, 0.6)  # probability 1/2 of each arm: 2 * 0.6 / 0.5
    assert meta.estimates.tolist() == [0.0, pytest.approx(2.4), 0.0, 0.0]
    weights = {subset: np.exp(-1.2 if 1 in subset else 0.0) for subset in meta.subsets}
    total = sum(weights.values())
    assert meta.probabilities() == pytest.approx([weights[s] / total for s in meta.subsets])
