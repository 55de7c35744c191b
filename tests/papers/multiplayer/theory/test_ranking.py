import math

import pytest

from bandit_replications.papers.multiplayer.theory import ranking


def test_constant_e_is_nearly_tight():
    assert ranking.nearest_constant_e().left / math.exp(-1) < 1.001


def test_slack_is_that_of_the_last_player():
    # K = 2: both collide or both get a rank, with probability 1/2; K > 2: 1 - 1/K, the last one's
    for players in (2, 3, 4, 8, 16):
        decay = 1 - 1 / players
        ratio = [ranking.failure_probability(players=players, ranking_rounds=t) for t in (400, 401)]
        assert ratio[1] / ratio[0] == pytest.approx(decay, rel=1e-6)
        slack = -players * math.e * math.log(decay)
        assert ranking.slack(players=players) == pytest.approx(slack)


@pytest.mark.parametrize(
    ("old", "new", "call"),
    [
        (
            "u / players * (1 - 1 / players) ** (u - 1)",
            "u / players * (1 - 1 / players) ** u",
            lambda mutant: mutant.seat_probability(players=3)[1],
        ),
        (
            "mean / players,",
            "mean,",
            lambda mutant: mutant.nearest_over_rounds(mutant.one_player_unranked),
        ),
        (
            "failure_bound(players=players, ranking_rounds=ranking_rounds)",
            "0.01 * failure_bound(players=players, ranking_rounds=ranking_rounds)",
            lambda mutant: mutant.nearest_over_rounds(mutant.union_bound),
        ),
        (
            "arms.count(arm) == 1 else rank",
            "arms.count(arm) <= 2 else rank",
            lambda mutant: mutant.ranks_are_distinct(players=3, rounds=2),
        ),
        (
            "int(theorem_ranking_rounds",
            "int(0.1 * theorem_ranking_rounds",
            lambda mutant: mutant.nearest_failure_at_theorem_rounds(),
        ),
        (", 1 / math.e)", ", 0.37)", lambda mutant: mutant.nearest_constant_e()),
    ],
)
def test_altered_steps_fail(altered, old, new, call):
    assert not call(altered(ranking, old, new)).holds
