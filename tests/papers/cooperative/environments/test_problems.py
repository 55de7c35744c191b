from dataclasses import replace

import numpy as np
import pytest

from support.cooperative import byzantine, group, private


@pytest.mark.parametrize(
    ("change", "error", "message"),
    [
        ({"message_life": -1}, ValueError, "message_life: -1; allowed: at least 0"),
        ({"message_life": 1.5}, TypeError, r"message_life: 1\.5; allowed: an integer"),
        ({"horizon": 2, "checkpoints": None}, ValueError, "horizon: 2; allowed"),
        ({"distances": np.zeros((2, 3), dtype=int)}, ValueError, r"distances: shape \(2, 3\)"),
        ({"distances": np.array([[0, -1], [-1, 0]])}, ValueError, "no path between two agents"),
    ],
)
def test_bad_group_problems_are_refused(change, error, message):
    with pytest.raises(error, match=message):
        group(**change)


@pytest.mark.parametrize(
    ("change", "error", "message"),
    [
        ({"epsilon": 0.0}, ValueError, "epsilon: 0.0; allowed: > 0"),
        ({"epsilon": None}, TypeError, "epsilon: None; allowed: a number > 0"),
        ({"v": 1.5}, ValueError, "v: 1.5; allowed: between 1 and 1.5"),
    ],
)
def test_bad_private_problems_are_refused(change, error, message):
    with pytest.raises(error, match=message):
        private(**change)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"assumed_contamination": 0.5}, r"contamination: 0\.5; allowed: at least 0, less than"),
        ({"assumed_contamination": -0.1}, r"contamination: -0\.1; allowed: at least 0"),
        ({"byzantine": [14]}, "byzantine: 14; allowed: agents 0 to 11"),
        ({"noise_scale": -1.0}, r"noise_scale: -1\.0; allowed: >= 0"),
    ],
)
def test_bad_byzantine_problems_are_refused(change, message):
    with pytest.raises(ValueError, match=message):
        byzantine(**change)


def test_all_agents_are_byzantine_unless_some_are_named():
    problem = byzantine("two")
    assert problem.is_byzantine.tolist() == [True, True]
    assert replace(problem, byzantine=[1]).is_byzantine.tolist() == [False, True]
    assert replace(problem, byzantine=[]).is_byzantine.tolist() == [False, False]
