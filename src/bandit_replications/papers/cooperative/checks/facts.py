"""The numbers in the prose of errata, from the derivations that decide them."""

from collections.abc import Callable, Mapping
from typing import Any

from bandit_replications.inference.checks import Check
from bandit_replications.papers.cooperative.checks.byzantine_theory import FACTS as SATURATED
from bandit_replications.papers.cooperative.checks.byzantine_theory import saturated_run
from bandit_replications.papers.cooperative.theory import (
    byzantine_regret,
    composition,
    frozen_noise,
    locked_estimates,
    private_messages,
    private_regret,
    setting,
    trimmed_estimator,
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
    "divergence-direction": _sides(setting.lower_bound_direction),
    "laplace-scale": _sides(private_messages.laplace_mechanism, printed=True),
    "number-of-updates": _sides(composition.releases_per_run, printed=True),
    "loss-between-releases": _sides(private_messages.between_releases, series="constant-interval"),
    "release-series": _sides(composition.first_part, series="as-printed"),
    "private-term-linear": _sides(private_messages.more_agents),
    "forced-rounds": _sides(private_regret.forced_rounds, printed=True),
    "frozen-noise": _with(
        _sides(frozen_noise.theorem_fails, v=1.49),
        horizon=lambda: max(
            frozen_noise.smallest_log_horizon(v=v, epsilon=0.5, gap=0.5)
            for v in (1.01, 1.1, 1.25, 1.49)
        ),
    ),
    "noise-sign": _sides(private_regret.sign_of_event_b),
    "intersection-for-union": _sides(private_regret.equality_19, printed=True),
    "condition-never-holds": _sides(private_regret.hoeffding_applies, weighted=True),
    "forced-pulls-twice": _sides(private_regret.forced_twice_28),
    "zeta-factor": _sides(private_regret.zeta_30),
    "sigma-squared": _sides(private_regret.sigma_in_the_theorem),
    "clique-number": _sides(private_regret.clique_number_or_cover),
    "trimmed-mean-few-samples": _with(
        _sides(trimmed_estimator.negative_points), useful=trimmed_estimator.first_useful_number
    ),
    "trimmed-mean-collapse": _with(
        _sides(trimmed_estimator.confidence_bound),
        plain=lambda: trimmed_estimator.mean_in_the_bound().left,
    ),
    "contamination-condition": lambda: {
        **SATURATED,
        **_sides(saturated_run)(),
        "limit": byzantine_regret.condition_on_contamination(printed=True).right,
        "ones": byzantine_regret.saturated_arm().left,
        "needed": byzantine_regret.saturated_arm().right,
    },
    "locked-estimates": _with(
        _sides(locked_estimates.many_agents, exponent=2.0),
        horizon=locked_estimates.smallest_log_horizon,
    ),
    "event-c-constant": _sides(byzantine_regret.event_c, printed=True),
    "delay-sign": _sides(byzantine_regret.sign_after_44),
    "union-bound-powers": _sides(byzantine_regret.union_45),
    "delta-exponent": _sides(byzantine_regret.delta_45, exponent=2.0),
    "additive-constant": _with(
        _sides(byzantine_regret.additive_constant, per_agent=4.0),
        repaired=lambda: (
            byzantine_regret.additive_constant(per_agent=2 * byzantine_regret.ZETA_3).left
        ),
    ),
    "missing-gap-factor": _sides(byzantine_regret.gap_factor),
}
