"""Lemma B.2 against other ways to the same numbers."""

import numpy as np
import pytest

from bandit_replications.papers.distributed.theory import lemma_b_2, schedule


@pytest.mark.parametrize("gap", [0.06, 0.1, 0.25, 0.3, 0.5, 1.0])
def test_dropped_one_phase_later(gap):
    assert lemma_b_2.dropped_in_phase(printed=False, gap=gap).holds


@pytest.mark.parametrize(("gap", "dropped"), [(0.13, False), (0.26, False), (0.3, True)])
def test_gaps_just_above_a_threshold_outlive_their_phase(gap, dropped):
    assert lemma_b_2.dropped_in_phase(gap=gap).holds == dropped


def test_surviving_two_phases_against_draws():
    # the elimination of Protocol 4 on two coins, 20000 draws; 5 standard errors
    generator = np.random.default_rng(8)
    alive = np.ones(20_000, dtype=bool)
    for phase in (1, 2):
        pulls = schedule.pulls(phase=phase, agents=2, arms=2, horizon=10**6)
        best, other = (generator.binomial(pulls, mean, size=20_000) / pulls for mean in (0.9, 0.64))
        alive &= other > best - 2.0**-phase
    assert lemma_b_2.alive_gap().left == pytest.approx(alive.mean(), abs=0.0042)
    assert lemma_b_2.alive_gap(phase=2).left == pytest.approx(1)
    assert lemma_b_2.alive_gap(phase=4).left < 1e-6
    assert lemma_b_2.largest_gap(completed=2).holds
    assert not lemma_b_2.largest_gap(completed=2, errors=1.01).holds
