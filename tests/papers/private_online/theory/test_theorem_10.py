"""Theorem 10: beyond the steps of test_steps.py."""

import pytest

from bandit_replications.papers.private_online.theory import theorem_10 as steps


@pytest.mark.parametrize("arms", [2, 3])
def test_selectors(arms):
    assert all(check.holds for check in steps.private_selectors(arms=arms))


def test_samples_needed_exceed_the_critical_number_far():
    check = steps.samples_needed()
    assert check.holds
    assert check.left > 20 * check.right
