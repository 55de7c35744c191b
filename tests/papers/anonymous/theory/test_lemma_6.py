"""Lemma 6: each Check comes out as stated, and an altered step flips it."""

from fractions import Fraction

import pytest

from bandit_replications.papers.anonymous.theory import lemma_6
from support.anonymous_results import hold


def test_two_larger_blocks_depend_on_the_choice():
    assert [check.holds for check in lemma_6.larger_blocks()] == [True, False]


def test_blocks_that_do_are_the_fewest():
    for arms in range(2, 9):
        for group_size in (1, 3):
            for cluster in range(group_size + 1, arms * (group_size + 1) + 1):
                arguments = {"arms": arms, "group_size": group_size, "cluster": cluster}
                count = lemma_6.blocks_that_do(**arguments)
                size = int(Fraction(cluster, group_size + 1))
                assert (count - 1) * size < arms <= count * size
                assert lemma_6.printed_blocks(**arguments) <= count
                assert lemma_6.blocks_hold(**arguments, repaired=True).holds


def test_number_of_the_erratum():
    assert lemma_6.share_of_failures() == pytest.approx(0.188, abs=5e-4)


@pytest.mark.parametrize(
    ("function", "old", "new"),
    [
        ("points", "(np.arange(arms), cluster // (group_size + 1))", "(np.arange(arms), 3)"),
    ],
)
def test_mutants_are_caught(altered, function, old, new):
    bad = altered(lemma_6, old, new)
    assert not hold(getattr(bad, function)())
