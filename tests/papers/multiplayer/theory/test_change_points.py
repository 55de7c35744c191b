"""Crossing times against a step-by-step sum of expected losses."""

from fractions import Fraction

import numpy as np
import pytest

from bandit_replications.papers.multiplayer.environments.scenarios import means_with_gap
from bandit_replications.papers.multiplayer.theory import change_points

HORIZON = 3600


def cumulative(first, later, *changes):
    """Return expected cumulative losses of arms whose means change at given shares of T."""
    table = np.tile(np.array(first, dtype=float), (HORIZON, 1))
    for arm, share, mean in zip(later, changes[::2], changes[1::2], strict=True):
        table[int(share * HORIZON) :, arm] = mean
    return np.cumsum(table, axis=0)


def online_regret(sums, played):
    best = np.sort(sums, axis=1)[:, :4].sum(axis=1)
    return sums[:, played].sum(axis=1) - best


EXPERIMENT_2 = cumulative([0.1] * 4 + [0.3] * 4, [0, 2], 1 / 4, 0.9, 1 / 3, 0.9)


def test_regret_of_fixed_arms_is_that_of_the_sums():
    regret = online_regret(EXPERIMENT_2, [0, 1, 2, 3])
    for t in (1, 900, 1100, 1200, 1201, 1500, 1600, 2400, 3600):
        expected = float(change_points.fixed_arms_regret(Fraction(t, HORIZON))) * HORIZON
        assert regret[t - 1] == pytest.approx(expected, abs=1e-6), t


def test_rises_begin_at_a_third_and_at_four_ninths():
    moments = [change_points.FIRST_LEAVES, change_points.SECOND_LEAVES]
    assert moments == [Fraction(1, 3), Fraction(4, 9)]
    grown = np.flatnonzero(online_regret(EXPERIMENT_2, [0, 1, 2, 3]) > 1e-6)
    assert grown[0] + 1 == HORIZON // 3 + 1


def test_crossing_needs_a_change_of_order():
    values = {"before": Fraction(1, 10), "rival": Fraction(3, 10), "change": Fraction(1, 4)}
    with pytest.raises(ValueError, match="after"):
        change_points.crossing(after=Fraction(2, 10), **values)


def test_checks_hold_and_flip():
    assert not change_points.first_link_leaves(claimed=Fraction(1, 3)).holds
    for time in (Fraction(3, 10), Fraction(2, 5), Fraction(1, 2), Fraction(1)):
        assert change_points.fixed_arms_by_sums(time=time).holds


def test_quiet_rounds_are_those_of_the_sub_blocks():
    # (K - 1) sub-blocks of N rounds, K - 2 quiet followers in each; 979 blocks of 245 rounds
    assert change_points.quiet_rounds() == 979 * 3 * 8 * 2
    assert change_points.quiet_cost(best=0.1) == pytest.approx(0.9 * 979 * 48)
    assert change_points.quiet_rounds(players=2, arms=8) == 0


def test_silence_costs_every_round_less_what_the_best_arms_do():
    stream = np.random.default_rng(1)
    means = [means_with_gap(arms=8, players=4, gap=0.05, generator=stream) for _ in range(20_000)]
    best = np.sort(means, axis=1)[:, :4].sum(axis=1)
    error = best.std() / np.sqrt(best.size)
    # false-alarm rate 1e-4; a gap of 0 moves it by 0.056
    assert abs(4 - best.mean() - change_points.silent_regret(1)) < 3.9 * error < 0.02
    sums = EXPERIMENT_2[-1] / HORIZON
    assert change_points.silent_regret(2) == pytest.approx(4 - np.sort(sums)[:4].sum(), abs=1e-3)
    third = cumulative([0.9] + [0.7] * 7, [0], 1 / 4, 0.1)[-1] / HORIZON
    assert change_points.silent_regret(3) == pytest.approx(4 - np.sort(third)[:4].sum(), abs=1e-3)
