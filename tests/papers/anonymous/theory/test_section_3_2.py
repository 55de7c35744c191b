"""Section 3.2: each Check comes out as stated, and an altered step flips it."""

import pytest

from bandit_replications.papers.anonymous.theory import section_3_2
from support.anonymous_results import hold


def test_degrees_do_not_suffice_and_greedy_could_stop():
    assert section_3_2.degrees_do_not_suffice().holds
    assert section_3_2.greedy_could_stop().holds
    assert not section_3_2.same_arm_leaves().holds


@pytest.mark.parametrize(
    ("function", "old", "new"),
    [
        ("degrees", "active.sum(axis=0)", "active[1:].sum(axis=0)"),
    ],
)
def test_mutants_are_caught(altered, function, old, new):
    bad = altered(section_3_2, old, new)
    assert not hold(getattr(bad, function)())
