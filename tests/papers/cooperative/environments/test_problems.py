from dataclasses import replace

import numpy as np
import pytest

from support.cooperative import byzantine, group, private


@pytest.mark.parametrize(
    ("problem", "change", "message"),
    [
        (group, {"message_life": -1}, "message_life: -1; allowed: at least 0"),
        (group, {"distances": np.zeros((2, 3), dtype=int)}, r"distances: shape \(2, 3\)"),
        (group, {"distances": np.array([[0, -1], [-1, 0]])}, "no path between two"),
        (private, {"v": 1.5}, "v: 1.5; allowed: .*, between 1 and 1.5"),
        (byzantine, {"assumed_contamination": 0.5}, r"contamination: 0\.5; allowed"),
        (byzantine, {"byzantine": [12]}, "byzantine: 12; allowed: agents 0 to 11"),
    ],
)
def test_bad_problems_are_refused(problem, change, message):
    with pytest.raises(ValueError, match=message):
        problem(**change)


def test_all_agents_are_byzantine_unless_some_are_named():
    problem = byzantine("two")
    assert problem.is_byzantine.tolist() == [True, True]
    assert replace(problem, byzantine=[1]).is_byzantine.tolist() == [False, True]
    assert replace(problem, byzantine=[]).is_byzantine.tolist() == [False, False]
