import pytest

from bandit_replications.papers.private_online.theory import lemma_11 as steps


def test_worst_case_of_27_is_the_closed_form():
    assert steps.contradiction_27().left == pytest.approx((1 / 8) ** 0.5 + 1 / 8)
