"""Corollary 1: each Check comes out as stated, and an altered step flips it."""

import numpy as np
import pytest

from bandit_replications.papers.anonymous.theory import corollary_1
from support.anonymous_results import hold


def test_smallest_number_is_the_least_excess():
    """Oracle: k ⌈D/k⌉ - D is at most k - 1, attained at D = 1 mod k."""
    check = corollary_1.smallest_against_printed(arms=7, group_size=1)
    assert check.left == 6
    active = np.array([[True, True, True], [True, False, False]])
    assert corollary_1.smallest(active, total=10) == 12


@pytest.mark.parametrize("method", ["lp", "exact"])
def test_corollary_1_at_scale(method):
    assert corollary_1.at_scale(method, users=60, arms=3, group_size=2, total=101).holds


def test_numbers_of_the_erratum():
    check = corollary_1.what_the_proof_gives()
    assert (check.left, check.right) == (251, 21)


@pytest.mark.parametrize(
    ("function", "old", "new"),
    [
        ("attained", "sizes * -(-total // sizes)", "sizes * (total // sizes)"),
    ],
)
def test_mutants_are_caught(altered, function, old, new):
    bad = altered(corollary_1, old, new)
    assert not hold(getattr(bad, function)())
