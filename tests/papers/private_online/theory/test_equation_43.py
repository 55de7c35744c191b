import math

import numpy as np
import pytest

from bandit_replications.papers.private_online.theory import equation_43 as steps


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
