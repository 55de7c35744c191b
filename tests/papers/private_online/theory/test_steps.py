"""Steps of the derivations: altered inputs flip them, and repairs hold.

What they say as they stand in the claims decides verdicts: see checks/test_checks.py.
"""

import math

import numpy as np
import pytest

from bandit_replications.bandits.laplace import laplace_sum_tail
from bandit_replications.papers.private_online.theory import (
    equation_43,
    theorem_2,
    theorem_5,
    theorem_7,
    theorem_10,
)


@pytest.mark.parametrize(
    ("step", "arguments", "holds"),
    [
        (theorem_2.decomposition_12, {"repaired": True}, True),
        (theorem_2.conditioning_17, {"pointwise": False, "epsilon": 1e-10}, True),
        (theorem_5.first_group, {"reading": "initial-pull-apart", "largest": 2}, True),
        (theorem_7.first_bracket, {"gaps": (0.0, 0.1, 0.1, 0.15)}, True),
        (theorem_7.epoch_0, {"first_action": 1}, True),
        (equation_43.noise_probability_44, {"extra_levels": 0}, True),
        (equation_43.noise_probability_44, {"width_factor": 0.5}, False),
        (theorem_10.range_of_statement, {"arms": 16}, True),
        (theorem_10.range_of_statement, {"arms": 2**200, "constant": 0.01}, False),
        (theorem_10.theorem_10, {"arms": 2, "epsilon": 0.01, "factor": 20}, False),
        (theorem_10.theorem_10, {"arms": 32, "epsilon": 0.03, "factor": 20}, False),
        (theorem_10.non_private_term, {"arms": 2, "min_gap": 0.5, "constant": 0.4}, False),
        (theorem_10.non_private_term, {"arms": 1000, "min_gap": 0.03, "constant": 0.4}, False),
    ],
)
def test_altered_steps(step, arguments, holds):
    assert step(**arguments).holds == holds


def test_selectors_at_the_critical_number_of_samples():
    # e^{10 ε n Δ} = K at n = m*: (K-1)/K times 0.45
    epsilon = math.log(3) / (10 * 2 * 0.1)
    checks = theorem_10.private_selectors(arms=3, min_gap=0.1, epsilon=epsilon, samples=2)
    assert all(check.holds for check in checks)
    assert [checks[1].left, checks[1].right] == pytest.approx([0.9 * 2 / 5, 0.45 * 2 / 3])


@pytest.mark.parametrize("x", [0.0, 0.3, 2.0, 30.0])
def test_sums_of_up_to_three_laplace_variables_have_a_closed_form(x):
    # integrating exp(-|x|)/2, (1 + |x|) exp(-|x|)/4 and (3 + 3|x| + x²) exp(-|x|)/16
    shares = [laplace_sum_tail(count=n, threshold=x) * math.exp(x) for n in (1, 2, 3)]
    assert shares == pytest.approx([1 / 2, (2 + x) / 4, (8 + 5 * x + x**2) / 16])


def test_bound_behind_the_counterexample_by_quadrature():
    # P{F + B >= c} / P{B >= c} for 3 + 1 variables, where the numbers are not yet too small
    m, c = 3, equation_43.WIDTH * 2 * 4
    grid = np.linspace(-80.0, c + 80.0, 400_001)
    density = np.exp(-np.abs(grid)) * (3 + 3 * np.abs(grid) + grid**2) / 16
    tails = np.where(grid < c, np.exp(np.minimum(grid - c, 0) / m) / 2, 1.0)
    tails = np.where(grid < c, tails, 1 - np.exp(-np.maximum(grid - c, 0) / m) / 2)
    exact = np.trapezoid(density * tails, grid) / (math.exp(-c / m) / 2)
    check = equation_43.split_43(index=4, rounds=4)
    assert exact >= check.left
    assert exact == pytest.approx((1 - 1 / m**2) ** -m, rel=1e-3)


def test_first_group_differs_where_a_tree_is_full_only():
    differing = [
        pulls
        for pulls in range(1, 200)
        if theorem_5.first_group_sizes(pulls=pulls, reading="initial-pull-apart")
        != 2 ** (pulls.bit_length() - 1) - 1
    ]
    assert differing == [1, 3, 7, 15, 31, 63, 127]
