"""Steps of proofs that fail as printed hold at other constants."""

import pytest

from bandit_replications.inference.exact import identity
from bandit_replications.papers.cooperative.checks import setting
from bandit_replications.papers.cooperative.theory import (
    bounds,
    composition,
    frozen_noise,
    locked_estimates,
    private_messages,
    trimmed_estimator,
)


@pytest.mark.parametrize(
    ("step", "constants"),
    [
        (bounds.lower_bound_direction, {"best": 0.5, "other": 0.1}),
        (setting.covering_number, {"agents": 2}),
        (setting.clique_number, {"agents": 1}),
        # without privacy
        (composition.first_part, {"epsilon": 1.0, "series": "as-printed"}),
        (frozen_noise.theorem_fails, {"log_horizon": 20.0}),
        # short runs, whatever δ
        (locked_estimates.many_agents, {"exponent": 2.0, "horizon": 4}),
        (locked_estimates.many_agents, {"exponent": 4.0, "horizon": 4}),
        # each pull is released
        (private_messages.between_releases, {"epsilon": 1.0, "series": "constant-interval"}),
        # more samples, of a fair coin
        (trimmed_estimator.negative_points, {"number": 60}),
        (trimmed_estimator.confidence_bound, {"number": 200, "mean": 0.5}),
    ],
)
def test_step_holds_at_other_constants(step, constants):
    assert step(**constants).holds


@pytest.mark.parametrize(
    ("left", "right"),
    [("M*g*x", "g*x*(M - 1)"), ("(1 - eps)*eps", "eps")],  # γ in terms without T; η = ε
)
def test_nearest_false_identity_is_refused(left, right):
    assert not identity(left, right).holds
