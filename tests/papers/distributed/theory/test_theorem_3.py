"""Theorem 3 against other ways to the same numbers."""

import math

import numpy as np
import pytest

from bandit_replications.papers.distributed.theory import theorem_3


@pytest.mark.parametrize("dimension", [3, 10, 100])
def test_support_is_feasible_from_three_dimensions_on(dimension):
    assert theorem_3.printed_support(dimension=dimension).holds


def test_the_gap_of_phase_2_against_draws():
    pulls = math.ceil(600 * 16 * math.log(1e8) / 2)
    generator = np.random.default_rng(7)
    noise = (2 * generator.binomial(pulls, 0.5, size=(20_000, 2)) - pulls) / pulls
    share = float(np.mean(1.001 + noise[:, 0] - noise[:, 1] <= 1))
    assert theorem_3.gap_in_phase_2().left == pytest.approx(share, abs=0.018)
    assert theorem_3.gap_in_phase_2(gap=1.03).holds


def test_pulls_for_small_errors():
    assert not theorem_3.error_of_section_4_1().holds
    assert theorem_3.error_with_two().holds
    assert not theorem_3.error_with_two(factor=1.2).holds
