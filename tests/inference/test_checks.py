"""Checks: relations, margins, errata, the worst of a grid."""

import pytest

from bandit_replications.inference.checks import Check, above, at_most, erratum, worst_over


@pytest.mark.parametrize(
    ("left", "relation", "right", "holds", "margin"),
    [
        (1.0, "<=", 2.0, True, 1.0),
        (2.0, "<=", 2.0, True, 0.0),
        (2.0, "<", 2.0, False, 0.0),
        (3.0, ">=", 2.0, True, 1.0),
        (1.0, ">", 2.0, False, -1.0),
        (1.0, "==", 1.0 + 1e-12, True, -1e-12),
        (1.0, "==", 1.1, False, -0.1),
    ],
)
def test_relations_and_margins(left, relation, right, holds, margin):
    check = Check(step="(1)", left=left, relation=relation, right=right)
    assert check.holds is holds
    assert check.margin == pytest.approx(margin, rel=1e-3)


@erratum("some-slug")
def printed(left: float) -> tuple[Check, ...]:
    """The step's own words."""
    return above("first", left, 2.0), above("second", 3.0, 2.0)


def test_erratum_is_said_where_step_fails():
    assert printed.__doc__ == "The step's own words."
    assert [check.erratum for check in printed(1.0)] == ["some-slug", "some-slug"]
    assert ["erratum some-slug" in str(check) for check in printed(left=1.0)] == [True, False]
    assert erratum("a")(above)("one", 1.0, 2.0).erratum == "a"


def test_worst_over_examines_every_combination():
    found = worst_over(check=lambda *, a, b: at_most("", a * b, 6.0), a=(1.0, 3.0), b=(2.0, 1.0))
    assert found.left == 6.0
