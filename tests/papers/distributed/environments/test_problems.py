"""Problems check themselves."""

import numpy as np
import pytest

from bandit_replications.papers.distributed.algorithms import delb, independent_delb
from bandit_replications.papers.distributed.environments.problems import ArmsProblem, LinearProblem

ARMS = {"means": np.array([0.4, 0.6]), "agents": 2, "horizon": 10}
LINEAR = {"action_set": np.eye(3), "parameter": np.array([0.5, 0, 0]), "agents": 4, "horizon": 99}


@pytest.mark.parametrize(
    ("problem", "changes", "message"),
    [
        (ArmsProblem, {"means": np.array([0.5, 1.5])}, "means: .* allowed: numbers in"),
        (ArmsProblem, {"law": "cauchy"}, "law: 'cauchy'"),
        (ArmsProblem, {"law": "beta", "means": np.array([0.5, 1.0])}, "allowed with beta"),
        (ArmsProblem, {"agents": 2**40, "horizon": 2**40}, "at most 2\\^52 pulls"),
        (ArmsProblem, {"allocation": np.array([0])}, "allocation: .*2 integers below"),
        (LinearProblem, {"horizon": 4}, "horizon: 4; allowed: > max"),
        (LinearProblem, {"action_set": np.empty((2, 0, 3))}, "at least 1 action"),
        (LinearProblem, {"action_set": np.ones((2, 3))}, "an action of length 1.73"),
        (LinearProblem, {"parameter": np.ones(2)}, "parameter: shape"),
        (LinearProblem, {"parameter": np.ones(3)}, "of length at most 1"),
    ],
)
def test_bad_problems(problem, changes, message):
    right = ARMS if problem is ArmsProblem else LINEAR
    with pytest.raises(ValueError, match=message):
        problem(**{**right, **changes})


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"agents": 10**5, "horizon": 10**12}, "at most 2\\^52"),
        ({"action_set": np.zeros((2, 3))}, "only the zero vector"),
        ({"action_set": np.zeros((2, 5, 3))}, "2 sets; allowed: one fixed set"),
    ],
)
@pytest.mark.parametrize("module", [delb, independent_delb])
@pytest.mark.parametrize("name", ["simulate", "simulate_literal"])
def test_elimination_by_phases_needs_one_set(module, name, changes, message):
    problem = LinearProblem(**{**LINEAR, **changes})
    with pytest.raises(ValueError, match=message):
        getattr(module, name)(problem, generator=np.random.default_rng(0))
