"""Lemma B.2 against draws."""

import numpy as np
import pytest

from bandit_replications.papers.distributed.theory import lemma_b_2, schedule


def test_surviving_two_phases_against_draws():
    # the elimination of Protocol 4 on two coins, 20000 draws; 5 standard errors
    generator = np.random.default_rng(8)
    alive = np.ones(20_000, dtype=bool)
    for phase in (1, 2):
        pulls = schedule.pulls(phase=phase, agents=2, arms=2, horizon=10**6)
        best, other = (generator.binomial(pulls, mean, size=20_000) / pulls for mean in (0.9, 0.64))
        alive &= other > best - 2.0**-phase
    assert lemma_b_2.alive_gap().left == pytest.approx(alive.mean(), abs=0.0042)
    assert lemma_b_2.alive_gap(phase=4).left < 1e-6
