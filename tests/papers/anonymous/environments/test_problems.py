import numpy as np
import pytest

from bandit_replications.papers.anonymous.environments.problems import AnonymousProblem

MEANS = np.random.default_rng(0).random((9, 3))


def problem(**changed):
    return AnonymousProblem(**{"means": MEANS, "group_size": 2, "horizon": 100} | changed)


def test_means_are_copied():
    means = MEANS.copy()
    held = problem(means=means)
    means[:] = 2
    np.testing.assert_array_equal(held.means, MEANS)


@pytest.mark.parametrize(
    ("changed", "error", "message"),
    [
        ({"means": [[0.1, 1.2]]}, ValueError, r"numbers in \[0, 1\]"),
        ({"means": [0.1, 0.2]}, ValueError, "shape"),
        ({"means": [[0.1]]}, ValueError, "arms >= 2"),
        ({"horizon": True}, TypeError, "horizon: True"),
        ({"checkpoints": [5]}, ValueError, "checkpoints"),
    ],
)
def test_attributes_out_of_range_are_refused(changed, error, message):
    with pytest.raises(error, match=message):
        problem(**changed)
