"""Equations (43) and (44): each step holds or fails as derived, and altered inputs flip it."""

import math

import numpy as np
import pytest

from bandit_replications.papers.private_online.theory import equation_43 as steps


@pytest.mark.parametrize(
    ("step", "arguments", "expected"),
    [
        (steps.halves_43, {}, [False]),
        (steps.split_43, {}, [False]),
        (steps.split_43, {"index": 20, "rounds": 2**22}, [False]),
        (steps.split_43_two_arrays, {}, [False]),
        (steps.split_43_two_arrays, {"rounds": 1.05}, [True]),
        (steps.hoeffding_43, {}, [True]),
        (steps.hoeffding_43, {"natural": True}, [False]),
        (steps.chi_43, {}, [True, True, True]),
        (steps.chi_43, {"smallest": 2}, [True, True, True]),
        (steps.chi_43, {"share": 0.5}, [True, False, True]),
        (steps.whole_noise_43, {}, [True, True]),
        (steps.whole_noise_43, {"share": 0.9}, [False, True]),
        (steps.whole_noise_43, {"extra_levels": 1}, [False, True]),
        (steps.noise_probability_44, {}, [True]),
        (steps.noise_probability_44, {"extra_levels": 1}, [True]),
        (steps.noise_probability_44, {"width_factor": 0.5}, [False]),
    ],
)
def test_steps(step, arguments, expected):
    found = step(**arguments)
    checks = found if isinstance(found, tuple) else (found,)
    assert [check.holds for check in checks] == expected


def test_bound_behind_the_counterexample_by_quadrature():
    # P{F + B >= c} / P{B >= c} for 3 + 1 variables, where the numbers are not yet too small
    m, c = 3, steps.WIDTH * 2 * 4
    grid = np.linspace(-80.0, c + 80.0, 400_001)
    density = np.exp(-np.abs(grid)) * (3 + 3 * np.abs(grid) + grid**2) / 16
    tails = np.where(grid < c, np.exp(np.minimum(grid - c, 0) / m) / 2, 1.0)
    tails = np.where(grid < c, tails, 1 - np.exp(-np.maximum(grid - c, 0) / m) / 2)
    exact = np.trapezoid(density * tails, grid) / (math.exp(-c / m) / 2)
    check = steps.split_43(index=4, rounds=4)
    assert exact >= check.left
    assert exact == pytest.approx((1 - 1 / m**2) ** -m, rel=1e-3)
