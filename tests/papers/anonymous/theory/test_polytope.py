"""P_C and its pieces: membership of enumerated vertices, distances by hand."""

import numpy as np
import pytest

from bandit_replications.papers.anonymous.environments.graphs import subsets
from bandit_replications.papers.anonymous.theory import polytope


def test_membership_of_vertices_and_of_points_outside():
    parts = {s: polytope.vertices(4, s, arms=2, group_size=1) for s in subsets(2)}
    mean = np.concatenate(list(parts.values())).mean(axis=0)
    assert polytope.distance(mean, group_size=1) <= polytope.TOLERANCE
    assert polytope.distance(np.eye(4, 2) * 0.9, group_size=1) > polytope.TOLERANCE
    for opened, points in parts.items():
        for other in subsets(2):
            for point in points:
                assert polytope.in_piece(point, other, group_size=1) == (other == opened)


def test_distance_by_hand():
    """(1, t) is (1 - t)/2 away from the segment between (0, 0) and (1, 1)."""
    for second in (0.0, 0.3, 1.0):
        found = polytope.distance(np.array([[1.0], [second]]), group_size=1)
        assert found == pytest.approx((1 - second) / 2, abs=1e-8)
