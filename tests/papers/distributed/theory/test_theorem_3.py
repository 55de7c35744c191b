"""Theorem 3 against draws."""

import math

import numpy as np
import pytest

from bandit_replications.papers.distributed.theory import theorem_3


def test_the_gap_of_phase_2_against_draws():
    pulls = math.ceil(600 * 36 * math.log(1e8) / 3)
    generator = np.random.default_rng(7)
    noise = (2 * generator.binomial(pulls, 0.5, size=(20_000, 2)) - pulls) / pulls
    share = float(np.mean(1.001 + noise[:, 0] - noise[:, 1] <= 1))
    assert theorem_3.gap_in_phase_2().left == pytest.approx(share, abs=0.018)
