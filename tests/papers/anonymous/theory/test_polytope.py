"""P_C and its pieces: membership of enumerated vertices, distances by hand."""

import numpy as np
import pytest

from bandit_replications.papers.anonymous.environments.graphs import subsets
from bandit_replications.papers.anonymous.theory import polytope
from support.anonymous_polytope import vertices


def test_binary_points_and_a_point_outside():
    parts = [vertices(4, opened, arms=2, group_size=1) for opened in subsets(2)]
    mean = np.concatenate(parts).mean(axis=0)
    assert polytope.distance(mean, group_size=1) <= polytope.TOLERANCE
    assert polytope.distance(np.eye(4, 2) * 0.9, group_size=1) > polytope.TOLERANCE


def test_distance_by_hand():
    """(1, t) is (1 - t)/2 away from the segment between (0, 0) and (1, 1)."""
    for second in (0.0, 0.3, 1.0):
        found = polytope.distance(np.array([[1.0], [second]]), group_size=1)
        assert found == pytest.approx((1 - second) / 2, abs=1e-8)
