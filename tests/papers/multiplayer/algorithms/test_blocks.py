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
