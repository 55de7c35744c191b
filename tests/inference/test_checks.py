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
def printed_step(left: float) -> Check:
    """The step's own words."""
    return above("step", left, 2.0)


def test_erratum_is_said_where_step_fails():
    assert printed_step.__doc__ == "The step's own words."
    assert "erratum some-slug" in str(printed_step(1.0))
    assert "erratum" not in str(printed_step(left=3.0))


def test_erratum_names_each_of_several_checks():
    @erratum("some-slug")
    def steps() -> tuple[Check, ...]:
        return above("first", 1.0, 2.0), above("second", 3.0, 2.0)

    assert [check.erratum for check in steps()] == ["some-slug", "some-slug"]


def test_worst_over_examines_every_combination():
    found = worst_over(check=lambda *, a, b: at_most("", a * b, 6.0), a=(1.0, 3.0), b=(2.0, 1.0))
    assert found.left == 6.0
