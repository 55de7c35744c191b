import numpy as np
import pytest

from bandit_replications.papers.multiplayer.theory import theorem_4_2


def test_the_last_rounds_are_played_with_collisions(monkeypatch):
    # 3 rounds of 3 arms that lose nothing: two players collide with probability 1/3, losing 2
    monkeypatch.setattr(theorem_4_2, "_losses", lambda: np.zeros((theorem_4_2.HORIZON, 3)))
    regret, of_averages = theorem_4_2.blocked_regret(learning_rate=0.4)
    assert of_averages == 0
    assert regret == pytest.approx((theorem_4_2.HORIZON % theorem_4_2.BLOCK) * 2 / 3)
