"""Problems check themselves, and the literal environments answer with their rewards."""

import numpy as np
import pytest

from bandit_replications.papers.distributed.algorithms import delb, independent_delb
from bandit_replications.papers.distributed.environments.problems import (
    ArmsProblem,
    LinearProblem,
)

ARMS = {"means": np.array([0.4, 0.6]), "agents": 2, "horizon": 10}
LINEAR = {"action_set": np.eye(3), "parameter": np.array([0.5, 0, 0]), "agents": 4, "horizon": 99}


@pytest.mark.parametrize(
    ("changes", "error", "message"),
    [
        ({"means": np.array([])}, ValueError, "means"),
        ({"means": np.array([0.5, 1.5])}, ValueError, "means: .* allowed: numbers in"),
        ({"agents": 0}, ValueError, "agents: 0; allowed: at least 1"),
        ({"agents": 2.0}, TypeError, "agents: 2.0; allowed: an integer"),
        ({"horizon": 0}, ValueError, "horizon: 0; allowed: at least 1"),
        ({"law": "cauchy"}, ValueError, "law: 'cauchy'"),
        ({"law": "beta", "means": np.array([0.5, 1.0])}, ValueError, "allowed with beta"),
        ({"checkpoints": np.array([3])}, ValueError, "checkpoints"),
        ({"agents": 2**40, "horizon": 2**40}, ValueError, "at most 2\\^52 pulls"),
        ({"allocation": np.array([0, 5])}, ValueError, "allocation"),
        ({"allocation": np.array([0])}, ValueError, "allocation: .*2 integers below 2"),
    ],
)
def test_bad_arms_problems(changes, error, message):
    with pytest.raises(error, match=message):
        ArmsProblem(**{**ARMS, **changes})


@pytest.mark.parametrize(
    ("changes", "error", "message"),
    [
        ({"agents": 0}, ValueError, "agents: 0; allowed: at least 1"),
        ({"agents": 2.0}, TypeError, "agents: 2.0; allowed: an integer"),
        ({"horizon": 4}, ValueError, "horizon: 4; allowed: > max"),
        ({"horizon": True}, TypeError, "horizon: True"),
        ({"noise": "gaussian"}, ValueError, "noise: 'gaussian'; allowed: rademacher"),
        ({"action_set": np.empty((0, 3))}, ValueError, "at least 1 action"),
        ({"action_set": np.empty((2, 0, 3))}, ValueError, "at least 1 action"),
        ({"action_set": np.ones((2, 3))}, ValueError, "an action of length 1.73"),
        ({"action_set": np.full((2, 3), np.nan)}, ValueError, "not finite"),
        ({"parameter": np.ones(2)}, ValueError, "parameter: shape"),
        ({"parameter": np.ones(3)}, ValueError, "of length at most 1"),
        ({"parameter": np.array([1.0, 0, np.nan])}, ValueError, "parameter"),
        ({"checkpoints": np.array([5, 4])}, ValueError, "checkpoints"),
    ],
)
def test_bad_linear_problems(changes, error, message):
    with pytest.raises(error, match=message):
        LinearProblem(**{**LINEAR, **changes})


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
