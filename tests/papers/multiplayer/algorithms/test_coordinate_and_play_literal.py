import gc
import types

import numpy as np
import pytest
from pydantic import BaseModel

from bandit_replications.bandits.literal import drive
from bandit_replications.papers.multiplayer.algorithms import (
    coordinate_and_play_literal,
    coordinate_and_play_options,
    coordinator,
    round_robin_coordinator,
)
from bandit_replications.papers.multiplayer.algorithms.coordinate_and_play_literal import (
    player,
    simulate_literal,
)
from bandit_replications.papers.multiplayer.algorithms.follower import follow
from bandit_replications.papers.multiplayer.environments.losses import given_losses
from bandit_replications.papers.multiplayer.environments.problems import MultiplayerProblem

SIZES = {"arms": 5, "players": 3, "block_length": 14}
SHARED = (types.ModuleType, types.FunctionType, types.CodeType, types.BuiltinFunctionType, type)
SHARED += (MultiplayerProblem, BaseModel)  # what the game is, known to all


def game(losses, *checkpoints):
    return MultiplayerProblem(
        losses=losses, players=3, horizon=checkpoints[-1], checkpoints=checkpoints
    )


def members(module):
    problem = game(given_losses(np.full((130, 5), 0.5)), 130)
    options = module.Options(ranking_rounds=30, block_length=14, learning_rate=0.3)
    streams = np.random.default_rng(1).spawn(3)
    return [player(problem, generator=stream, options=options) for stream in streams]


def reachable(member):
    """Every object that a player can get at, functions and modules aside."""
    found, unvisited = {}, [member]
    while unvisited:
        one = unvisited.pop()
        if id(one) in found or isinstance(one, SHARED):
            continue
        found[id(one)] = one
        if isinstance(one, types.GeneratorType):
            unvisited += [one.gi_yieldfrom, *one.gi_frame.f_locals.values()] if one.gi_frame else []
        elif not isinstance(one, types.FrameType):
            unvisited += gc.get_referents(one)
    return found


def play_some_rounds(team, rounds):
    rng = np.random.default_rng(2)
    arms = [next(member) for member in team]
    for _ in range(rounds):
        collided = [arm is not None and arms.count(arm) > 1 for arm in arms]
        feedback = [
            (met, 1.0 if met or arm is None else float(rng.random()))
            for arm, met in zip(arms, collided, strict=True)
        ]
        arms = [member.send(own) for member, own in zip(team, feedback, strict=True)]


MUTABLE = (types.GeneratorType, coordinator.Metaplayer, np.random.Generator)
MUTABLE += (list, set)


def shared_by_two(team):
    """Objects through which one player could learn of another."""
    graphs = [reachable(member) for member in team]
    return [
        one
        for number, graph in enumerate(graphs)
        for other in graphs[:number]
        for one in (graph[key] for key in graph.keys() & other.keys())
        if isinstance(one, MUTABLE)
    ]


@pytest.mark.parametrize("module", [coordinate_and_play_literal, round_robin_coordinator])
def test_players_hold_no_reference_to_one_another(module):
    team = members(module)
    play_some_rounds(team, 60)
    kinds = {type(one) for one in reachable(team[0]).values()}
    assert {types.GeneratorType, coordinator.Metaplayer} <= kinds
    assert shared_by_two(team) == []
    next(
        one for one in reachable(team[0]).values() if type(one) is coordinator.Metaplayer
    ).friend = team[1]
    assert shared_by_two(team)


@pytest.mark.parametrize("module", [coordinate_and_play_literal, round_robin_coordinator])
def test_players_know_of_the_losses_only_what_they_are_sent(module):
    options = coordinate_and_play_options.Options(ranking_rounds=30, block_length=14)
    played = []
    for loss in (0.0, 1.0):
        team = module.play(
            game(given_losses(np.full((130, 5), loss)), 130),
            generator=np.random.default_rng(3),
            options=options,
        )
        feedback = np.random.default_rng(4)
        sent = lambda _, rng=feedback: [(bool(rng.random() < 0.2), rng.random())] * 3  # noqa: E731
        played.append(list(drive(team, sent, rounds=130)))
    assert played[0] == played[1]


# --- One block ------------------------------------------------------------------------------


class Told(coordinator.Metaplayer):
    """A metaplayer that chooses what it is told, and keeps what it is taught."""

    def __init__(self, chosen):
        super().__init__(arms=5, players=3, rate=0.1)
        self.chosen = chosen

    def choose(self, generator):
        return self.chosen

    def learn(self, arm, mean_loss):
        self.lesson = (arm, mean_loss)


def block(chosen, waiting="quiet", estimate="as-printed", table=None):
    """Play one block of 3 players on 5 arms; return what each did, and the metaplayer."""
    meta = Told(chosen)
    lead = coordinator.coordinate(
        meta, **SIZES, waiting=waiting, estimate=estimate, generator=np.random.default_rng(0)
    )
    roles = [lead, *(follow(rank, **SIZES, waiting=waiting) for rank in (1, 2))]
    table = np.tile([0.1, 0.2, 0.3, 0.4, 0.5], (14, 1)) if table is None else table
    arms = [next(role) for role in roles]
    played = []
    for t in range(14):
        played.append(tuple(arms))
        for number, role in enumerate(roles):
            arm = played[-1][number]
            collided = arm is not None and played[-1].count(arm) > 1
            loss = 1.0 if arm is None or collided else table[t, arm]
            try:
                arms[number] = role.send((collided, loss))
            except StopIteration:
                assert t == 13
    return played, meta


def test_a_block_is_as_in_the_text():
    played, meta = block([1, 3, 0])
    quiet = None
    assert played == [
        (3, 0, quiet),
        (3, 1, quiet),
        (3, 2, quiet),
        (3, 3, quiet),  # the first follower meets the coordinator
        (1, 3, quiet),
        (0, quiet, 0),  # so does the second, at once
        (1, quiet, 0),
        (1, quiet, 0),
        (1, quiet, 0),
        (1, quiet, 0),
        (1, 3, 0),
        (1, 3, 0),
        (1, 3, 0),
        (1, 3, 0),
    ]
    # on her own arm in 1 + 4 rounds of Coordinate and 4 of Play, over 14
    assert meta.lesson == (1, pytest.approx(9 * 0.2 / 14))


def test_the_estimate_of_play_rounds_is_their_mean():
    table = np.random.default_rng(3).random((14, 5))
    meta = block([1, 3, 0], estimate="play-rounds", table=table)[1]
    assert meta.lesson == (1, pytest.approx(table[10:, 1].mean()))
    printed = block([1, 3, 0], table=table)[1]
    own = [4, 6, 7, 8, 9, 10, 11, 12, 13]
    assert printed.lesson == (1, pytest.approx(table[own, 1].sum() / 14))


@pytest.mark.parametrize("chosen", [[1, 3, 2], [0, 3, 2], [4, 2, 1]])
@pytest.mark.parametrize("waiting", ["first-arm", "first-arm-repaired"])
def test_without_quiet_arms_other_than_the_first_are_found(chosen, waiting):
    played = block(chosen, waiting)[0]
    assert None not in [arm for arms in played for arm in arms]
    assert played[-1] == tuple(chosen)


def test_without_quiet_the_first_arm_needs_the_repair():
    # the coordinator meets the waiting follower on arm 0 at once, goes to her own arm 2, and
    # there the follower who looks for her takes it for his
    assert block([2, 0, 3], "first-arm")[0][-1] == (2, 2, 3)
    assert block([2, 0, 3], "first-arm-repaired")[0][-1] == (2, 0, 3)


# --- Whole games ----------------------------------------------------------------------------


def test_rounds_after_the_last_block_are_uniform():
    # one block after the ranking; the rest is shorter than a block
    options = coordinate_and_play_options.Options(ranking_rounds=30, block_length=2100)
    run = simulate_literal(
        game(given_losses(np.zeros((4200, 5))), 2130, 4200),
        generator=np.random.default_rng(4),
        options=options,
    )
    # no player is quiet any more, and one collides with probability 1 - (4/5)^2 = 0.36
    assert run.quiet[1] == run.quiet[0]
    share = (run.collisions[1] - run.collisions[0]) / (3 * 2070)
    assert share == pytest.approx(0.36, abs=0.03)


@pytest.mark.parametrize(("unranked", "quiet"), [("quiet", 3 * 56), ("uniform", 0)])
def test_unranked_players_do_as_the_option_says(unranked, quiet):
    options = coordinate_and_play_options.Options(
        ranking_rounds=1, block_length=14, unranked=unranked
    )
    problem = game(given_losses(np.zeros((60, 5))), 1, 57)
    streams = [np.random.default_rng(seed) for seed in range(30)]
    runs = [simulate_literal(problem, generator=one, options=options) for one in streams]
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
    rng = np.random.default_rng(5)
    chosen = np.array([meta.choose(rng) for _ in range(4000)])
    share = (chosen == 1).any(axis=1).mean()
    assert share == pytest.approx(3 * np.exp(-1.2) / total, abs=0.03)
    assert (chosen[:, 0] == 2).mean() == pytest.approx((chosen[:, 1] == 2).mean(), abs=0.03)
