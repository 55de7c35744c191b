"""Checkpoints of a run."""

import numpy as np
import pytest

from bandit_replications.experiments.tasks import checkpoints


@pytest.mark.parametrize("horizon", [1, 2, 5, 100, 65536, 4194304, 10**12])
def test_checkpoints_increase_to_the_horizon_with_its_fractions(horizon):
    points = checkpoints(horizon, number=30)
    assert points[-1] == horizon
    assert points[0] >= 1
    assert np.all(np.diff(points) > 0)
    wanted = {horizon // k for k in (1, 2, 4, 8)} - {0}
    assert wanted <= set(points.tolist())
