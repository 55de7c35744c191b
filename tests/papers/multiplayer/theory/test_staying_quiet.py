import pytest

from bandit_replications.papers.multiplayer.theory import staying_quiet


@pytest.mark.parametrize(("players", "arms"), [(2, 4), (3, 4), (3, 5), (4, 5)])
def test_misled_choices_are_those_of_the_literal_game(players, arms):
    first, *others = (
        check.left for check in staying_quiet.order_of_tries(players=players, arms=arms)
    )
    literal = staying_quiet.followers_misled(players=players, arms=arms)
    assert (literal.left, literal.holds) == (first, False)
    assert players == 2 or all(0 < other < first for other in others)
