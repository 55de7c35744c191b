"""The chance that one binomial average lies behind another, against sums of exact fractions."""

from fractions import Fraction
from itertools import product
from math import comb

import numpy as np
import pytest
from scipy.stats import binom

from bandit_replications.bandits.binomials import chance_behind, likely_sums


def law(trials, mean):
    """Return the exact binomial law."""
    mean = Fraction(mean)
    return [
        comb(trials, hits) * mean**hits * (1 - mean) ** (trials - hits)
        for hits in range(trials + 1)
    ]


def added_up(pulls, mean, other, width, strict):
    """Return the chance as the sum over both averages, compared as floats."""
    chance = Fraction(0)
    for (own, p), (ahead, q) in product(enumerate(law(pulls, mean)), enumerate(law(pulls, other))):
        average, best = own / pulls, ahead / pulls
        stays = average > best - width if strict else average + width >= best
        chance += 0 if stays else p * q
    return float(chance)


@pytest.mark.parametrize("strict", [True, False])
@pytest.mark.parametrize("pulls", [1, 2, 3, 8, 16, 40])
@pytest.mark.parametrize("width", [0.5, 0.25, 0.0625])
@pytest.mark.parametrize("means", [(0.3, 0.7), (0.71, 0.52), (0.0, 0.5), (0.5, 1.0), (0.0, 1.0)])
def test_chance_is_the_sum_over_both_averages(pulls, means, width, strict):
    exact = added_up(pulls, *means, width, strict)
    assert chance_behind(pulls, *means, width, strict) == pytest.approx(exact, abs=1e-15)


def test_exactly_the_width_behind_counts_only_where_it_is_strict():
    # 0 or 1 of one pull each, half: only (0, 1) is 1 behind
    assert [chance_behind(1, 0.5, 0.5, 1.0, strict) for strict in (True, False)] == [0.25, 0.0]


@pytest.mark.parametrize(
    ("pulls", "gap", "width"), [(10**6, 0.002, 2.0**-8), (10**7, 0.0003, 2.0**-11)]
)
def test_long_sums_agree_with_a_library(pulls, gap, width):
    mean, other = 0.5 - gap / 2, 0.5 + gap / 2
    ahead = np.arange(*(int(pulls * other + side * 6 * pulls**0.5) for side in (-1, 1)))
    behind = binom.cdf(np.floor(ahead - width * pulls), pulls, mean)
    expected = (binom.pmf(ahead, pulls, other) * behind).sum()
    assert chance_behind(pulls, mean, other, width, True) == pytest.approx(expected, rel=1e-10)


def test_what_is_left_out_of_a_law_shows_in_no_random_number():
    first, chances = likely_sums(10_000, 0.3)
    outside = binom.cdf(first - 1, 10_000, 0.3) + binom.sf(first + len(chances) - 1, 10_000, 0.3)
    assert 0 < outside < 2.0**-53
    assert chances == pytest.approx(
        binom.pmf(np.arange(first, first + len(chances)), 10_000, 0.3), rel=1e-9
    )
