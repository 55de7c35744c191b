import pytest

from bandit_replications.inference.checks import Check


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


def test_text_shows_both_sides_and_no_rounding_error():
    assert str(Check(step="(2)", left=1.0, relation="<", right=2.5)) == (
        "(2): 1 < 2.5  holds (margin 1.5)"
    )
    assert "FAILS" in str(Check(step="(2)", left=3, relation="<", right=2.5))
    assert str(Check(step="(3)", left=0.1 + 0.2, relation="==", right=0.3)) == (
        "(3): 0.3 == 0.3  holds"
    )
