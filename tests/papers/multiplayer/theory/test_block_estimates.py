"""The cost of the printed estimate, on games with so few that only its sides can be told."""

import numpy as np
import pytest

from bandit_replications.papers.multiplayer.theory import block_estimates


def test_the_interval_is_that_of_the_ratio_of_means(monkeypatch):
    samples = {"as-printed": np.array([3.0, 5.0]), "play-rounds": np.array([1.0, 3.0])}
    monkeypatch.setattr(block_estimates, "final_regrets", lambda estimate, **_: samples[estimate])
    value, low, high = block_estimates.extra_cost(best=0.1, others=0.2, best_last=True)
    assert value == pytest.approx(1.0)
    # standard errors of the means over the means: 1/4 and 1/2
    spread = np.exp(1.959964 * np.hypot(1 / 4, 1 / 2))
    text = block_estimates.cost_text(best=0.1, others=0.2, best_last=True)
    assert text.startswith("losses 0.1 and 0.2, best arms last: +100.0% (95% interval ")
    assert (low, high) == (pytest.approx(2 / spread - 1), pytest.approx(2 * spread - 1))


def test_both_estimates_are_played():
    sizes = {"best": 0.3, "others": 0.5, "best_last": True, "games": 3}
    printed, repaired = (
        block_estimates.final_regrets(estimate=name, **sizes)
        for name in ("as-printed", "play-rounds")
    )
    assert printed.shape == repaired.shape == (3,)
    assert not np.isin(printed, repaired).any()
    assert (printed > 0).all()
    assert (repaired > 0).all()
