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


def test_bound_and_rounds():
    rounds = chain.theorem_ranking_rounds(players=4, horizon=240000)
    assert rounds == pytest.approx(4 * math.e * math.log(240000))
    assert chain.failure_bound(players=4, ranking_rounds=rounds) == pytest.approx(4 / 240000)
    needed = chain.rounds_needed(players=4, failure=4 / 240000)
    assert chain.failure_probability(players=4, ranking_rounds=needed) <= 4 / 240000
    assert chain.failure_probability(players=4, ranking_rounds=needed - 1) > 4 / 240000


@pytest.mark.parametrize("failure", [0.0, -1.0, math.inf])
def test_arguments_are_checked(failure):
    with pytest.raises(ValueError, match="failure"):
        chain.rounds_needed(players=3, failure=failure)
