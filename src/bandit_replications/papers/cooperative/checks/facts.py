"""The numbers in the prose of errata, from the derivations that decide them."""

import math
from collections.abc import Callable, Mapping
from typing import Any

from bandit_replications.inference.checks import Check
from bandit_replications.papers.cooperative.checks.byzantine_theory import FACTS as SATURATED
from bandit_replications.papers.cooperative.checks.byzantine_theory import saturated_run
from bandit_replications.papers.cooperative.theory import (
    bounds,
    composition,
    constant_rewards,
    frozen_noise,
    locked_estimates,
    private_messages,
    trimmed_estimator,
    zero_estimate,
)

Values = Callable[[], Mapping[str, Any]]


def _sides(derivation: Callable[..., Check], **arguments: Any) -> Values:
    """Return the two sides of a derivation as `left` and `right`."""

    def values() -> Mapping[str, Any]:
        found = derivation(**arguments)
        return {"left": found.left, "right": found.right}

    return values


def _with(values: Values, **more: Callable[[], Any]) -> Values:
    return lambda: {**values(), **{name: value() for name, value in more.items()}}


FACTS: Mapping[str, Values] = {
    "divergence-direction": _sides(bounds.lower_bound_direction),
    "loss-between-releases": _sides(private_messages.between_releases, series="constant-interval"),
    "release-series": _sides(composition.first_part, series="as-printed"),
    "private-term-linear": _sides(private_messages.more_agents),
    "frozen-noise": _with(
        _sides(frozen_noise.theorem_fails, v=1.49),
        horizon=lambda: max(
            frozen_noise.smallest_log_horizon(v=v, epsilon=0.5, gap=0.5)
            for v in (1.01, 1.1, 1.25, 1.49)
        ),
    ),
    "trimmed-mean-few-samples": _with(
        _sides(trimmed_estimator.negative_points), useful=trimmed_estimator.first_useful_number
    ),
    "trimmed-mean-collapse": _with(
        _sides(trimmed_estimator.confidence_bound),
        plain=lambda: trimmed_estimator.mean_in_the_bound().left,
    ),
    "overestimated-contamination": _with(
        _sides(trimmed_estimator.overestimated),
        true=lambda: trimmed_estimator.overestimated(assumed=0.0).left,
    ),
    "contamination-condition": lambda: {
        **SATURATED,
        **_sides(saturated_run)(),
        "limit": bounds.GAP / (2 * bounds.SIGMA),
    },
    "zero-estimate": _with(
        _sides(zero_estimate.theorem_fails, horizon=1500),
        horizon=lambda: 1500,
        chance=lambda: math.floor(1e4 * zero_estimate.LEAST_CHANCE) / 1e4,
        first=zero_estimate.Instance().smallest_horizon,
    ),
    "event-c-constant": _with(
        _sides(constant_rewards.theorem_fails, horizon=140_153), horizon=lambda: 140_153
    ),
    "locked-estimates": _sides(locked_estimates.many_agents, exponent=2.0),
}
