"""Corollary 2: each Check comes out as stated, and an altered step flips it."""

import pytest

from bandit_replications.papers.anonymous.theory import corollary_2
from support.anonymous_results import hold


def test_corollary_2_by_each_method():
    assert not corollary_2.number_of_assignments("blocks").holds
    assert corollary_2.number_of_assignments("blocks", repaired=True).holds
    assert corollary_2.number_of_assignments("exact").holds
    assert corollary_2.number_of_assignments("closing").holds


@pytest.mark.parametrize(
    ("function", "old", "new"),
    [
        ("against_closing", "(2 - 1 / arms) / printed", "(3 - 1 / arms) / printed"),
    ],
)
def test_mutants_are_caught(altered, function, old, new):
    bad = altered(corollary_2, old, new)
    assert not hold(getattr(bad, function)())
