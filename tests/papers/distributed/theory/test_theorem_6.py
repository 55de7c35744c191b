"""Theorem 6 against other ways to the same numbers."""

import math

import pytest

from bandit_replications.papers.distributed.theory import theorem_6


def test_hoeffding_for_the_two_valued_cost():
    assert theorem_6.tail(printed=False).holds
    assert not theorem_6.tail().holds
    assert theorem_6.tail().left == theorem_6.tail(printed=False).left


def test_strings():
    assert not theorem_6.printed_strings().holds
    assert theorem_6.repaired_strings().holds
    assert not theorem_6.repaired_strings(constant=1.0).holds
    # B at the least C' makes both sides agree
    least = theorem_6.needed_constant(agents=1, arms=100, horizon=10**6)
    strings = 2 * least * 100**2 * math.log(10**8)
    assert theorem_6.hoeffding_exponent(agents=1, arms=100, strings=strings) == pytest.approx(
        theorem_6.family_size(agents=1, arms=100, horizon=10**6)
    )
