"""Theorem 6 against other ways to the same numbers."""

import math

import pytest

from bandit_replications.papers.distributed.theory import theorem_6


def test_at_the_least_constant_both_sides_agree():
    least = theorem_6.needed_constant(agents=1, arms=100, horizon=10**6)
    strings = 2 * least * 100**2 * math.log(10**8)
    assert theorem_6.hoeffding_exponent(agents=1, arms=100, strings=strings) == pytest.approx(
        theorem_6.family_size(agents=1, arms=100, horizon=10**6)
    )
