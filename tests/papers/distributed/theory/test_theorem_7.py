"""Theorem 7 against other ways to the same numbers."""

from bandit_replications.papers.distributed.theory import theorem_7


def test_message_indices():
    assert theorem_7.messages_of_others(agents=7).left == 6
    assert theorem_7.messages_of_others(agents=7, offset=1).holds
    assert not theorem_7.messages_of_others(agents=7, offset=2).holds
    assert theorem_7.messages_of_others(procedure=10, offset=1, agents=7).holds
    assert theorem_7.messages_of_others(procedure=10, agents=7).left == 6
