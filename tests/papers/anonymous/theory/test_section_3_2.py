"""Section 3.2: each Check comes out as stated, and an altered step flips it."""

import pytest

from bandit_replications.inference.checks import Check
from bandit_replications.papers.anonymous.theory import (
    section_3_2,
)


def outcomes(found):
    return [check.holds for check in ((found,) if isinstance(found, Check) else found)]


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (section_3_2.degrees, [True]),
        (section_3_2.degrees_do_not_suffice, [True]),
        (section_3_2.greedy, [True, True, True]),
        (section_3_2.greedy_could_stop, [True]),
        (section_3_2.same_arm_leaves, [False]),
        (section_3_2.regret_factor, [True]),
    ],
)
def test_outcome_as_documented(found, expected):
    assert outcomes(found()) == expected


@pytest.mark.parametrize(
    ("function", "old", "new"),
    [
        ("degrees", "active.sum(axis=0)", "active[1:].sum(axis=0)"),
    ],
)
def test_mutants_are_caught(altered, function, old, new):
    bad = altered(section_3_2, old, new)
    assert not all(outcomes(getattr(bad, function)()))
