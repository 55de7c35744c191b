"""Theorem 8 against other ways to the same numbers."""

from bandit_replications.papers.distributed.algorithms.delb_phases import Ledger
from bandit_replications.papers.distributed.theory import theorem_8


def test_point_to_point_runs_lose_what_the_exchanges_take():
    added = theorem_8.added_regret()
    # An idle step costs an agent 2 at most, and the action estimated best costs little.
    assert 0 < added.left <= 6
    sent = theorem_8.communication()
    assert sent.holds
    # Of M agents one sends itself nothing.
    assert sent.left > 1 - 1 / 2 - 0.1


def test_waiting_longer_would_be_noticed(monkeypatch):
    wait = Ledger.wait
    monkeypatch.setattr(Ledger, "wait", lambda book, steps, gap: wait(book, 50 * steps, 2.0))
    assert not theorem_8.added_regret().holds
