"""Theorem 5: each Check comes out as stated, and an altered step flips it."""

from bandit_replications.papers.anonymous.theory import (
    lower_bounds,
    theorem_5,
)


def test_theorem_5_notices_informing_instances(monkeypatch):
    instances = lower_bounds.theorem_5_instances()
    instances[1, 0] = [1, 1]
    monkeypatch.setattr(theorem_5, "theorem_5_instances", lambda: instances)
    assert not theorem_5.none_informs().holds
    assert not theorem_5.rewards_mirror().holds
