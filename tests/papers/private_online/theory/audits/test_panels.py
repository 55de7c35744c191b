import math

import numpy as np
import pytest
from scipy import stats

from bandit_replications.papers.private_online.theory.audits.panels import (
    Curve,
    Laplace,
    Panels,
    panel_edges,
    panel_nodes,
)


def test_edges_hold_all_kinks():
    edges = panel_edges([3.0, 0.0, 1.0], 0.4)
    np.testing.assert_allclose(edges, [0, 1 / 3, 2 / 3, 1, 1.4, 1.8, 2.2, 2.6, 3])


def test_nodes_integrate_functions_with_kinks():
    x, weights = panel_nodes([-30.0, 0.5, 30.0], 2.0)
    assert weights @ np.exp(-np.abs(x - 0.5)) == pytest.approx(2, rel=1e-12)


def test_laplace_mass_keeps_its_digits_in_both_tails():
    law = Laplace(1.0, 0.5, 25.0)
    low = np.array([-200.0, -60.0, 0.0, 59.0, -math.inf])
    high = np.array([-190.0, -59.0, 3.0, 60.0, math.inf])
    expected = [
        math.exp(-382) / 2 * (1 - math.exp(-20)),
        math.exp(-120) / 2 * (1 - math.exp(-2)),
        1 - math.exp(-2) / 2 - math.exp(-4) / 2,
        math.exp(-116) / 2 * (1 - math.exp(-2)),
        1.0,
    ]
    np.testing.assert_allclose(law.mass(low, high), expected, rtol=1e-12)
    np.testing.assert_allclose(
        law.density(low[:4]), stats.laplace.pdf(low[:4], 1.0, 0.5), rtol=1e-12
    )


def curve():
    law = Laplace(1.0, 2.0, 90.0)
    panels = Panels(law.kinks(), 1.0)
    return law, Curve(panels, law.density(panels.points))


def test_curve_takes_values_anywhere():
    law, density = curve()
    x = np.linspace(-50, 50, 1001)
    np.testing.assert_allclose(density(x), law.density(x), rtol=1e-10)
    assert density(np.array([-1e3, 1e3])).tolist() == [0.0, 0.0]


def test_curve_integrates_over_any_range():
    law, density = curve()
    low = np.array([-60.0, -3.3, 0.2, 0.21, 40.0, -math.inf])
    high = np.array([-50.0, 5.1, 0.3, 0.22, 41.0, math.inf])
    np.testing.assert_allclose(density.mass(low, high), law.mass(low, high), rtol=1e-10)
    assert density.integral() == pytest.approx(1, abs=1e-12)
