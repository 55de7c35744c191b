import itertools
import math
from fractions import Fraction

import numpy as np
import pytest

from bandit_replications.papers.multiplayer.theory import ranking_probability as chain


def enumerated(unranked, players):
    """Law of the number seated in a round: all choices of u players; the first u arms are free."""
    counts = [0] * (unranked + 1)
    for choices in itertools.product(range(players), repeat=unranked):
        counts[sum(choices.count(arm) == 1 for arm in range(unranked))] += 1
    return [Fraction(count, players**unranked) for count in counts]


@pytest.mark.parametrize(
    ("players", "unranked"), [(k, u) for k in range(1, 6) for u in range(k + 1)]
)
def test_transitions_are_those_of_all_choices(players, unranked):
    law = [
        chain.seated_probability(seated, unranked=unranked, players=players)
        for seated in range(unranked + 1)
    ]
    assert law == enumerated(unranked, players)


def test_rows_are_laws():
    for players in (1, 2, 7, 16):
        matrix = chain.transition_matrix(players)
        assert matrix.sum(axis=1) == pytest.approx(np.ones(players + 1), abs=1e-12)
        assert matrix.min() >= 0


def test_two_players_fail_with_probability_two_to_minus_rounds():
    for rounds in (1, 5, 40):
        found = chain.failure_probability(players=2, ranking_rounds=rounds)
        assert found == pytest.approx(0.5**rounds, rel=1e-12)


@pytest.mark.parametrize("players", [2, 4, 16])
def test_slack_is_that_of_the_last_player(players):
    # K = 2: both collide or both get a rank, with probability 1/2; K > 2: 1 - 1/K, the last one's
    decay = 1 - 1 / players
    ratio = [chain.failure_probability(players=players, ranking_rounds=t) for t in (400, 401)]
    assert ratio[1] / ratio[0] == pytest.approx(decay, rel=1e-6)
    assert chain.slack(players=players) == pytest.approx(-players * math.e * math.log(decay))


def test_the_bound_of_a_2_has_room():
    for players in (2, 3, 4, 8, 16):
        for rounds in range(1, 201):
            sizes = {"players": players, "ranking_rounds": rounds}
            assert chain.failure_probability(**sizes) <= chain.failure_bound(**sizes)
