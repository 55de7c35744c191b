"""Section 3.1: each Check comes out as stated, and an altered step flips it."""

import pytest

from bandit_replications.papers.anonymous.theory import feedback_elicitation


@pytest.mark.parametrize("size", [1, 2, 4, 7])
def test_sub_algorithm(size):
    assert all(check.holds for check in feedback_elicitation.group_sizes(group_size=size))
    assert feedback_elicitation.all_users_grouped(group_size=size).holds
    assert feedback_elicitation.rounds(group_size=size).holds
    assert feedback_elicitation.smallest_report(group_size=size).holds
    assert feedback_elicitation.informed_users(group_size=size, users=size + 1).holds
    assert feedback_elicitation.informed_users(group_size=size, users=size).left == 0


def test_group_sizes_notice_another_partition(monkeypatch):
    together = lambda users, **_: [users]  # noqa: E731
    monkeypatch.setattr(feedback_elicitation, "partition", together)
    smallest, largest = feedback_elicitation.group_sizes()
    assert smallest.holds
    assert not largest.holds
    monkeypatch.setattr(feedback_elicitation, "partition", lambda users, **_: [users[1:]])
    assert not feedback_elicitation.group_sizes()[0].holds


def test_decisions_that_never_change_are_given_away():
    check = feedback_elicitation.decisions_revealed()
    assert not check.holds
    assert check.left == 3
    assert not feedback_elicitation.one_total_reveals().holds
    assert all(check.holds for check in feedback_elicitation.too_few_users())
    assert not feedback_elicitation.too_few_users(users=6)[0].holds
    assert not feedback_elicitation.too_few_users(users=2, group_size=2)[1].holds
