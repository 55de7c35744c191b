"""Figure 1's block: counted over blocks that were played, and caught where the protocol differs."""

import numpy as np
import pytest

from bandit_replications.papers.multiplayer.algorithms import coordinator, follower
from bandit_replications.papers.multiplayer.theory.block_trace import block_trace, figure_1

SIZES = {"players": 3, "arms": 5}


def trace(seed):
    return block_trace(**SIZES, rounds=12, stream=np.random.default_rng(seed))


def test_a_block_follows_algorithms_2_and_3():
    for seed in range(20):
        choices, collided = trace(seed)
        own, *arms = choices[-1]
        for number, arm in enumerate(arms, start=1):
            sub_block = slice((number - 1) * 5, number * 5)
            tried = choices[sub_block, number]
            assert list(tried[: arm + 1]) == list(range(arm + 1))
            assert (tried[arm:] == arm).all()
            waiting = choices[sub_block, 0]
            assert (waiting[: arm + 1] == arm).all()
            assert (waiting[arm + 1 :] == own).all()
            assert list(np.flatnonzero(collided[sub_block, 0])) == [arm]
            assert (choices[sub_block, 3 - number] == -1).all()
        assert len({own, *arms}) == 3


def test_figure_1_holds():
    assert all(check.holds for check in figure_1(**SIZES, blocks=20))


@pytest.mark.parametrize(
    ("module", "name", "old", "new", "broken"),
    [
        # a follower who moves on after the collision
        (follower, "follow", "found = step", "found = (step + 1) % arms", (True, True)),
        # a coordinator who never leaves a follower's arm
        (coordinator, "coordinate", "met = met or collided", "met = False", (True, False)),
        # a follower who does not wait quietly
        (
            follower,
            "follow",
            'None if waiting == "quiet" else 0',
            "0",
            (True, None),
        ),
    ],
)
def test_other_protocols_are_caught(monkeypatch, altered, module, name, old, new, broken):
    from bandit_replications.papers.multiplayer.algorithms import (
        coordinate_and_play_literal as literal,
    )

    monkeypatch.setattr(literal, name, getattr(altered(module, old, new), name))
    checks = figure_1(**SIZES, blocks=20)
    for check, fails in zip(checks, broken, strict=True):
        if fails is not None:
            assert check.holds != fails, check.step
