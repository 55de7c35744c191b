import math

import pytest

from bandit_replications.papers.multiplayer.theory import ranking


def test_constant_e_is_nearly_tight():
    assert ranking.nearest_constant_e().left / math.exp(-1) < 1.001


def test_theorem_4_1_ranks_longer_than_needed():
    check = ranking.rounds_over_needed(players=4, horizon=240000)
    assert (round(check.left, 2), check.right) == (134.70, 41.0)


def test_the_experiments_rank_too_briefly():
    section_5 = ranking.failure_in_experiments()
    assert not section_5.holds
    assert section_5.left == pytest.approx(0.00555081, rel=1e-5)
    appendix = ranking.failure_in_experiments(rounds=25, horizon=100000)
    assert not appendix.holds
    expected = ranking.failed_rankings_expected(runs=39030, rounds=25)
    assert expected.left == pytest.approx(51.41, abs=0.01)
    assert not expected.holds
    assert ranking.failed_rankings_expected(runs=30, rounds=20).holds


def test_slack_is_that_of_the_last_player():
    # K = 2: both collide or both get a rank, with probability 1/2; K > 2: 1 - 1/K, the last one's
    for players in (2, 3, 4, 8, 16):
        decay = 1 - 1 / players
        ratio = [ranking.failure_probability(players=players, ranking_rounds=t) for t in (400, 401)]
        assert ratio[1] / ratio[0] == pytest.approx(decay, rel=1e-6)
        slack = -players * math.e * math.log(decay)
        assert ranking.slack(players=players) == pytest.approx(slack)


def test_ranks_are_distinct():
    assert ranking.ranks_are_distinct(players=2, rounds=3).holds
    assert ranking.ranks_are_distinct(players=3, rounds=2).holds


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("arms.count(arm) == 1 else rank", "arms.count(arm) <= 2 else rank"),
        ("choices[first + k] if rank is None else rank", "choices[first + k]"),
    ],
)
def test_altered_rules_give_a_rank_twice(altered, old, new):
    mutant = altered(ranking, old, new)
    assert not mutant.ranks_are_distinct(players=3, rounds=2).holds


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
            "int(theorem_ranking_rounds",
            "int(0.1 * theorem_ranking_rounds",
            lambda mutant: mutant.nearest_failure_at_theorem_rounds(),
        ),
        (", 1 / math.e)", ", 0.37)", lambda mutant: mutant.nearest_constant_e()),
    ],
)
def test_altered_steps_fail(altered, old, new, call):
    assert not call(altered(ranking, old, new)).holds
