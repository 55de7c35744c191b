"""Lemma 4: each Check comes out as stated, and an altered step flips it."""

import pytest

from bandit_replications.papers.anonymous.theory import lemma_4
from support.anonymous_results import hold


@pytest.mark.parametrize(
    ("function", "old", "new"),
    [
        ("unimodular", "np.kron(np.ones(users)", "np.kron(2 * np.ones(users)"),
        ("same_maximum", "-(group_size + 1.0)", "-(group_size + 0.5)"),
        ("empty_together", "<= users\n", "< users - 1\n"),
        ("hull_of_pieces", "sums > group_size)", "sums > 0)"),
    ],
)
def test_mutants_are_caught(altered, function, old, new):
    bad = altered(lemma_4, old, new)
    assert not hold(getattr(bad, function)())
