import math

import numpy as np
import pytest
from scipy import stats

from bandit_replications.papers.private_online.theory.audits.panels import (
    Laplace,
    panel_nodes,
)


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
