import pytest

from bandit_replications.papers.multiplayer.theory import staying_quiet


@pytest.mark.parametrize(
    ("players", "arms", "wrong"),
    [
        (2, 4, [3, 0, 1, 2]),
        (3, 4, [12, 8, 8, 8]),
        (3, 5, [24, 18, 18, 18, 18]),
        (4, 5, [72, 54, 54, 54, 54]),
    ],
)
def test_as_printed_followers_are_misled_by_first_try(players, arms, wrong):
    checks = staying_quiet.order_of_tries(players=players, arms=arms)
    assert [check.left for check in checks] == wrong
    # from arm 1 on it is what the players of the literal game do
    literal = staying_quiet.followers_misled(players=players, arms=arms)
    assert (literal.left, literal.holds) == (wrong[0], False)
    # a coordinator who stays for the whole sub-block misleads nobody
    stays = staying_quiet.followers_misled(players=players, arms=arms, waiting="first-arm-stays")
    assert stays.holds
