import math
from itertools import product

import numpy as np
import pytest

from bandit_replications.bandits.laplace import laplace_sum_tail
from bandit_replications.papers.cooperative.algorithms import widths
from bandit_replications.papers.cooperative.theory import repaired_regret as proof

GROUP = {"gaps": [0.0, 0.3], "horizon": 4000, "agents": 4, "message_life": 1, "clique_cover": 1}


@pytest.mark.parametrize("count", [1, 2, 5, 20, 60])
@pytest.mark.parametrize("delta", [0.5, 0.1, 1e-3])
def test_sum_of_noises_is_within_its_width(count, delta):
    width = widths.noise_width(float(count), -math.log(delta), 1.0)
    assert laplace_sum_tail(count=count, threshold=width) <= (proof.ZETA_2 - 1) * delta
    assert width <= widths.union_width(float(count), -math.log(delta))


@pytest.mark.parametrize(("factor", "within"), [(1.0, True), (0.6, False)])
def test_sums_of_all_numbers_of_noises_are_within_width(factor, within):
    """P{some sum of r <= 200 noises is beyond its width} <= (ζ(2) - 1) δ; not for 0.6 of it."""
    numbers, delta = np.arange(1, 201), 0.3
    limits = [factor * widths.noise_width(float(r), -math.log(delta), 1.0) for r in numbers]
    sums = np.random.default_rng(0).laplace(size=(4000, numbers.size)).cumsum(axis=1)
    share = (sums > limits).any(axis=1).mean()
    # four standard errors: false alarm below 1e-4
    assert (share <= (proof.ZETA_2 - 1) * delta + 4 * math.sqrt(0.25 / 4000)) == within


def test_table_rounds_widths_up():
    found = widths.noise_widths(1500, 40)
    for r, row in product((1, 7, 300, 1500), (0, 8, 40)):
        exact = widths.noise_width(float(r), row * widths.STEP, 1.0)
        assert exact * (1 - 1e-5) <= found.rows[row, found.places[r]] <= 1.05 * exact


def test_private_bound_has_the_widths_that_the_algorithm_has():
    table = widths.released_widths(agents=4, horizon=4000, epsilon=0.5)
    fixed = 4 * 2 + 3 + 2 * proof.ZETA_2**2 * 4
    needed = (proof.private_regret(**GROUP, epsilon=0.5) / 0.3 - fixed) / 2
    samples = widths.sample_width(needed, 2 * math.log(4000))
    assert 2 * (samples + table.rows.max() / 0.5 / needed) < 0.3


def chance_beyond(width, number=400):
    """Return P{the mean of some n <= number fair coins is beyond the width}, exactly."""
    inside = np.ones(1)
    for n in range(1, number + 1):
        inside = (np.append(inside, 0.0) + np.append(0.0, inside)) / 2
        inside[np.abs(np.arange(n + 1) / n - 0.5) > width(float(n))] = 0.0
    return 1 - inside.sum()


def test_means_of_all_numbers_are_within_width():
    log = -math.log(0.05)
    assert chance_beyond(lambda n: widths.sample_width(n, log)) <= 0.05
    # Hoeffding's width, for one fixed n, is too small for all of them
    assert chance_beyond(lambda n: math.sqrt(log / (2 * n))) > 0.05


def test_the_least_number_is_where_the_width_fits():
    found = proof.least_number(lambda n: 1 / math.sqrt(n), 0.21)
    assert 2 / math.sqrt(found) < 0.21 <= 2 / math.sqrt(found - 1)


def test_bounds_say_nothing_where_contamination_hides_a_gap():
    assert proof.byzantine_regret(**GROUP, contamination=0.15) == math.inf


def test_widths_fall_with_samples_and_rise_with_releases():
    samples = [widths.sample_width(float(n), 2.0) for n in (1, 2, 10, 100)]
    noises = [widths.noise_width(float(r), 2.0, 1.0) for r in (1, 2, 10, 100)]
    assert samples == sorted(samples, reverse=True)
    assert noises == sorted(noises)
