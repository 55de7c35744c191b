import pytest

from bandit_replications.papers.multiplayer.figures.block import BLOCK
from support import multiplayer_results as synthetic


@pytest.fixture(scope="module")
def drawing(config):
    return BLOCK.plot({}, config)[""]


def test_rows_are_the_rounds_in_which_a_player_chose(drawing):
    data = drawing.data
    rounds = data.groupby("series")["x"].count()
    assert rounds["coordinator"] == 3 * 8 + 6
    for follower in (2, 3, 4):
        assert rounds[f"follower {follower}"] == 8 + 6
    play = data[data["x"] > 24]
    assert (play.groupby("x")["estimate"].nunique() == 4).all()


def test_numbers_in_the_picture_are_the_rows(drawing):
    below = drawing.figure.axes[1]
    shown = [(round(text.get_position()[0]), text.get_text()) for text in below.texts]
    expected = list(zip(drawing.data["x"].astype(int), drawing.data["estimate"], strict=True))
    assert sorted(shown) == sorted((x, f"{arm:.0f}") for x, arm in expected)
    rings = [text for text in below.texts if text.get_bbox_patch() is not None]
    assert len(rings) == 2 * 3  # each follower meets the coordinator once


def test_a_large_game_is_shown_by_a_small_one():
    many = {"name": "many", "means": [0.5] * 40}
    config = synthetic.load(online_regret={"scenarios": [many], "players": 20})
    assert BLOCK.plot({}, config)[""].data["series"].nunique() == 3
