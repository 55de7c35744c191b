"""Bounds of the full-information half: brackets, constants, and exact regrets below them."""

import math

import numpy as np
import pytest

from bandit_replications.papers.private_online.theory import full_information_bounds as bounds


def gaps_of(means):
    return max(means) - np.array(means)


def test_brackets_are_octaves_of_the_gap():
    found = bounds.brackets([0, 0.05, 0.09, 0.1, 0.4, 0.05, 0.8])
    assert {k: v.tolist() for k, v in found.items()} == {1: [1, 2, 5], 2: [3], 4: [4], 5: [6]}


def test_a_gap_on_the_edge_survives_rounding():
    # 0.75 - 0.55 = 0.19999999999999996 is 2 · 0.1 and belongs to J_2
    assert bounds.brackets(gaps_of([0.75, 0.65, 0.55]))[2].tolist() == [2]


@pytest.mark.parametrize("min_gap", [1.0, 0.3, 2.0**-20])
def test_bracket_count_is_attained(min_gap):
    count = bounds.bracket_count(min_gap)
    gaps = np.append(0, min_gap * 2.0 ** np.arange(count))
    assert gaps.max() <= 1 < 2 * gaps.max()
    assert len(bounds.brackets(gaps)) == count


def test_theorem_7_by_hand():
    # J_1: two actions at 0.1; J_3: one at 0.4; ε = 0.2
    value = bounds.theorem_7_regret(gaps=[0, 0.1, 0.1, 0.4], epsilon=0.2)
    assert value == pytest.approx(256 * (1 + math.log(2)) / 0.1 + 256 / 0.2)
    printed = bounds.theorem_7_printed_order(gaps=[0, 0.1, 0.1, 0.4], epsilon=0.2)
    assert printed == pytest.approx(2 / 0.1)


def test_corollary_9_by_hand():
    # K = 2, T = 16: Δ* = 1/4, three brackets 1/4, 1/2, 1
    value = bounds.corollary_9_regret(arms=2, horizon=16, epsilon=0.5)
    assert value == pytest.approx(4 + 512 * 4 + 3 * 256 / 0.5)
    # Δ* > 1: only the small gaps
    assert bounds.corollary_9_regret(arms=16, horizon=2, epsilon=0.5) == pytest.approx(math.sqrt(8))


def test_theorem_10_rounds_down():
    assert bounds.theorem_10_rounds(arms=8, min_gap=0.1, epsilon=0.1) == 20
    value = bounds.theorem_10_regret(arms=8, min_gap=0.1, epsilon=0.1)
    assert value == pytest.approx(0.098 * 20 * 0.1)
    assert bounds.theorem_10_regret(arms=8, min_gap=0.1, epsilon=8.0) == 0


@pytest.mark.parametrize("gaps", [[0.0, 0.0], [0.1, 1.2], [-0.1, 0.5], [[0.1]]])
def test_gaps_are_checked(gaps):
    with pytest.raises(ValueError, match="gaps"):
        bounds.brackets(gaps)
