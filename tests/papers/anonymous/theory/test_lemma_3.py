"""Lemma 3: each Check comes out as stated, and an altered step flips it."""

import pytest

from bandit_replications.papers.anonymous.theory import lemma_3
from support.anonymous_results import hold


@pytest.mark.parametrize("arms", [2, 3])
def test_converse_fails_by_the_same_amount_for_every_group_size(arms):
    found = [lemma_3.converse(arms=arms, group_size=c).left for c in (1, 2)]
    assert min(found) > 0.01


@pytest.mark.parametrize("method", ["greedy", "exact", "closing"])
def test_largest_beta_is_at_least_as_good(method):
    assert lemma_3.at_least_as_good(method, total=60).holds


def test_numbers_of_the_errata():
    assert lemma_3.not_closed_downwards()[1].left == pytest.approx(0.25, abs=1e-8)
    assert lemma_3.converse().left == pytest.approx(1 / 16, abs=1e-8)


@pytest.mark.parametrize(
    ("function", "old", "new"),
    [
        ("caratheodory", "pairs, weights)", "pairs, 1.1 * weights)"),
        ("converse_repaired", "demand.weights * total", "demand.weights * 1.5 * total"),
    ],
)
def test_mutants_are_caught(altered, function, old, new):
    bad = altered(lemma_3, old, new)
    assert not hold(getattr(bad, function)())
