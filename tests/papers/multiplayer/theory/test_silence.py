"""What silence costs, against sums of expected losses."""

import numpy as np
import pytest

from bandit_replications.papers.multiplayer.environments.scenarios import means_with_gap
from bandit_replications.papers.multiplayer.theory import silence

HORIZON = 3600


def cumulative(first, later, *changes):
    """Return expected cumulative losses of arms whose means change at given shares of T."""
    table = np.tile(np.array(first, dtype=float), (HORIZON, 1))
    for arm, share, mean in zip(later, changes[::2], changes[1::2], strict=True):
        table[int(share * HORIZON) :, arm] = mean
    return np.cumsum(table, axis=0)


EXPERIMENT_2 = cumulative([0.1] * 4 + [0.3] * 4, [0, 2], 1 / 4, 0.9, 1 / 3, 0.9)


def test_link_1_leaves_the_best_arms_at_a_third():
    best = np.sort(EXPERIMENT_2, axis=1)[:, :4].sum(axis=1)
    grown = np.flatnonzero(EXPERIMENT_2[:, :4].sum(axis=1) - best > 1e-6)
    assert grown[0] + 1 == HORIZON // 3 + 1


def test_quiet_rounds_are_those_of_the_sub_blocks():
    # (K - 1) sub-blocks of N rounds, K - 2 quiet followers in each; 979 blocks of 245 rounds
    assert silence.quiet_rounds() == 979 * 3 * 8 * 2
    assert silence.quiet_rounds(players=2, arms=8) == 0


def test_silence_costs_every_round_less_what_the_best_arms_do():
    stream = np.random.default_rng(1)
    means = [means_with_gap(arms=8, players=4, gap=0.05, generator=stream) for _ in range(20_000)]
    best = np.sort(means, axis=1)[:, :4].sum(axis=1)
    error = best.std() / np.sqrt(best.size)
    # false-alarm rate 1e-4; a gap of 0 moves it by 0.056
    assert abs(4 - best.mean() - silence.silent_regret(1)) < 3.9 * error < 0.02
    sums = EXPERIMENT_2[-1] / HORIZON
    assert silence.silent_regret(2) == pytest.approx(4 - np.sort(sums)[:4].sum(), abs=1e-3)
    third = cumulative([0.9] + [0.7] * 7, [0], 1 / 4, 0.1)[-1] / HORIZON
    assert silence.silent_regret(3) == pytest.approx(4 - np.sort(third)[:4].sum(), abs=1e-3)
