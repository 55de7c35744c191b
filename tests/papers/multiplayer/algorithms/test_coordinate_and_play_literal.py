import gc
import types

import numpy as np
import pytest

from bandit_replications.papers.multiplayer.algorithms import coordinator
from bandit_replications.papers.multiplayer.algorithms.coordinate_and_play_literal import (
    Epoch,
    Member,
    play,
    simulate_players,
)
from bandit_replications.papers.multiplayer.algorithms.follower import follow
from bandit_replications.papers.multiplayer.environments.losses import Losses, given_losses

SIZES = {"arms": 5, "players": 3, "block_length": 14}
SHARED = (types.ModuleType, types.FunctionType, types.CodeType, types.BuiltinFunctionType, type)


def members(**changed):
    arguments = {
        "arms": 5,
        "players": 3,
        "ranking_rounds": 30,
        "epochs": (Epoch(100, 14, 0.3),),
        "waiting": "quiet",
        "estimate": "as-printed",
        "unranked": "quiet",
        "in_turn": False,
        **changed,
    }
    streams = np.random.default_rng(1).spawn(3)
    return [Member(play(**arguments, generator=stream)) for stream in streams]


def reachable(member):
    """Every object that a player can get at, functions and modules aside."""
    found, todo = {}, [member]
    while todo:
        one = todo.pop()
        if id(one) in found or isinstance(one, SHARED):
            continue
        found[id(one)] = one
        if isinstance(one, types.GeneratorType):
            todo += [one.gi_yieldfrom, *one.gi_frame.f_locals.values()] if one.gi_frame else []
        elif not isinstance(one, types.FrameType):
            todo += gc.get_referents(one)
    return found


def play_some_rounds(team, rounds):
    rng = np.random.default_rng(2)
    for _ in range(rounds):
        arms = [member.choose() for member in team]
        for member, arm in zip(team, arms, strict=True):
            collided = arm is not None and arms.count(arm) > 1
            member.observe(collided, 1.0 if collided or arm is None else float(rng.random()))


MUTABLE = (Member, types.GeneratorType, coordinator.Metaplayer, np.random.Generator)
MUTABLE += (np.ndarray, list, set, Losses)


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


@pytest.mark.parametrize("in_turn", [False, True])
def test_players_hold_no_reference_to_one_another(in_turn):
    team = members(in_turn=in_turn)
    play_some_rounds(team, 60)
    kinds = {type(one) for one in reachable(team[0]).values()}
    assert {Member, types.GeneratorType, coordinator.Metaplayer} <= kinds
    assert shared_by_two(team) == []
    team[0].friend = team[1]
    assert shared_by_two(team)


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
    losses = given_losses(np.zeros((4000, 5)))
    run = simulate_players(
        losses=losses,
        players=3,
        checkpoints=np.array([44, 4000]),
        generator=np.random.default_rng(4),
        ranking_rounds=30,
        epochs=(Epoch(14, 14, 0.3),),
    )
    # nobody is quiet any more, and a player collides with probability 1 - (4/5)^2 = 0.36
    assert run.quiet[1] == run.quiet[0]
    share = (run.collisions[1] - run.collisions[0]) / (3 * 3956)
    assert share == pytest.approx(0.36, abs=0.02)


def test_unranked_players_do_as_told():
    losses = given_losses(np.zeros((60, 5)))
    arguments = {
        "losses": losses,
        "players": 3,
        "checkpoints": np.array([1, 57]),
        "ranking_rounds": 1,
        "epochs": (Epoch(56, 14, 0.3),),
    }
    runs = {
        unranked: [
            simulate_players(**arguments, unranked=unranked, generator=np.random.default_rng(seed))
            for seed in range(30)
        ]
        for unranked in ("quiet", "uniform")
    }
    all_collided = [run for run in runs["quiet"] if run.collisions[0] == 3]
    assert all_collided
    assert all(run.quiet[1] == 3 * 56 for run in all_collided)
    uniform = [run for run in runs["uniform"] if run.collisions[0] == 3]
    assert all(run.quiet[1] == 0 for run in uniform)


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
