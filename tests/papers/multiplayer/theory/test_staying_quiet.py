import pytest

from bandit_replications.papers.multiplayer.theory import staying_quiet


@pytest.mark.parametrize(
    ("players", "arms", "wrong", "total"), [(2, 4, 3, 12), (3, 4, 12, 24), (4, 5, 72, 120)]
)
def test_as_printed_the_first_arm_misleads(players, arms, wrong, total):
    check = staying_quiet.followers_misled(players=players, arms=arms)
    assert (check.left, check.holds) == (wrong, False)
    # the choices in which arm 1 is a follower's: (K - 1) / N of them
    assert wrong / total == pytest.approx((players - 1) / arms)


@pytest.mark.parametrize(
    ("players", "arms", "wrong"),
    [
        (2, 4, [3, 0, 1, 2]),
        (3, 4, [12, 8, 8, 8]),
        (3, 5, [24, 18, 18, 18, 18]),
        (4, 5, [72, 54, 54, 54, 54]),
    ],
)
def test_from_three_players_on_every_first_try_misleads(players, arms, wrong):
    checks = staying_quiet.order_of_tries(players=players, arms=arms)
    assert [check.left for check in checks] == wrong
    # from arm 1 on it is what the players of the literal game do
    assert wrong[0] == staying_quiet.followers_misled(players=players, arms=arms).left


@pytest.mark.parametrize(("players", "arms"), [(2, 4), (3, 4), (3, 5), (4, 5)])
def test_the_repair_misleads_nobody(players, arms):
    check = staying_quiet.followers_misled(players=players, arms=arms, waiting="first-arm-repaired")
    assert check.holds


def test_what_the_rule_costs():
    short = {"horizon": 30000, "runs": 10}
    quiet, printed, repaired = (
        staying_quiet.mean_regret(rule=rule, **short)
        for rule in ("quiet", "as-printed", "repaired")
    )
    assert repaired < 1.25 * quiet
    assert printed > 1.5 * quiet
