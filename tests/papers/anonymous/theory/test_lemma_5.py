"""Lemma 5: each Check comes out as stated, and an altered step flips it."""

import functools

import pytest

from bandit_replications.inference.checks import Check
from bandit_replications.papers.anonymous.theory import (
    lemma_5,
)


def outcomes(found):
    return [check.holds for check in ((found,) if isinstance(found, Check) else found)]


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (functools.partial(lemma_5.without_clusters, "greedy"), [True]),
        (functools.partial(lemma_5.without_clusters, "closing"), [True]),
        (functools.partial(lemma_5.without_clusters, "random"), [False]),
        (functools.partial(lemma_5.without_clusters, "lp"), [False]),
        (lemma_5.column_sums, [True]),
        (lemma_5.membership, [True]),
        (lemma_5.hypothesis_needed, [True]),
        (lemma_5.expected_matches, [True, True]),
        (lemma_5.too_few, [True]),
        (lemma_5.informs_seldom, [False]),
    ],
)
def test_outcome_as_documented(found, expected):
    assert outcomes(found()) == expected


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
    assert not all(outcomes(getattr(bad, function)()))
