from dataclasses import replace

import numpy as np
import pytest

from support.cooperative import byzantine, group, private


@pytest.mark.parametrize(
    ("problem", "change", "error", "message"),
    [
        (group, {"message_life": -1}, ValueError, "message_life: -1; allowed: at least 0"),
        (
            group,
            {"distances": np.zeros((2, 3), dtype=int)},
            ValueError,
            r"distances: shape \(2, 3\)",
        ),
        (group, {"distances": np.array([[0, -1], [-1, 0]])}, ValueError, "no path between two"),
        (private, {"epsilon": 0.0}, ValueError, "epsilon: 0.0; allowed: privacy parameter"),
        (private, {"v": 1.5}, ValueError, "v: 1.5; allowed: .*, between 1 and 1.5"),
        (byzantine, {"assumed_contamination": 0.5}, ValueError, r"contamination: 0\.5; allowed"),
        (byzantine, {"byzantine": [12]}, ValueError, "byzantine: 12; allowed: agents 0 to 11"),
        (byzantine, {"noise_scale": -1.0}, ValueError, r"noise_scale: -1\.0; allowed: scale"),
    ],
)
def test_bad_problems_are_refused(problem, change, error, message):
    with pytest.raises(error, match=message):
        problem(**change)


def test_all_agents_are_byzantine_unless_some_are_named():
    problem = byzantine("two")
    assert problem.is_byzantine.tolist() == [True, True]
    assert replace(problem, byzantine=[1]).is_byzantine.tolist() == [False, True]
    assert replace(problem, byzantine=[]).is_byzantine.tolist() == [False, False]
