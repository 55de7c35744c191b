"""Facts 1 and 2: each step holds or fails as derived, and altered inputs flip it."""

import math

import numpy as np
import pytest

from bandit_replications.bandits.laplace import laplace_sum_tail
from bandit_replications.papers.private_online.theory import facts as steps


def verdicts(found):
    return [check.holds for check in (found if isinstance(found, tuple) else (found,))]


@pytest.mark.parametrize(
    ("step", "arguments", "expected"),
    [
        (steps.fact_1, {}, [True, True]),
        (steps.fact_1, {"delta": 0.7}, [True, True]),
        (steps.fact_1, {"threshold_factor": 0.9}, [False, False]),
        (steps.fact_2_moments, {}, [True]),
        (steps.fact_2_moments, {"largest": 0.79}, [True]),
        (steps.fact_2_moments, {"largest": 0.81}, [False]),
        (steps.fact_2_condition, {}, [True]),
        (steps.fact_2_condition, {"factor": 2.0}, [False]),
        (steps.fact_2, {}, [True]),
        (steps.fact_2, {"constant": 1.0}, [False]),
        (steps.section_3_tree, {}, [False]),
        (steps.section_3_tree, {"horizon": 2**10}, [False]),
        (steps.section_3_tree, {"levels": 1}, [True]),
    ],
)
def test_steps(step, arguments, expected):
    assert verdicts(step(**arguments)) == expected


def test_sum_of_one_and_two_laplace_variables_by_closed_form():
    # integrating the densities exp(-|x|)/2 and (1 + |x|) exp(-|x|)/4
    for x in (0.0, 0.3, 2.0, 30.0):
        one = laplace_sum_tail(count=1, threshold=x)
        two = laplace_sum_tail(count=2, threshold=x)
        assert one == pytest.approx(math.exp(-x) / 2)
        assert two == pytest.approx((2 + x) * math.exp(-x) / 4)


def test_sum_of_nine_laplace_variables_by_simulation():
    # false alarm: three binomial frequencies, 4.5 standard deviations each, below 1e-4
    sums = np.random.default_rng(3).laplace(size=(200_000, 9)).sum(axis=1)
    for x in (0.5, 4.0, 9.0):
        exact = laplace_sum_tail(count=9, threshold=x)
        allowed = 4.5 * math.sqrt(exact * (1 - exact) / sums.size)
        assert abs(np.mean(sums > x) - exact) < allowed
    wrong = laplace_sum_tail(count=8, threshold=9.0)
    assert abs(np.mean(sums > 9.0) - wrong) > 4.5 * math.sqrt(wrong / sums.size)
