"""Lemma B.1 against other ways to the same numbers."""

from bandit_replications.papers.distributed.theory import lemma_b_1


def test_hoeffding_exponent_follows_the_pulls():
    assert lemma_b_1.hoeffding_exponent(pulls_exponent=1).holds
    assert not lemma_b_1.hoeffding_exponent(pulls_exponent=0).holds
