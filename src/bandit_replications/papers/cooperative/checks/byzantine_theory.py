"""Decisions on Section 4 and the Byzantine regret theorem, (7), (8) and (32) to (51)."""

from functools import partial
from typing import Any

import numpy as np

from bandit_replications.inference.checks import Check, at_most
from bandit_replications.ledger.decisions import by_reading, exact, proof, sampled, statement
from bandit_replications.papers.cooperative.theory import byzantine_regret as theory
from bandit_replications.papers.cooperative.theory import (
    locked_estimates,
    private_regret,
    repaired_regret,
    trimmed_estimator,
)
from bandit_replications.papers.cooperative.theory.bounds import BEST, GAP, SIGMA
from bandit_replications.papers.cooperative.theory.lower_bounds import saturated_reports
from bandit_replications.papers.cooperative.theory.printed import erratum

RUN: dict[str, Any] = {"agents": 10, "contamination": 0.04, "horizon": 50_000}
FACTS = {**RUN, "best": BEST, "worse": BEST - GAP, "gap": GAP, "sigma": SIGMA}


@erratum("contamination-condition")
def saturated_run() -> Check:
    """Compare the regret on `saturated_reports` under the printed condition with the bound."""
    found = saturated_reports(**RUN, generator=np.random.default_rng(0))
    instance = "M = {agents}, Δ = {gap:g}, ε = {contamination:g}, Q = 1, T = {horizon}"
    name = f"regret of {instance.format(**FACTS)}, against the bound"
    return at_most(name, found.regret, found.bound)


_step = partial(proof)  # of a proof: no verdict of its own
_UNKNOWN = sampled("unknown pulls", private_regret.delays, counted="after")
_PRINTED, _PROOF = {"exponent": 2.0, "forced": 40}, {"exponent": 4.0, "forced": 80}
_condition = partial(sampled, "sqrt(ε) against Δ/(2 σ)", theory.condition_on_contamination)

CHECKS = {
    "trimmed-mean-defined": _step(
        sampled("points of the interval (printed)", trimmed_estimator.negative_points),
    ),
    "theorem-trimmed-mean": statement(
        exact("deviations beyond the width", trimmed_estimator.confidence_bound),
    ),
    "theorem-trimmed-mean-units": _step(
        sampled("width of samples 100 times as large (printed)", trimmed_estimator.units),
    ),
    "trimmed-mean-plain-mean": statement(
        exact("deviations of the mean", trimmed_estimator.mean_in_the_bound)
    ),
    "trimmed-mean-outliers": statement(
        sampled("trimmed mean", trimmed_estimator.outliers, plain=False),
        sampled("plain mean is refused", trimmed_estimator.outliers, plain=True),
    ),
    "theorem-byzantine-regret": by_reading(
        statement(sampled("senders take turns", locked_estimates.linear_regret, **_PRINTED)),
        **{
            "the proof's δ = 1/t⁴": statement(
                sampled("senders take turns", locked_estimates.linear_regret, **_PROOF)
            ),
            "halves by the receiver": statement(
                sampled("receivers take turns", locked_estimates.many_agents, exponent=2.0),
            ),
            "halves by the receiver and δ = 1/t⁴": statement(
                sampled("receivers take turns", locked_estimates.many_agents, exponent=4.0),
            ),
        },
    ),
    "theorem-byzantine-regret-proof": proof(
        sampled("deviations of the estimator", trimmed_estimator.confidence_bound),
        sampled("end of event (C) with 8 σ", theory.event_c, printed=False),
        sampled("sum with δ = 1/(M t⁴), M = 10", theory.delta_45, exponent=4.0, agents=10),
    ),
    "theorem-byzantine-regret-condition": _step(
        sampled("ε against Δ/(2 σ)", theory.condition_on_contamination, printed=True),
        _condition(printed=False),
        sampled("ones of the worse arm (printed condition)", theory.saturated_arm),
        sampled("regret of a run (printed condition)", saturated_run),
        sampled("reports that differ by arm", theory.reversed_arms),
    ),
    "clipped-mean-regret": proof(
        sampled("mixture", repaired_regret.mixture),
        sampled("tail of samples", repaired_regret.sample_tail),
        sampled("bias of the clipped mean", repaired_regret.clipped_bias),
        sampled("unknown pulls", private_regret.delays, counted="after"),
    ),
    "section-4-intermediaries": statement(
        exact("false messages on a path and a ring", theory.corrupted_on_the_way),
    ),
    "event-c": _step(sampled("end of event (C) (printed)", theory.event_c, printed=True)),
    "delays": _step(_UNKNOWN),
    "equation-44": _step(_UNKNOWN, printed=(sampled("the line after", theory.sign_after_44),)),
    "equation-45": _step(sampled("sum of s^-4 (printed)", theory.union_45, printed=True)),
    "algorithm-3-delta": _step(
        sampled("sum with δ = 1/t² (printed)", theory.delta_45, exponent=2.0),
    ),
    "equation-48": _step(sampled("2 ζ(3)", theory.zeta_48)),
    "equation-51": _step(
        sampled(
            "additive terms with 2 ζ(3) an agent",
            theory.additive_constant,
            per_agent=2 * theory.ZETA_3,
        ),
        printed=(
            sampled("additive terms with 4 an agent", theory.additive_constant, per_agent=4.0),
        ),
    ),
}
