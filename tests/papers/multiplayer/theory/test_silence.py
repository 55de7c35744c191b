import numpy as np
import pytest

from bandit_replications.papers.multiplayer.checks.samples import EXPERIMENTS
from bandit_replications.papers.multiplayer.environments.scenarios import means_with_gap
from bandit_replications.papers.multiplayer.theory import silence

HORIZON = 3600


def test_silence_costs_all_but_the_best_arms_losses():
    stream = np.random.default_rng(1)
    means = [means_with_gap(arms=8, players=4, gap=0.05, generator=stream) for _ in range(20_000)]
    best = np.sort(means, axis=1)[:, :4].sum(axis=1)
    error = best.std() / np.sqrt(best.size)
    # false-alarm rate 1e-4; a gap of 0 moves it by 0.056
    assert abs(4 - best.mean() - silence.silent_regret(1)) < 3.9 * error < 0.02
    for number in (2, 3):
        losses = EXPERIMENTS[number - 1].losses(players=4, horizon=HORIZON)
        expected = np.diff([*losses.starts, HORIZON]) @ losses.means / HORIZON
        found = silence.silent_regret(number)
        assert found == pytest.approx(4 - np.sort(expected)[:4].sum())
