from bandit_replications.inference.checks import at_most
from bandit_replications.papers.private_online.theory.grids import worst_case, worst_over


def test_worst_case_takes_the_point_nearest_to_breaking():
    check = worst_case("", [1.0, 3.0, 5.0], "<=", [2.0, 3.5, 9.0])
    assert (check.left, check.right) == (3.0, 3.5)
    check = worst_case("", [1.0, 3.0, 5.0], ">", [0.5, 2.5, 1.0])
    assert (check.left, check.right) == (3.0, 2.5)


def test_worst_over_looks_at_every_combination():
    found = worst_over(check=lambda *, a, b: at_most("", a * b, 6.0), a=(1.0, 3.0), b=(2.0, 1.0))
    assert found.left == 6.0
