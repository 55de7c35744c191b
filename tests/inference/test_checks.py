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
