import pytest

from bandit_replications.papers.multiplayer.algorithms import coordinator, follower
from bandit_replications.papers.multiplayer.theory import coordinate_phase

SMALL = [(2, 3), (3, 4), (4, 5)]


@pytest.mark.parametrize(("players", "arms"), SMALL)
def test_the_protocol_works_for_all_choices(players, arms):
    sizes = {"players": players, "arms": arms}
    assert coordinate_phase.everyone_finds_the_arm(**sizes).holds
    trials = coordinate_phase.most_trials(**sizes)
    assert trials.holds
    assert trials.left == arms
    assert all(check.holds for check in coordinate_phase.certain_losses(**sizes))


def test_a_block_by_hand():
    block = coordinate_phase.played_block((1, 2, 0), arms=3)
    quiet = coordinate_phase.QUIET
    assert block.tolist() == [
        [2, 0, quiet],
        [2, 1, quiet],
        [2, 2, quiet],
        [0, quiet, 0],
        [1, quiet, 0],
        [1, quiet, 0],
        [1, 2, 0],
        [1, 2, 0],
    ]


@pytest.mark.parametrize(
    ("module", "old", "new"),
    [
        (coordinator, "met = met or collided", "met = True"),
        (follower, "found = step", "found = step + 1"),
        (follower, "if follower != rank:", "if follower == 1:"),
    ],
)
def test_altered_roles_mislead(altered, monkeypatch, module, old, new):
    mutant = altered(module, old, new)
    name = "coordinate" if module is coordinator else "follow"
    monkeypatch.setattr(coordinate_phase, name, getattr(mutant, name))
    assert coordinate_phase.misled(players=3, arms=4) > 0


def test_blocks_and_what_is_left():
    assert coordinate_phase.remaining_rounds(players=4, arms=8, horizon=240000).holds
    printed = coordinate_phase.blocks_fit(horizon=239855, ranking_rounds=20)
    assert (printed.left, printed.right, printed.holds) == (239875, 239855, False)
    assert coordinate_phase.blocks_fit(horizon=239855, ranking_rounds=20, counted=True).holds
    over = coordinate_phase.horizons_that_overrun()
    assert (over.left, over.holds) == (103, False)


def test_short_games_have_no_room_for_the_phase():
    assert not coordinate_phase.block_holds_phase(horizon=200).holds
    assert not any(coordinate_phase.block_holds_phase(horizon=T).holds for T in range(9, 239))
    later = range(239, 5000)
    assert all(coordinate_phase.block_holds_phase(horizon=T).holds for T in later)
