"""Fact 1 against other ways to the same numbers."""

import pytest

from bandit_replications.papers.distributed.theory import fact_1


def test_series_is_exact_for_both_first_phases():
    assert fact_1.series(phases=3, first=0).left == 64 + 256 + 1024
    assert fact_1.series(phases=3, first=0).right == 64 * 63 // 3
    assert fact_1.series(phases=3, first=1).left == 4 * 64 * 63 // 3


@pytest.mark.parametrize(("constant", "enough"), [(85.0, False), (256 / 3, True), (90.0, True)])
def test_needed_constant(constant, enough):
    assert fact_1.needed_constant(constant=constant).holds == enough


def test_reallocation_by_hand():
    assert fact_1.reallocated((5, 1, 1)) == ([2, 2, 2], [1, 2], 1)
    assert fact_1.leftover(agents=3, most=3).left == 2
