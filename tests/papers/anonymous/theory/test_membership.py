"""Membership in P_C: the reduction on further families, and where P_C is flat."""

import itertools

import pytest

from bandit_replications.papers.anonymous.theory import membership


@pytest.mark.parametrize("number", range(0, 60, 20))
def test_serving_everybody_is_an_exact_cover(number):
    families = itertools.combinations(itertools.combinations(range(6), 3), 2)
    sets = next(itertools.islice(families, number, None))
    assert membership.decides_cover(sets=sets).holds


def test_larger_sets_decide_no_cover():
    sets = ((0, 1, 2, 3), (2, 3, 4, 5))  # of C + 2
    assert not membership.decides_cover(sets=sets).holds


def test_dimension_is_full_from_one_user_more_on():
    assert membership.dimension(group_size=2, users=4, arms=3).holds
    assert not membership.dimension(group_size=2, users=3, arms=3).holds
    assert membership.dimension(group_size=2, users=3, arms=3, full=False).holds
    assert not membership.dimension(group_size=2, users=4, arms=3, full=False).holds
