import math

import pytest

from bandit_replications.papers.multiplayer.algorithms import blocks


def test_theorem_4_1_at_the_papers_sizes():
    # K^2 N T = 16 * 8 * 240000, ln 8 = 2.0794: the cube root of 14 773 000 is 245.37
    length = blocks.theorem_block_length(players=4, arms=8, horizon=240000)
    assert length == 245
    assert abs(length**3 * math.log(8) / (16 * 8 * 240000) - 1) < 1.5 / 245
    rate = blocks.theorem_learning_rate(arms=8, horizon=240000, block_length=245)
    assert rate**2 * (240000 / 245) * 8 == pytest.approx(math.log(8))


def test_block_holds_the_coordinate_phase():
    assert blocks.coordinate_rounds(players=4, arms=8) == 24
    blocks.check_block_length(25, players=4, arms=8)
    with pytest.raises(ValueError, match="block_length: 24; allowed: at least 25"):
        blocks.check_block_length(24, players=4, arms=8)


@pytest.mark.parametrize(
    ("players", "arms", "horizon", "message"),
    [
        (8, 8, 100, "players: 8; allowed: from 1 to one fewer than the 8 arms"),
        (0, 8, 100, "players: 0"),
        (4, 8, 8, "horizon: 8; allowed: more than the number of arms, 8"),
    ],
)
def test_sizes_are_refused(players, arms, horizon, message):
    with pytest.raises(ValueError, match=message):
        blocks.check_sizes(players=players, arms=arms, horizon=horizon)
