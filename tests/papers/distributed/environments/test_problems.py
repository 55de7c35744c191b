"""Problems check themselves."""

import numpy as np
import pytest

from bandit_replications.papers.distributed.algorithms import delb, independent_delb
from bandit_replications.papers.distributed.environments.problems import ArmsProblem, LinearProblem

ARMS = {"means": np.array([0.4, 0.6]), "agents": 2, "horizon": 10}
LINEAR = {"action_set": np.eye(3), "parameter": np.array([0.5, 0, 0]), "agents": 4, "horizon": 99}


@pytest.mark.parametrize(
    ("problem", "changes", "error", "message"),
    [
        (ArmsProblem, {"means": np.array([0.5, 1.5])}, ValueError, "means: .* allowed: numbers in"),
        (ArmsProblem, {"law": "cauchy"}, ValueError, "law: 'cauchy'"),
        (
            ArmsProblem,
            {"law": "beta", "means": np.array([0.5, 1.0])},
            ValueError,
            "allowed with beta",
        ),
        (ArmsProblem, {"agents": 2**40, "horizon": 2**40}, ValueError, "at most 2\\^52 pulls"),
        (ArmsProblem, {"allocation": np.array([0])}, ValueError, "allocation: .*2 integers below"),
        (LinearProblem, {"horizon": 4}, ValueError, "horizon: 4; allowed: > max"),
        (LinearProblem, {"noise": "gaussian"}, ValueError, "noise: 'gaussian'; allowed: radem"),
        (LinearProblem, {"action_set": np.empty((2, 0, 3))}, ValueError, "at least 1 action"),
        (LinearProblem, {"action_set": np.ones((2, 3))}, ValueError, "an action of length 1.73"),
        (LinearProblem, {"action_set": np.full((2, 3), np.nan)}, ValueError, "not finite"),
        (LinearProblem, {"parameter": np.ones(2)}, ValueError, "parameter: shape"),
        (LinearProblem, {"parameter": np.ones(3)}, ValueError, "of length at most 1"),
    ],
)
def test_bad_problems(problem, changes, error, message):
    right = ARMS if problem is ArmsProblem else LINEAR
    with pytest.raises(error, match=message):
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
