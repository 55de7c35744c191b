"""Figure 1's block is caught where the protocol differs."""

import pytest

from bandit_replications.papers.multiplayer.algorithms import (
    coordinate_and_play_literal,
    coordinator,
    follower,
)
from bandit_replications.papers.multiplayer.theory.block_trace import figure_1

SIZES = {"players": 3, "arms": 5}


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
def test_other_protocols_are_caught(monkeypatch, altered, module, name, old, new, broken):
    monkeypatch.setattr(coordinate_and_play_literal, name, getattr(altered(module, old, new), name))
    checks = figure_1(**SIZES, blocks=20)
    for check, fails in zip(checks, broken, strict=True):
        if fails is not None:
            assert check.holds != fails, check.step
