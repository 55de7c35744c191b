"""Lemma 5: each Check comes out as stated, and an altered step flips it."""

import pytest

from bandit_replications.papers.anonymous.theory import lemma_5
from support.anonymous_results import hold


@pytest.mark.parametrize("method", ["greedy", "closing", "random", "lp"])
def test_without_clusters_greedy_and_closing_keep_their_number(method):
    assert lemma_5.without_clusters(method).holds == (method in ("greedy", "closing"))
    assert lemma_5.hypothesis_needed().holds


def test_random_needs_less_than_twice():
    check = lemma_5.random_needs(total=1000, runs=2)
    assert check.holds
    assert check.left > 1


def test_number_of_the_erratum():
    assert lemma_5.informs_seldom().left == pytest.approx(0.616, abs=5e-4)


@pytest.mark.parametrize(
    ("function", "old", "new"),
    [
        ("column_sums", "cluster = arms * (group_size + 1)\n    sums", "cluster = 2\n    sums"),
        (
            "membership",
            "cluster = arms * (group_size + 1)\n    outside",
            "cluster = 2\n    outside",
        ),
    ],
)
def test_mutants_are_caught(altered, function, old, new):
    bad = altered(lemma_5, old, new)
    assert not hold(getattr(bad, function)())
